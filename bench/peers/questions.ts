import { fillQuestions } from './fill-questions.ts';
import { lifecycleQuestions } from './lifecycle-questions.ts';
import type { PeerData, PeerQuestion } from './question.ts';

/** Every question that is compared. */
export function peerQuestions(data: PeerData): PeerQuestion[] {
  return [...fillQuestions(data), ...lifecycleQuestions(data)];
}

import { feedQuestions } from './feed-questions.ts';
import { lifecycleQuestions } from './lifecycle-questions.ts';
import type { PeerData, PeerQuestion } from './question.ts';
import { boardQuestions, walletQuestions } from './trader-questions.ts';

/** Every question that is compared. */
export function peerQuestions(data: PeerData): PeerQuestion[] {
  return [boardQuestions, walletQuestions, feedQuestions, lifecycleQuestions].flatMap((of) => of(data));
}

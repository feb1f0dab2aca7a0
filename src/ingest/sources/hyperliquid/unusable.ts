import type { Rejected } from '../../../wire/payload.ts';
import { rawJson } from '../chunk-builder.ts';

/** Something the exchange said that cannot be used: a whole frame or answer, or one element of it. */
export interface Unusable {
  /** The channel, or the type of the request: one of a few names. */
  feed: string;
  /** The wallet or coin it is about; empty where nothing but its text tells. */
  subject: string;
  part: 'whole' | 'element';
  /** What is wrong, and what would be right. */
  reason: string;
  /** As it came. */
  text: string;
}

/** The elements of a frame or an answer that cannot be used. */
export function unusableElements(
  from: Pick<Unusable, 'feed' | 'subject'>,
  rejected: readonly Rejected[],
): Unusable[] {
  return rejected.map(({ reason, value }) => ({ ...from, part: 'element', reason, text: rawJson(value) }));
}

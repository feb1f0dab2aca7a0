import type { Read, Rejected } from '../../../wire/payload.ts';
import { partsText, rawJson } from '../chunk-builder.ts';

/** Something the exchange said that cannot be used: a whole frame or answer, or one element of it. */
export interface Unusable {
  /** The channel, or the type of the request: one of a few names. */
  feed: string;
  /** The wallet or coin it is about; empty where only its text says. */
  subject: string;
  part: 'whole' | 'element' | 'part';
  /** What is wrong, and what would be right. */
  reason: string;
  /** As it came. */
  text: string;
}

/** What cannot be used of a frame or an answer: elements, and parts of elements that are used without them. */
export function unusableElements(
  from: Pick<Unusable, 'feed' | 'subject'>,
  { rejected, odd = [] }: Pick<Read<unknown>, 'rejected' | 'odd'>,
): Unusable[] {
  const reported = (part: Unusable['part']) => (one: Rejected) => {
    const reason = part === 'part' ? partsText([one.reason]) : one.reason;
    return { ...from, part, reason, text: rawJson(one.value) };
  };
  return [...rejected.map(reported('element')), ...odd.map(reported('part'))];
}

import type { Read, Rejected } from '../../../wire/payload.ts';
import { partsText, rawJson } from '../chunk-builder.ts';

/** Unusable content from the exchange: a whole frame or answer, or one element. */
export interface Unusable {
  /** Channel or request type: one of a few names. */
  feed: string;
  /** Wallet or coin concerned; empty if only the text names it. */
  subject: string;
  part: 'whole' | 'element' | 'part';
  reason: string;
  text: string;
}

/** Unusable content of a frame or an answer: elements, and parts of elements that are used without them. */
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

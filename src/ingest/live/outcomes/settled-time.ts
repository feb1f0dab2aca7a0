import { templateIdOf } from '../../../domain/outcome-template.ts';
import { type OutcomeText, termsOf, timesOf } from '../../../domain/outcome-terms.ts';

/** When readings of the exchange's list had an outcome last, and when one first lacked it, unix milliseconds. */
export interface LastListed {
  listedMs: number;
  goneMs: number;
}

/** Before all that is asked for: the time of an outcome in words whose settlement was not observed. */
export const unknownSettledMs = 0;

/**
 * When an outcome was settled, unix milliseconds: the exchange does not say. By its price terms at their expiry; else where readings
 * saw it leave the list; else at the last time that has passed of those that its template names. When the settlement was read says
 * nothing of an outcome in words: a first start reads all that ever was. One made from a template is at most months old.
 *
 * @param nowMs of the reading
 * @param lastListed undefined where no reading of this process had it
 */
export function settledMs(text: OutcomeText, nowMs: number, lastListed: LastListed | undefined): number {
  const expiryMs = termsOf(text)?.expiryMs;
  const isStillListed = expiryMs !== undefined && lastListed !== undefined && lastListed.listedMs > expiryMs;
  if (expiryMs !== undefined && expiryMs <= nowMs && !isStillListed)
    return Math.min(expiryMs, lastListed?.goneMs ?? expiryMs); // one that a touch settles leaves early
  if (lastListed !== undefined) return lastListed.goneMs;
  const isTemplated = [text, text.question].some((one) => templateIdOf(one?.name ?? '') !== undefined);
  if (!isTemplated) return unknownSettledMs;
  const passed = timesOf(text).filter((timeMs) => timeMs <= nowMs);
  return passed.length === 0 ? nowMs : Math.max(...passed);
}

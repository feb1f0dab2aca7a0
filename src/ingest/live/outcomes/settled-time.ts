import { type OutcomeText, termsOf } from '../../../domain/outcome-terms.ts';

/** When readings of the exchange's list had an outcome last, and when one first lacked it, unix milliseconds. */
export interface LastListed {
  listedMs: number;
  goneMs: number;
}

/** Before all that is asked for: the time of an outcome whose settlement was not observed and whose terms name no time. */
export const unknownSettledMs = 0;

/**
 * When an outcome was settled, unix milliseconds: the exchange does not say. By its terms at their expiry; else where readings
 * saw it leave the list. When the settlement was read says nothing: a first start reads all that ever was.
 *
 * @param nowMs of the reading
 * @param lastListed undefined where no reading of this process had it
 */
export function settledMs(text: OutcomeText, nowMs: number, lastListed: LastListed | undefined): number {
  const expiryMs = termsOf(text)?.expiryMs;
  const isStillListed = expiryMs !== undefined && lastListed !== undefined && lastListed.listedMs > expiryMs;
  if (expiryMs !== undefined && expiryMs <= nowMs && !isStillListed) return expiryMs;
  return lastListed?.goneMs ?? unknownSettledMs;
}

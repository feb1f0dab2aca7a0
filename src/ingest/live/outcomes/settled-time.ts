import { templateIdOf } from '../../../domain/outcome-template.ts';
import { type OutcomeText, termsOf, timesOf } from '../../../domain/outcome-terms.ts';

/** When an outcome was last in the exchange's list, and when it was first missing from it, unix milliseconds. */
export interface LastListed {
  listedMs: number;
  goneMs: number;
}

/** Time of an outcome in words whose settlement was not observed; before every requested range. */
export const unknownSettledMs = 0;

/**
 * Settlement time of an outcome, unix milliseconds, which the exchange does not give. With price terms: their expiry. Otherwise:
 * when reads saw the outcome leave the list; else the last past time that its template names. The time of the read says nothing
 * about an outcome in words, because a first start reads all outcomes ever settled. Outcomes from templates are at most months
 * old.
 *
 * @param nowMs time of the read
 * @param lastListed undefined if no read of this process had the outcome
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

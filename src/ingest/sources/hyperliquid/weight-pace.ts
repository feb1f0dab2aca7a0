import type { WeightBudget } from './weight-budget.ts';

export interface WeightPaceOptions {
  /** Weight per window, of the budget. */
  limit: number;
  windowMs?: number;
  /** The heaviest request there is: so much may go at once. */
  heaviest: number;
}

/** Of the limit; that much may go at once where it is more than the heaviest request. */
const burstShare = 0.1;

/**
 * Spreads a budget over its window. A rolling window alone gives weight back as it was spent, in a rush a minute later:
 * a request that waits then takes it, whatever its share, and what becomes urgent a moment later waits for the next minute. A token
 * bucket, held as the time when it is full (GCRA).
 *
 * @returns the budget, which has room no sooner than before; over many windows as much as before
 */
export function paceWeight(budget: WeightBudget, options: WeightPaceOptions): WeightBudget {
  const { limit, windowMs = 61_000, heaviest } = options;
  const msPerWeight = windowMs / limit;
  const burst = Math.min(limit, Math.max(heaviest, limit * burstShare));
  let fullMs = Number.NEGATIVE_INFINITY;

  /** Whole milliseconds: a sum of waits comes to its end. */
  function paceMs(weight: number, nowMs: number): number {
    return Math.ceil(fullMs - nowMs - (burst - weight) * msPerWeight);
  }

  return {
    ...budget,
    reserve(weight, nowMs) {
      const reservation = paceMs(weight, nowMs) > 0 ? undefined : budget.reserve(weight, nowMs);
      if (reservation === undefined) return undefined;
      fullMs = Math.max(fullMs, nowMs) + weight * msPerWeight;
      return {
        settle(actual, settledMs) {
          fullMs -= (weight - actual) * msPerWeight;
          reservation.settle(actual, settledMs);
        },
      };
    },
    waitMs: (weight, nowMs) => Math.max(0, paceMs(weight, nowMs), budget.waitMs(weight, nowMs)),
  };
}

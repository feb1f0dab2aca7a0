import type { WeightBudget } from './weight-budget.ts';

export interface WeightPaceOptions {
  /** Weight per window, of the budget. */
  limit: number;
  windowMs?: number;
  /** Weight that may be spent at once. */
  burst?: number;
}

/**
 * Spreads a budget over its window: the rest behind a burst comes evenly. A rolling window alone gives weight back as it was
 * spent, in a rush a minute later: whoever waits then takes it, whatever his share, and what becomes urgent a moment later
 * waits for the next minute.
 *
 * @returns the budget, which has room no sooner than before; a token bucket, told as the time when it is full (GCRA)
 */
export function paceWeight(budget: WeightBudget, options: WeightPaceOptions): WeightBudget {
  const { limit, windowMs = 61_000, burst = limit / 4 } = options;
  const msPerWeight = windowMs / limit;
  let fullMs = Number.NEGATIVE_INFINITY;

  /** A request larger than the burst goes when the bucket is full. Whole milliseconds: a sum of waits comes to its end. */
  function paceMs(weight: number, nowMs: number): number {
    return Math.ceil(fullMs - nowMs - Math.max(0, burst - weight) * msPerWeight);
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

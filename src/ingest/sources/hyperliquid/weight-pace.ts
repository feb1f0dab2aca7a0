import type { WeightBudget } from './weight-budget.ts';

export interface WeightPaceOptions {
  /** Weight per window of the budget. */
  limit: number;
  windowMs?: number;
  /** Weight of the heaviest request; the burst allows at least this much. */
  heaviest: number;
}

/** Burst as a share of the limit; at least the heaviest request. */
const burstShare = 0.1;

/**
 * Spreads a budget over its window. A plain rolling window frees weight in the same burst in which it was spent, a minute later: a
 * waiting request takes it regardless of its share, and requests that become urgent a moment later wait for the next minute. Implemented
 * as a token bucket, stored as the time when it is full (GCRA).
 *
 * @returns the budget; never has room earlier than before, and the same total over many windows
 */
export function paceWeight(budget: WeightBudget, options: WeightPaceOptions): WeightBudget {
  const { limit, windowMs = 61_000, heaviest } = options;
  const msPerWeight = windowMs / limit;
  const burst = Math.min(limit, Math.max(heaviest, limit * burstShare));
  let fullMs = Number.NEGATIVE_INFINITY;

  /** Rounds to whole milliseconds, so that repeated waits terminate. */
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

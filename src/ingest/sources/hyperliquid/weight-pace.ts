import { createWeightBudget, type WeightBudget } from './weight-budget.ts';

export interface WeightPaceOptions {
  /** Weight per window, of the budget. */
  limit: number;
  windowMs?: number;
  /** The heaviest request there is. */
  heaviest: number;
}

/** Of a window; in each no more than its part is spent. */
const parts = 5;

/**
 * Spreads a budget over its window: in a fifth of the window goes a fifth of the weight. A rolling window alone gives weight
 * back as it was spent, in a rush a minute later: whoever waits then takes it, whatever his share, and what becomes urgent a
 * moment later waits for the next minute.
 *
 * @returns the budget, which has room no sooner than before; over many windows as much as before
 */
export function paceWeight(budget: WeightBudget, options: WeightPaceOptions): WeightBudget {
  const { limit, windowMs = 61_000, heaviest } = options;
  const partLimit = Math.min(limit, Math.max(heaviest, limit / parts));
  // Parts that are full one after the other are a full window, so that this one never makes a pause.
  const part = createWeightBudget({ limit: partLimit, windowMs: (windowMs * partLimit) / limit });
  return {
    ...budget,
    reserve(weight, nowMs) {
      if (part.waitMs(weight, nowMs) > 0) return undefined;
      const ofWindow = budget.reserve(weight, nowMs);
      if (ofWindow === undefined) return undefined;
      const ofPart = part.reserve(weight, nowMs);
      return {
        settle(actual, settledMs) {
          for (const reservation of [ofWindow, ofPart]) reservation?.settle(actual, settledMs);
        },
      };
    },
    waitMs: (weight, nowMs) => Math.max(part.waitMs(weight, nowMs), budget.waitMs(weight, nowMs)),
  };
}

/** Weight that was taken for one request. */
export interface Reservation {
  /**
   * Replaces the reserved weight by what the exchange counted. To be called once, when the answer is there (or will not
   * come): the exchange counted at some moment before.
   */
  settle(weight: number, nowMs: number): void;
}

/**
 * The weight one IP may use in a minute (docs/exchange.md#request-limits). Pure: every call is given the
 * time.
 */
export interface WeightBudget {
  /** Takes `weight` where there is room for it, undefined where there is not. */
  reserve(weight: number, nowMs: number): Reservation | undefined;
  /** Milliseconds until there is room for `weight`; Infinity where that depends on requests that are under way. */
  waitMs(weight: number, nowMs: number): number;
  /** Weight in use. */
  used(nowMs: number): number;
  /** What is in use and for how much longer, oldest first; weight of requests that are under way for a whole window. */
  spent(nowMs: number): Spent[];
  /** Counts what was spent before this budget was made, by another process. */
  carry(spent: readonly Spent[], nowMs: number): void;
}

/** Weight that is in use for so much longer. */
export interface Spent {
  weight: number;
  leftMs: number;
}

export interface WeightBudgetOptions {
  /** Weight per window. */
  limit?: number;
  /** A second more than the exchange's minute: how exactly it measures is not known. */
  windowMs?: number;
}

/** Weight that was settled within so long is one entry, which ends with the last of it: a bound on what is remembered. */
const entryMs = 100;

/**
 * A rolling window that the exchange's own, rolling or fixed, never sees exceeded: a request uses its largest weight from
 * before it is sent, and the weight it turned out to have until a whole window after its answer.
 */
export function createWeightBudget(options: WeightBudgetOptions = {}): WeightBudget {
  const { limit = 1_200, windowMs = 61_000 } = options;
  /** Settled weights, oldest first. */
  const settled: { weight: number; fromMs: number; untilMs: number }[] = [];
  let settledWeight = 0;
  let reserved = 0;

  function expire(nowMs: number): void {
    let expired = 0;
    while (expired < settled.length && settled[expired]!.untilMs <= nowMs) {
      settledWeight -= settled[expired]!.weight;
      expired += 1;
    }
    settled.splice(0, expired);
  }

  function add(weight: number, untilMs: number): void {
    settledWeight += weight;
    const last = settled.at(-1);
    if (last === undefined || untilMs - last.fromMs >= entryMs) {
      settled.push({ weight, fromMs: untilMs, untilMs });
      return;
    }
    last.weight += weight;
    last.untilMs = Math.max(last.untilMs, untilMs);
  }

  return {
    reserve(weight, nowMs) {
      if (weight > limit) throw new RangeError(`a request of weight ${weight} never fits into ${limit}`);
      expire(nowMs);
      if (reserved + settledWeight + weight > limit) return undefined;
      reserved += weight;
      return {
        settle(actual, settledMs) {
          reserved -= weight;
          add(actual, settledMs + windowMs);
        },
      };
    },
    waitMs(weight, nowMs) {
      expire(nowMs);
      let excess = reserved + settledWeight + weight - limit;
      if (excess <= 0) return 0;
      for (const entry of settled) {
        excess -= entry.weight;
        if (excess <= 0) return entry.untilMs - nowMs;
      }
      return Number.POSITIVE_INFINITY;
    },
    used(nowMs) {
      expire(nowMs);
      return reserved + settledWeight;
    },
    spent(nowMs) {
      expire(nowMs);
      const entries = settled.map(({ weight, untilMs }) => ({ weight, leftMs: untilMs - nowMs }));
      return reserved > 0 ? [...entries, { weight: reserved, leftMs: windowMs }] : entries;
    },
    carry(spent, nowMs) {
      for (const { weight, leftMs } of spent) if (leftMs > 0) add(weight, nowMs + Math.min(leftMs, windowMs));
    },
  };
}

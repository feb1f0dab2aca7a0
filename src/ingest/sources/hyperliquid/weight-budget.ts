/** Weight reserved for one request. */
export interface Reservation {
  /**
   * Replaces the reserved weight with the weight that the exchange counted. Call once, after the answer or a failure: the exchange
   * counted at some moment before.
   */
  settle(weight: number, nowMs: number): void;
}

/** Weight that one IP address may use in a minute (docs/exchange.md#request-limits). Pure: the time is an argument. */
export interface WeightBudget {
  /** Reserves `weight`; undefined without room. */
  reserve(weight: number, nowMs: number): Reservation | undefined;
  /** Milliseconds until there is room for `weight`; Infinity if that depends on requests in flight. */
  waitMs(weight: number, nowMs: number): number;
  used(nowMs: number): number;
  /** Weight in use with its remaining time, oldest first; requests in flight count for a whole window. */
  spent(nowMs: number): Spent[];
  /** Adds weight that an earlier process spent. */
  carry(spent: readonly Spent[], nowMs: number): void;
}

export interface Spent {
  weight: number;
  leftMs: number;
}

export interface WeightBudgetOptions {
  /** Weight per window. */
  limit?: number;
  /** One second longer than the exchange's minute, because its precision is unknown. */
  windowMs?: number;
}

/** Weight settled within this time is merged into one entry, which expires with the last of it: limits memory. */
const entryMs = 100;

/**
 * Rolling window that never exceeds the exchange's own window, rolling or fixed: a request uses its maximum weight from before it is
 * sent, and its actual weight until a whole window after its answer.
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

/** What weight is spent on. */
export const lanes = ['markets', 'histories', 'wallets', 'roles'] as const;
export type Lane = (typeof lanes)[number];

/** One value for each lane. */
export function perLane<T>(value: (lane: Lane) => T): Record<Lane, T> {
  return Object.fromEntries(lanes.map((lane) => [lane, value(lane)])) as Record<Lane, T>;
}

/** Divides the weight among lanes: start-time fair queueing, by the weight that was counted. Pure. */
export interface WeightShares {
  /**
   * The lane whose turn it is, of those that have something to ask for: none has had less of its share. One that asked for
   * nothing has saved nothing up: its share went to the others.
   */
  next(waiting: ReadonlySet<Lane>): Lane | undefined;
  /** @param weight negative where a request turned out lighter than it was taken for */
  spent(lane: Lane, weight: number): void;
}

/** @param shares of the weight while every lane has something to ask for, in proportion to each other */
export function createWeightShares(shares: Record<Lane, number>): WeightShares {
  /** Weight of each lane in parts of its share. */
  const passes = perLane(() => 0);
  let before: ReadonlySet<Lane> = new Set();
  /** Where the lane stood that came last. */
  let reached = 0;
  return {
    next(waiting) {
      let first: Lane | undefined;
      for (const lane of waiting) {
        if (!before.has(lane)) passes[lane] = Math.max(passes[lane], reached);
        if (first === undefined || passes[lane] < passes[first]) first = lane;
      }
      before = new Set(waiting);
      if (first !== undefined) reached = passes[first];
      return first;
    },
    spent(lane, weight) {
      passes[lane] += weight / shares[lane];
    },
  };
}

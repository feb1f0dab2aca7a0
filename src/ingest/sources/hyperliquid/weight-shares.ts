/** What weight is spent on. */
export const weightGroups = ['markets', 'histories', 'wallets', 'roles'] as const;
export type WeightGroup = (typeof weightGroups)[number];

/** One value for each group. */
export function perGroup<T>(value: (group: WeightGroup) => T): Record<WeightGroup, T> {
  return Object.fromEntries(weightGroups.map((group) => [group, value(group)])) as Record<WeightGroup, T>;
}

/** Divides the weight among groups: start-time fair queueing, by the weight that was counted. Pure. */
export interface WeightShares {
  /**
   * The group whose turn it is, of those that have something to ask for: none has had less of its share. One that asked for
   * nothing has saved nothing up: its share went to the others.
   */
  next(waiting: ReadonlySet<WeightGroup>): WeightGroup | undefined;
  /** @param weight negative where a request turned out lighter than it was taken for */
  spent(group: WeightGroup, weight: number): void;
}

/** @param shares of the weight while every group has something to ask for, in proportion to each other */
export function createWeightShares(shares: Record<WeightGroup, number>): WeightShares {
  /** Weight of each group in parts of its share. */
  const passes = perGroup(() => 0);
  let before: ReadonlySet<WeightGroup> = new Set();
  /** Where the group stood that came last. */
  let reached = 0;
  return {
    next(waiting) {
      let first: WeightGroup | undefined;
      for (const group of waiting) {
        if (!before.has(group)) passes[group] = Math.max(passes[group], reached);
        if (first === undefined || passes[group] < passes[first]) first = group;
      }
      before = new Set(waiting);
      if (first !== undefined) reached = passes[first];
      return first;
    },
    spent(group, weight) {
      passes[group] += weight / shares[group];
    },
  };
}

export const weightGroups = ['markets', 'histories', 'wallets', 'roles'] as const;
export type WeightGroup = (typeof weightGroups)[number];

export function perGroup<T>(value: (group: WeightGroup) => T): Record<WeightGroup, T> {
  return Object.fromEntries(weightGroups.map((group) => [group, value(group)])) as Record<WeightGroup, T>;
}

/** Divides the weight among groups: start-time fair queueing, by the weight counted. Pure. */
export interface WeightShares {
  /**
   * Next group among those with waiting requests: the one that has used the least of its share. An idle group saves nothing: the others
   * used its share.
   */
  next(waiting: ReadonlySet<WeightGroup>): WeightGroup | undefined;
  /** @param weight negative if a request was lighter than reserved */
  spent(group: WeightGroup, weight: number): void;
}

/** @param shares relative shares of the weight while every group has waiting requests */
export function createWeightShares(shares: Record<WeightGroup, number>): WeightShares {
  /** Weight of each group, divided by its share. */
  const passes = perGroup(() => 0);
  let before: ReadonlySet<WeightGroup> = new Set();
  /** Pass value of the group chosen last. */
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

/**
 * Pages by `limit` and `offset` use one total order, so that they neither overlap nor skip a row while the data
 * do not change: rows with equal rank are ordered by their key.
 */

/** What rows are ordered by: a value of each, the largest first where `descending`. */
export interface OrderKey<R> {
  value(row: R): number | string;
  descending?: boolean;
}

export const descending = <R>(value: (row: R) => number | string): OrderKey<R> => ({
  value,
  descending: true,
});
export const ascending = <R>(value: (row: R) => number | string): OrderKey<R> => ({ value });

/** @param keys the last one names a row: no two rows have the same */
export function totalOrder<R>(...keys: readonly OrderKey<R>[]): (a: R, b: R) => number {
  return (a, b) => {
    for (const { value, descending: isDescending } of keys) {
      const [one, other] = [value(a), value(b)];
      if (one === other) continue;
      return one < other === (isDescending === true) ? 1 : -1;
    }
    return 0;
  };
}

export function pageOf<R>(ordered: readonly R[], { limit, offset }: { limit: number; offset: number }): R[] {
  return ordered.slice(offset, offset + limit);
}

/** Parameters of a query that ends with {@link pageSql}. */
export const pageParams = { limit: 'UInt64', offset: 'UInt64' } as const;

/**
 * @param rankedBy as in ORDER BY: `pnl_usd DESC`
 * @param namedBy columns that name a row: `wallet`
 */
export function pageSql(rankedBy: string, namedBy: string): string {
  return `ORDER BY ${rankedBy}, ${namedBy} LIMIT {limit:UInt64} OFFSET {offset:UInt64}`;
}

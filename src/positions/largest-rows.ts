import type { PositionColumns } from './position-columns.ts';
import type { Positions } from './positions.ts';

/** The rows of one side with the largest notional, found without an object for any other. */
export interface LargestRows {
  offer(row: number, notional: number): void;
  /** Largest first; of equal ones by address. */
  rows(): number[];
}

/** @param limit how many of them */
export function createLargestRows(
  { wallet }: PositionColumns,
  { compare }: Pick<Positions, 'compare'>,
  limit: number,
): LargestRows {
  const rows = new Int32Array(limit);
  const notionals = new Float64Array(limit);
  let count = 0;

  function standsBefore(row: number, notional: number, place: number): boolean {
    if (notional !== notionals[place]!) return notional > notionals[place]!;
    return compare(wallet[row]!, wallet[rows[place]!]!) < 0;
  }

  return {
    offer(row, notional) {
      if (count === limit && !standsBefore(row, notional, limit - 1)) return;
      if (count < limit) count += 1;
      let place = count - 1;
      for (; place > 0 && standsBefore(row, notional, place - 1); place--) {
        rows[place] = rows[place - 1]!;
        notionals[place] = notionals[place - 1]!;
      }
      rows[place] = row;
      notionals[place] = notional;
    },
    rows: () => [...rows.subarray(0, count)],
  };
}

import { compareAddresses } from '../domain/wallet-index.ts';
import type { Columns } from './columns.ts';
import { ascendingOrder } from './value-order.ts';

/**
 * Ranking of wallets: by the first value, largest first; ties by the next value, finally by address. Each function gets the columns
 * once and returns a function that is called for many rows.
 */
export interface RankOrder<N extends string = string> {
  /** Rows to rank; default: all. */
  listed?: (columns: Columns<N>) => (row: number) => boolean;
  /** Rows with a NaN first value are omitted, too; the other values are never NaN. */
  by: readonly [RankValue<N>, ...RankValue<N>[]];
}

export type RankValue<N extends string = string> = (columns: Columns<N>) => (row: number) => number;

/** `key` is the first value, or NaN if a row is not ranked. */
function valuesOf({ listed, by }: RankOrder, columns: Columns) {
  const [first, ...others] = by.map((value) => value(columns));
  const isListed = listed?.(columns) ?? (() => true);
  return { first: first!, others, key: (row: number) => (isListed(row) ? first!(row) : Number.NaN) };
}

/** Rows by address, the final tie-breaker. @param chunks of the wallet index */
export function addressOrder(chunks: readonly Uint8Array[], count: number): Uint32Array {
  const firstBytes = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const chunk = chunks[row >>> 16]!;
    const at = (row & 0xffff) * 20;
    firstBytes[row] =
      ((chunk[at]! * 256 + chunk[at + 1]!) * 256 + chunk[at + 2]!) * 65_536 +
      chunk[at + 3]! * 256 +
      chunk[at + 4]!;
  }
  const order = ascendingOrder(firstBytes);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && firstBytes[order[to]!] === firstBytes[order[from]!]) to += 1;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareAddresses(chunks, a, b));
    from = to;
  }
  return order;
}

/** All ranked rows in order. @param byAddress see {@link addressOrder} */
export function rankedRows(order: RankOrder, columns: Columns, byAddress: Uint32Array): Uint32Array {
  const { first, others, key } = valuesOf(order, columns);
  let rows: Uint32Array = byAddress.filter((row) => !Number.isNaN(key(row)));
  // The last value first: each pass is stable and keeps the previous order of ties.
  for (const value of [first, ...others].toReversed()) {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) values[i] = -value(rows[i]!);
    const places = ascendingOrder(values);
    for (let i = 0; i < places.length; i++) places[i] = rows[places[i]!]!;
    rows = places;
  }
  return rows;
}

/** Rows whose values change: `rows[i]` has its current values in `columns`, and its new values at `i` of `changed`. */
export interface ChangedRows {
  columns: Columns;
  rows: Uint32Array;
  changed: Columns;
  /** Of the wallet index. */
  chunks: readonly Uint8Array[];
  /** Number of rows in the columns before the change. */
  knownRows: number;
}

/** Changes of an order: places that rows leave, and places before which rows are inserted. */
export interface OrderMoves {
  /** Ascending. */
  leave: Uint32Array;
  /** Ascending, parallel to `comeRows`; rows inserted before the same place are in rank order. */
  come: Uint32Array;
  comeRows: Uint32Array;
}

/** Moves that changed rows cause in an order, found by binary search. Writes nothing. */
export function orderMoves(ranked: RankOrder, order: Uint32Array, change: ChangedRows): OrderMoves {
  const { columns, rows, changed, chunks, knownRows } = change;
  const now = valuesOf(ranked, columns);
  const next = valuesOf(ranked, changed);
  type Values = typeof now;
  /** Negative if `a` ranks before `b`; their first values are equal. */
  const compareAlike = (from: Values, a: number, rowA: number, to: Values, b: number, rowB: number) => {
    for (let i = 0; i < from.others.length; i++) {
      const difference = to.others[i]!(b) - from.others[i]!(a);
      if (difference !== 0) return difference;
    }
    return compareAddresses(chunks, rowA, rowB);
  };
  /** The first place whose row does not rank before `row`, whose values are at `at` of `values`. */
  const placeOf = (values: Values, at: number, row: number): number => {
    const key = values.first(at);
    const { first } = now;
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = order[middle]!;
      const value = first(other);
      if (value > key || (value === key && compareAlike(now, other, other, values, at, row) < 0)) {
        low = middle + 1;
      } else high = middle;
    }
    return low;
  };
  const leave: number[] = [];
  const come: { place: number; at: number }[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const [was, is] = [row < knownRows ? now.key(row) : Number.NaN, next.key(i)];
    if (was === is && now.others.every((value, other) => value(row) === next.others[other]!(i))) continue;
    if (!Number.isNaN(was)) leave.push(placeOf(now, row, row));
    if (!Number.isNaN(is)) come.push({ place: placeOf(next, i, row), at: i });
  }
  come.sort((a, b) => {
    const difference = a.place - b.place || next.first(b.at) - next.first(a.at);
    return difference || compareAlike(next, a.at, rows[a.at]!, next, b.at, rows[b.at]!);
  });
  return {
    leave: Uint32Array.from(leave).sort(),
    come: Uint32Array.from(come, ({ place }) => place),
    comeRows: Uint32Array.from(come, ({ at }) => rows[at]!),
  };
}

/** Writes the moved order by copying the blocks between moves. @returns number of rows */
export function writeMoved(order: Uint32Array, moves: OrderMoves, into: Uint32Array): number {
  const { leave, come, comeRows } = moves;
  let [from, to] = [0, 0];
  const copyUpTo = (end: number): void => {
    into.set(order.subarray(from, end), to);
    to += end - from;
    from = end;
  };
  for (let i = 0, j = 0; i < leave.length || j < come.length; ) {
    if (j < come.length && (i === leave.length || come[j]! <= leave[i]!)) {
      copyUpTo(come[j]!);
      into[to++] = comeRows[j++]!;
    } else {
      copyUpTo(leave[i++]!);
      from += 1;
    }
  }
  copyUpTo(order.length);
  return to;
}

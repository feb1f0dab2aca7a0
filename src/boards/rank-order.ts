import { compareAddresses } from '../domain/wallet-index.ts';
import type { Columns } from './columns.ts';
import { ascendingOrder } from './value-order.ts';

/** How wallets are ranked: by the first value, the larger one first; those alike by the next value, in the end by address. */
export interface RankOrder<N extends string = string> {
  /** Where the first one is NaN the row is left out; the others are never NaN. */
  by: readonly [RankValue<N>, ...RankValue<N>[]];
}

export type RankValue<N extends string = string> = (columns: Columns<N>, row: number) => number;

/** The rows by address, which is their order where nothing else tells them apart. @param chunks of the wallet index */
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
export function rankedRows({ by }: RankOrder, columns: Columns, byAddress: Uint32Array): Uint32Array {
  const [first] = by;
  let rows: Uint32Array = byAddress.filter((row) => !Number.isNaN(first(columns, row)));
  // The last one first: each pass keeps what the one before it decided among rows alike.
  for (const value of by.toReversed()) {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) values[i] = -value(columns, rows[i]!);
    const places = ascendingOrder(values);
    for (let i = 0; i < places.length; i++) places[i] = rows[places[i]!]!;
    rows = places;
  }
  return rows;
}

/** Rows whose values change: `rows[i]` has those of `columns` now, and those at `i` of `changed` next. */
export interface ChangedRows {
  columns: Columns;
  rows: Uint32Array;
  changed: Columns;
  /** Of the wallet index. */
  chunks: readonly Uint8Array[];
  /** Rows that had a place in the columns before. */
  knownRows: number;
}

/** Where an order changes: places in it that rows leave, and places before which rows come. */
export interface OrderMoves {
  /** Ascending. */
  leave: Uint32Array;
  /** Ascending, with the row that comes; several rows before one place in their own order. */
  come: Uint32Array;
  comeRows: Uint32Array;
}

/** What the changed rows do to an order, found by binary search in it. Nothing is written. */
export function orderMoves({ by }: RankOrder, order: Uint32Array, change: ChangedRows): OrderMoves {
  const { columns, rows, changed, chunks, knownRows } = change;
  /** Below zero where row `a` stands before `b`. */
  const compare = (
    from: Columns,
    a: number,
    rowA: number,
    into: Columns,
    b: number,
    rowB: number,
  ): number => {
    for (const value of by) {
      const difference = value(into, b) - value(from, a);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return compareAddresses(chunks, rowA, rowB);
  };
  /** The first place whose row does not stand before row `rows[i]`, which has the values at `at` of `from`. */
  const placeOf = (from: Columns, at: number, row: number): number => {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = order[middle]!;
      if (compare(columns, other, other, from, at, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const leave: number[] = [];
  const come: { place: number; at: number }[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const was = row < knownRows && !Number.isNaN(by[0](columns, row));
    const is = !Number.isNaN(by[0](changed, i));
    if (was && is && by.every((value) => value(columns, row) === value(changed, i))) continue;
    if (was) leave.push(placeOf(columns, row, row));
    if (is) come.push({ place: placeOf(changed, i, row), at: i });
  }
  come.sort((a, b) => a.place - b.place || compare(changed, a.at, rows[a.at]!, changed, b.at, rows[b.at]!));
  return {
    leave: Uint32Array.from(leave).sort(),
    come: Uint32Array.from(come, ({ place }) => place),
    comeRows: Uint32Array.from(come, ({ at }) => rows[at]!),
  };
}

/** Writes the order with its moves done, by copying the blocks between them. @returns how many rows it has */
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

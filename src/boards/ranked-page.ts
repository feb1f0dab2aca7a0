import type { Board } from './board.ts';
import type { RankOrder } from './rank-order.ts';

/** A page from one end of an order; a floor filters rows by a column. */
export interface PageRequest {
  order: string;
  /** Declaration of the order. */
  by: RankOrder;
  limit: number;
  /** Rows left out before the first; default: 0. */
  offset?: number;
  /** Starts with the last rank; ties are still ranked by their other values and address. */
  fromLast?: boolean;
  floor?: Floor;
}

export interface Floor {
  column: string;
  /** An order by the column alone. */
  order: string;
  least: number;
  /** Up to this many rows above the floor are sorted. With more, the order is scanned, since some are near the requested end. */
  fewRows?: number;
}

const defaultFewRows = 4_096;

/** Rows of a page, and the number of rows of the order above the floor. */
export interface RankedPage {
  rows: Uint32Array;
  matching: number;
}

export function rankedPage(board: Board, request: PageRequest): RankedPage {
  const { order: name, by, limit, offset = 0, fromLast = false, floor } = request;
  const order = board.orders[name]!;
  const first = by.by[0](board.columns);
  const cut = { offset, limit };
  const ranked = fromLast ? fromEnd(order, first) : order.values();
  if (floor === undefined) {
    const rows = fromLast ? take(cut, () => true, ranked) : order.subarray(offset, offset + limit);
    return { rows: Uint32Array.from(rows), matching: order.length };
  }
  const { [floor.column]: values } = board.columns;
  const above = board.orders[floor.order]!;
  const count = firstPlace(above, (row) => values![row]! < floor.least);
  const listed = by.listed?.(board.columns) ?? (() => true);
  const isRanked = (row: number) => listed(row) && !Number.isNaN(first(row));
  if (count > (floor.fewRows ?? defaultFewRows)) {
    const reaches = (row: number) => values![row]! >= floor.least;
    const matching = above.length === order.length ? count : countOf(above.subarray(0, count), isRanked);
    return { rows: Uint32Array.from(take(cut, reaches, ranked)), matching };
  }
  const few = above
    .subarray(0, count)
    .filter(isRanked)
    .sort(rowOrder(board, by, fromLast));
  return { rows: few.subarray(offset, offset + limit), matching: few.length };
}

function countOf(rows: Uint32Array, accept: (row: number) => boolean): number {
  let count = 0;
  for (const row of rows) if (accept(row)) count += 1;
  return count;
}

/** Comparator: negative if row `a` comes before `b`. */
function rowOrder(board: Board, { by }: RankOrder, fromLast: boolean) {
  const values = by.map((value) => value(board.columns));
  return (a: number, b: number): number => {
    for (const [i, value] of values.entries()) {
      const [one, other] = [value(a), value(b)];
      if (one === other) continue;
      return one > other === (fromLast && i === 0) ? 1 : -1;
    }
    return board.compareAddresses(a, b);
  };
}

function* take(
  { offset, limit }: { offset: number; limit: number },
  accept: (row: number) => boolean,
  rows: Iterable<number>,
): Generator<number> {
  let seen = 0;
  for (const row of rows) {
    if (seen >= offset + limit) return;
    if (accept(row) && ++seen > offset) yield row;
  }
}

/** Rows from the last value to the first; rows with equal values keep their order. */
function* fromEnd(order: Uint32Array, value: (row: number) => number): Generator<number> {
  for (let end = order.length; end > 0; ) {
    const last = value(order[end - 1]!);
    const from = firstPlace(order, (row) => value(row) <= last);
    for (let i = from; i < end; i++) yield order[i]!;
    end = from;
  }
}

/** The first place where a condition holds; from there it must hold to the end. */
function firstPlace(order: Uint32Array, holds: (row: number) => boolean): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(order[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

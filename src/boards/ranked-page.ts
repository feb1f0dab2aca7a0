import type { Board } from './board.ts';
import type { RankOrder } from './rank-order.ts';

/** Rows from one end of an order, of which a number of the row must reach a floor. */
export interface PageRequest {
  /** Name of the order. */
  order: string;
  /** How it is declared. */
  by: RankOrder;
  limit: number;
  /** Begins with the last rank, those alike still by their other values and address. */
  fromLast?: boolean;
  floor?: Floor;
}

export interface Floor {
  column: string;
  /** An order by the column alone. */
  order: string;
  least: number;
  /** With fewer rows above the floor they are sorted; with more, some of them stand near the end that is asked. */
  fewRows?: number;
}

const defaultFewRows = 4_096;

/** The first rows of an order, or of its other end. */
export function rankedPage(
  board: Board,
  { order: name, by, limit, fromLast = false, floor }: PageRequest,
): Uint32Array {
  const order = board.orders[name]!;
  const first = by.by[0](board.columns);
  if (floor === undefined) {
    const all = () => true;
    return Uint32Array.from(take(limit, all, fromLast ? fromEnd(order, first) : order));
  }
  const { [floor.column]: values } = board.columns;
  const above = board.orders[floor.order]!;
  const count = firstPlace(above, (row) => values![row]! < floor.least);
  if (count > (floor.fewRows ?? defaultFewRows)) {
    const reaches = (row: number) => values![row]! >= floor.least;
    return Uint32Array.from(take(limit, reaches, fromLast ? fromEnd(order, first) : order));
  }
  const listed = by.listed?.(board.columns) ?? (() => true);
  const few = above.subarray(0, count).filter((row) => listed(row) && !Number.isNaN(first(row)));
  return few.sort(rowOrder(board, by, fromLast)).subarray(0, limit);
}

/** Below zero where row `a` comes before `b`. */
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

function* take(limit: number, accept: (row: number) => boolean, rows: Iterable<number>): Generator<number> {
  let taken = 0;
  if (limit > 0) {
    for (const row of rows) {
      if (!accept(row)) continue;
      yield row;
      if (++taken === limit) return;
    }
  }
}

/** The rows from the last value on: those with equal values stay in their order. */
function* fromEnd(order: Uint32Array, value: (row: number) => number): Generator<number> {
  for (let end = order.length; end > 0; ) {
    const last = value(order[end - 1]!);
    const from = firstPlace(order, (row) => value(row) <= last);
    for (let i = from; i < end; i++) yield order[i]!;
    end = from;
  }
}

/** The first place from which on the condition holds, which once it holds holds to the end. */
function firstPlace(order: Uint32Array, holds: (row: number) => boolean): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(order[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

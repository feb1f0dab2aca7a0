import type { Span } from '../kernel/span.ts';
import { type Columns, type ColumnTypes, sharedColumns } from './columns.ts';

/** Columns of a fill. Amounts are the doubles nearest to the exact decimals. */
const columnTypes = {
  /** Unix milliseconds. */
  timeMs: 'float64',
  /** Number inside the millisecond. */
  seq: 'uint32',
  /** Number in the registry of wallets. */
  wallet: 'uint32',
  /** Numbers of coin and direction names; `RecentFills` resolves them. */
  coin: 'uint32',
  direction: 'uint16',
  /** 1 for a buy. */
  isBuy: 'uint8',
  price: 'float64',
  size: 'float64',
  volume: 'float64',
  pnl: 'float64',
  fee: 'float64',
  tid: 'float64',
  startPosition: 'float64',
} as const satisfies ColumnTypes;

export type FillColumn = keyof typeof columnTypes;
export type RecentFillColumns = Columns<FillColumn>;
const names = Object.keys(columnTypes) as FillColumn[];

/** Fills as columns, in the order of {@link RecentFillTable}. */
export interface FillRows {
  columns: RecentFillColumns;
  count: number;
}

export function fillRows(capacity: number): FillRows {
  return { columns: sharedColumns(columnTypes, capacity), count: 0 };
}

export function reverse({ columns, count }: FillRows): void {
  for (const name of names) columns[name].subarray(0, count).reverse();
}

export function joined(parts: readonly FillRows[]): FillRows {
  const all = fillRows(parts.reduce((sum, { count }) => sum + count, 0));
  for (const part of parts) append(all, part, 0, part.count);
  return all;
}

function append(to: FillRows, { columns }: FillRows, start: number, end: number): void {
  for (const name of names) to.columns[name].set(columns[name].subarray(start, end), to.count);
  to.count += end - start;
}

/** Fills to replace by those read again: all fills of the wallets in the span. */
export interface ReplacedFills extends Span {
  wallets: ReadonlySet<number>;
}

/**
 * The newest fills of all wallets, by time, number inside the millisecond, and descending address. Feeds list them in the reverse
 * order.
 */
export interface RecentFillTable extends Readonly<FillRows> {
  /** No fill is missing since this time, unix milliseconds; 0 = the table holds all fills. */
  readonly fromMs: number;
  /** Place of the first fill at this time or later. */
  placeOf(timeMs: number): number;
  /** Replaces fills by others, which must be in order. */
  replace(fills: FillRows, replaced: ReplacedFills): void;
}

/**
 * @param first initial fills, in order
 * @param options.limit minimum fills to keep; at most a quarter more
 * @param options.fromMs see {@link RecentFillTable.fromMs}
 * @param options.compareWallets compares two wallet numbers by address
 */
export function createRecentFillTable(
  first: FillRows,
  options: { limit: number; fromMs: number; compareWallets(a: number, b: number): number },
): RecentFillTable {
  const { limit, compareWallets } = options;
  const capacity = Math.max(limit + (limit >> 2), first.count);
  const table = fillRows(capacity);
  const { columns } = table;
  let { fromMs } = options;
  append(table, first, 0, first.count);

  function placeOf(timeMs: number): number {
    let [low, high] = [0, table.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (columns.timeMs[middle]! < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function drop(gone: number): void {
    for (const name of names) columns[name].copyWithin(0, gone, table.count);
    table.count -= gone;
  }

  /** Drops the oldest fills if the new ones do not fit. */
  function makeRoom(wanted: number): void {
    if (table.count + wanted <= capacity) return;
    const gone = Math.min(table.count, table.count + wanted - limit);
    // The last millisecond with dropped fills is incomplete.
    fromMs = columns.timeMs[gone - 1]! + 1;
    drop(gone);
  }

  /** Whether row `i` of `a` sorts before row `j` of `b`. */
  function isBefore(a: RecentFillColumns, i: number, b: RecentFillColumns, j: number): boolean {
    return (
      (a.timeMs[i]! - b.timeMs[j]! || a.seq[i]! - b.seq[j]! || compareWallets(b.wallet[j]!, a.wallet[i]!)) < 0
    );
  }

  function merge(fills: FillRows, { fromMs: since, toMs, wallets }: ReplacedFills): void {
    const at = placeOf(since);
    const tail = fillRows(table.count - at);
    for (const name of names) tail.columns[name].set(columns[name].subarray(at, table.count));
    const { timeMs, wallet } = tail.columns;
    const length = table.count - at;
    table.count = at;
    let next = 0;
    for (let i = 0; i < length; i++) {
      if (timeMs[i]! <= toMs && wallets.has(wallet[i]!)) continue;
      const from = next;
      while (next < fills.count && isBefore(fills.columns, next, tail.columns, i)) next++;
      if (next > from) append(table, fills, from, next);
      for (const name of names) columns[name][table.count] = tail.columns[name][i]!;
      table.count += 1;
    }
    append(table, fills, next, fills.count);
  }

  return {
    columns,
    get count() {
      return table.count;
    },
    get fromMs() {
      return fromMs;
    },
    placeOf,
    replace(fills, replaced) {
      if (fills.count > limit >> 2) throw new Error(`${fills.count} fills at once: at most ${limit >> 2}`);
      makeRoom(fills.count);
      merge(fills, replaced);
      // Drops late fills from before the kept range.
      drop(placeOf(fromMs));
    },
  };
}

import type { Span } from '../../../../src/kernel/span.ts';

/** Typed columns of one length in rows; a column may hold several elements of each row. */
type Columns = Record<
  string,
  { readonly length: number; set(from: never): void; subarray(from: number, to: number): unknown }
>;

/**
 * Rows of all wallets in shared columns: each wallet's rows form a chain, the oldest first, and dropped rows are used
 * again.
 */
export interface WalletRows<C extends Columns> {
  /** Replaced as they grow: read them from here each time. */
  readonly columns: C;
  /** A row at the end of the wallet's chain, its old content still in it; over the limit the wallet's oldest is dropped. */
  append(wallet: number): number;
  dropOldest(wallet: number): void;
  /** The oldest row, or −1. */
  first(wallet: number): number;
  /** The next row in its chain, or −1. */
  next(row: number): number;
  count(wallet: number): number;
  save(): WalletRowsState<C>;
}

export interface WalletRowsState<C> {
  columns: C;
  /** Rows that have ever been taken, and the first of those dropped; `nexts` chains rows. */
  used: number;
  free: number;
  nexts: Int32Array;
  firsts: Int32Array;
  lasts: Int32Array;
  counts: Int32Array;
}

const firstCapacity = 1 << 10;

/**
 * @param options.rowsPerWallet Newest rows that are kept of a wallet.
 * @param options.make Makes columns for a number of rows.
 */
export function createWalletRows<C extends Columns>(options: {
  wallets: number;
  rowsPerWallet: number;
  make: (capacity: number) => C;
  saved?: WalletRowsState<C> | undefined;
}): WalletRows<C> {
  const { wallets, rowsPerWallet, make, saved } = options;
  const firsts = saved?.firsts ?? new Int32Array(wallets).fill(-1);
  const lasts = saved?.lasts ?? new Int32Array(wallets).fill(-1);
  const counts = saved?.counts ?? new Int32Array(wallets);
  let capacity = saved?.nexts.length ?? firstCapacity;
  let columns = saved?.columns ?? make(capacity);
  let nexts = saved?.nexts ?? new Int32Array(capacity);
  let used = saved?.used ?? 0;
  /** Dropped rows, chained by `nexts`. */
  let free = saved?.free ?? -1;

  function grow(): void {
    // By half: a column may have a hundred million bytes.
    capacity = Math.max(firstCapacity, Math.ceil(capacity * 1.5));
    const larger = make(capacity);
    for (const name of Object.keys(columns)) larger[name]!.set(columns[name] as never);
    columns = larger;
    const links = new Int32Array(capacity);
    links.set(nexts);
    nexts = links;
  }
  function usedPart(): C {
    const cut = Object.entries(columns).map(([name, column]) => [
      name,
      column.subarray(0, (column.length / capacity) * used),
    ]);
    return Object.fromEntries(cut);
  }
  function take(): number {
    if (free >= 0) {
      const row = free;
      free = nexts[row]!;
      return row;
    }
    if (used === capacity) grow();
    return used++;
  }
  function dropOldest(wallet: number): void {
    const row = firsts[wallet]!;
    if (row < 0) return;
    firsts[wallet] = nexts[row]!;
    if (firsts[wallet]! < 0) lasts[wallet] = -1;
    counts[wallet] = counts[wallet]! - 1;
    nexts[row] = free;
    free = row;
  }

  return {
    get columns() {
      return columns;
    },
    append(wallet) {
      if (counts[wallet]! >= rowsPerWallet) dropOldest(wallet);
      const row = take();
      const last = lasts[wallet]!;
      if (last < 0) firsts[wallet] = row;
      else nexts[last] = row;
      lasts[wallet] = row;
      nexts[row] = -1;
      counts[wallet] = counts[wallet]! + 1;
      return row;
    },
    dropOldest,
    first: (wallet) => firsts[wallet]!,
    next: (row) => nexts[row]!,
    count: (wallet) => counts[wallet]!,
    save: () => ({ columns: usedPart(), used, free, nexts: nexts.subarray(0, used), firsts, lasts, counts }),
  };
}

/** Part of a chain: rows of a span of time, oldest first. */
export interface RowRange extends Span {
  limit: number;
}

export const wholeRange: RowRange = {
  fromMs: 0,
  toMs: Number.MAX_SAFE_INTEGER,
  limit: Number.MAX_SAFE_INTEGER,
};

/** The first rows of a wallet inside the range. Walks the chain: at most its limit of rows. */
export function rowsInRange<C extends Columns & { timeMs: Float64Array }>(
  rows: WalletRows<C>,
  wallet: number,
  { fromMs, toMs, limit }: RowRange,
): number[] {
  const found: number[] = [];
  const { timeMs } = rows.columns;
  for (let row = rows.first(wallet); row >= 0 && found.length < limit; row = rows.next(row)) {
    if (timeMs[row]! > toMs) break;
    if (timeMs[row]! >= fromMs) found.push(row);
  }
  return found;
}

/** Drops older rows of all wallets. */
export function dropBefore<C extends Columns & { timeMs: Float64Array }>(
  rows: WalletRows<C>,
  wallets: number,
  beforeMs: number,
): void {
  const { timeMs } = rows.columns;
  for (let wallet = 0; wallet < wallets; wallet++) {
    while (rows.count(wallet) > 0 && timeMs[rows.first(wallet)]! < beforeMs) rows.dropOldest(wallet);
  }
}

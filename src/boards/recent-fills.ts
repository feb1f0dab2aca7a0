import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { compareAddresses, type WalletIndex } from '../domain/wallet-index.ts';
import { areTold, batchesAfter, type NewBatches } from './batch-queries.ts';
import { createFillPages } from './recent-fill-pages.ts';
import { changedWallets, fillsBackFrom, fillsOfChanged } from './recent-fill-queries.ts';
import {
  createRecentFillTable,
  type FillRows,
  fillRows,
  joined,
  type RecentFillColumns,
  type RecentFillTable,
  reverse,
} from './recent-fill-table.ts';

/** The newest fills of all wallets, in memory. What is read of it may be newer after an `await`. */
export interface RecentFills {
  /** No fill is missing from here on, unix milliseconds; infinite before they were read for the first time. */
  readonly fromMs: number;
  readonly count: number;
  /** By place; feeds list them backwards, see {@link RecentFillTable}. */
  readonly columns: RecentFillColumns;
  /** Place of the first fill at this time or later. */
  placeOf(timeMs: number): number;
  /** Name of a number in the column of the coin; undefined where there is none. */
  coin(number: number): string | undefined;
  /** Number of a coin; undefined where none of these fills is of it. */
  numberOf(coin: string): number | undefined;
  direction(number: number): string;
  address(wallet: number): string;
  /** Number of a wallet; undefined where it is not known. @param address `0x` and 40 hex digits */
  find(address: string): number | undefined;
}

export interface RecentFillsRefresher {
  fills: RecentFills;
  /** Takes in all that is stored: what batches changed where they tell it, else everything is read. */
  catchUp(): Promise<void>;
  /**
   * Takes in what batches changed, which tell it; those that are in it already change nothing. After so many fills that all have to be
   * read anew, that goes on behind: until it has ended none are here, and feeds are read from the store.
   * @throws AnalyticsError also where what went on behind has failed; the next call begins again
   */
  follow(batches: NewBatches): Promise<void>;
  /** Resolves once nothing is read behind. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface RecentFillsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry that others share. */
  wallets: WalletIndex;
  /** Fills that are kept at least, where there are as many: some 80 bytes each. */
  limit?: number;
}

const onLane = { lane: 'heavy' } as const;
const defaultLimit = 250_000;
/** Of one statement: each reads into every part that is not merged yet, however few of its rows are wanted. */
const pageRows = 65_536;
/** Later than any fill: that of a fixed clock may be over. */
const endMs = Date.UTC(2200, 0, 1);

export function createRecentFills({
  store: given,
  wallets,
  limit = defaultLimit,
}: RecentFillsOptions): RecentFillsRefresher {
  const { coins, directions, rowsOf } = createFillPages(wallets);
  const compareWallets = (a: number, b: number) => compareAddresses(wallets.chunks, a, b);
  const most = Math.min(pageRows, limit >> 2);
  const closing = new AbortController();
  const store = untilAborted(given, closing.signal);
  let table: RecentFillTable | undefined;
  /** The newest batch that is in it. */
  let seen: number | undefined;
  /** Goes on behind, and ends with an error or without; `more` came meanwhile. */
  let behind: { ended: Promise<void>; more: boolean } | undefined;
  let failed: unknown;

  /** Reads page after page, the newest first. */
  async function read(): Promise<void> {
    const { upTo } = await batchesAfter(store, 0);
    const pages: FillRows[] = [];
    let [to, asked, count, fromMs] = [endMs, most, 0, Number.POSITIVE_INFINITY];
    while (fromMs > 0 && count < limit) {
      const page = await rowsOf(await store.bytes(fillsBackFrom, { to, most: asked }, onLane));
      const { timeMs } = page.columns;
      // There may be more of its last millisecond: the next page begins with that.
      to = timeMs[page.count - 1] ?? 0;
      fromMs = page.count < asked ? 0 : to + 1;
      if (fromMs > 0) page.count = timeMs.indexOf(to);
      if (page.count === 0) asked *= 2;
      reverse(page);
      pages.unshift(page);
      count += page.count;
    }
    table = createRecentFillTable(joined(pages), { limit, fromMs, compareWallets });
    seen = upTo;
  }

  /**
   * @param batches follow on what is there, or overlap it
   * @returns false where all have to be read
   */
  async function takeIn(held: RecentFillTable, after: number, { upTo }: NewBatches): Promise<boolean> {
    if (upTo <= after) return true;
    const asked = { after, upTo, from: held.fromMs };
    const changed = readRowBinary(await store.bytes(changedWallets, asked, onLane));
    const replaced = { fromMs: endMs, toMs: 0, wallets: new Set<number>() };
    while (!changed.done) {
      replaced.wallets.add(wallets.rowOf(changed.bytes, changed.wallet()));
      replaced.fromMs = Math.max(held.fromMs, Math.min(replaced.fromMs, changed.int64()));
      replaced.toMs = Math.max(replaced.toMs, changed.int64());
    }
    if (replaced.wallets.size > 0) {
      const span = { from: replaced.fromMs, to: replaced.toMs, most };
      const rows = await rowsOf(await store.bytes(fillsOfChanged, { ...asked, ...span }, onLane));
      if (rows.count === most) return false;
      held.replace(rows, replaced);
    }
    seen = upTo;
    return true;
  }

  async function catchUp(): Promise<void> {
    if (table === undefined || seen === undefined) return read();
    const batches = await batchesAfter(store, seen);
    if (batches.count === 0) return;
    if (!(await areTold(store, batches)) || !(await takeIn(table, seen, batches))) await read();
  }

  function readBehind(): void {
    const turn = { ended: Promise.resolve(), more: false };
    async function run(): Promise<void> {
      try {
        await read();
        do {
          turn.more = false;
          await catchUp();
        } while (turn.more);
      } catch (error) {
        failed = error;
        table = undefined;
      } finally {
        behind = undefined;
      }
    }
    behind = turn;
    turn.ended = run();
  }

  async function follow(batches: NewBatches): Promise<void> {
    if (behind !== undefined) {
      behind.more = true;
      return;
    }
    if (failed !== undefined) {
      const error = failed;
      failed = undefined;
      throw error;
    }
    const isNext = table !== undefined && seen !== undefined && batches.after <= seen;
    if (!isNext || !(await takeIn(table!, seen!, batches))) readBehind();
  }

  const shown = () => (behind === undefined ? table : undefined);

  return {
    fills: {
      get fromMs() {
        return shown()?.fromMs ?? Number.POSITIVE_INFINITY;
      },
      get count() {
        return shown()?.count ?? 0;
      },
      get columns() {
        return (shown() ?? fillRows(0)).columns;
      },
      placeOf: (timeMs) => shown()?.placeOf(timeMs) ?? 0,
      coin: (number) => coins.textOf(number),
      numberOf: (coin) => coins.find(coin),
      direction: (number) => directions.textOf(number)!,
      address: (wallet) => wallets.address(wallet),
      find: (address) => wallets.find(address),
    },
    async catchUp() {
      await behind?.ended;
      await catchUp();
    },
    follow,
    settled: async () => behind?.ended,
    async close() {
      closing.abort();
      await behind?.ended;
    },
  };
}

import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { tradedUsd } from '../analytics/trade-sql.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';
import { type Changes, oneLookMs } from '../changes/change-feed.ts';
import type { View } from '../changes/view.ts';
import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import { compareAddresses, type WalletIndex } from '../domain/wallet-index.ts';
import { createYielder } from '../kernel/yielder.ts';
import { firstStandInTid } from '../wire/fill-tid.ts';
import {
  createRecentFillTable,
  type FillRows,
  fillRows,
  joined,
  type RecentFillColumns,
  type RecentFillTable,
  reverse,
} from './recent-fill-table.ts';

const limits = { deadlineMs: 60_000 };
const settings = { max_threads: 1 };
const anyRow = Type.Object({});
const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;

/**
 * Time, number inside the millisecond, wallet, coin, side, direction; then doubles: price, size, volume and closed PnL, fee in USD,
 * trade id, position before it.
 */
const fillColumns = `
  ${ms('time')}, seq, wallet, CAST(coin, 'String'), toUInt8(side = 'B'), CAST(dir, 'String'), ${nearestOf('px')}, ${nearestOf('sz')},
  ${nearestOf(tradedUsd)}, ${nearestOf('closed_pnl')}, ${nearestOf('fee * fee_px')},
  toFloat64(if(tid < ${firstStandInTid}, tid, 0)), ${nearestOf('start_position')}`;

/** A page of all fills up to a time, the newest first. */
const fillsBackFrom = query({
  name: 'recent_fills_back_from',
  params: { to: 'TimeMs', most: 'UInt64' },
  row: anyRow,
  limits: { ...limits, maxRows: 10_000_000 },
  settings,
  sql: `
    SELECT ${fillColumns} FROM fills_by_time
    WHERE time <= {to:TimeMs}
    ORDER BY time DESC, seq DESC, wallet
    LIMIT {most:UInt64}`,
});

const changedParams = { ...batchParams, from: 'TimeMs' } as const;
/** Changes of the batches since a time. */
const changed = `${changedByBatches} AND to_time >= {from:TimeMs}`;

/** Row: wallet, unix milliseconds of its first and last fill in the batches. */
const changedWallets = query({
  name: 'recent_fills_changed_wallets',
  params: changedParams,
  row: anyRow,
  limits: { ...limits, maxRows: 5_000_000 },
  settings,
  sql: `SELECT wallet, ${ms('min(from_time)')}, ${ms('max(to_time)')} FROM ${changed} GROUP BY wallet`,
});

/** Oldest first. */
const fillsOfChanged = query({
  name: 'recent_fills_of_changed',
  params: { ...changedParams, to: 'TimeMs', most: 'UInt64' },
  row: anyRow,
  limits: { ...limits, maxRows: 10_000_000 },
  settings,
  sql: `
    SELECT ${fillColumns} FROM fills_by_time
    WHERE time >= {from:TimeMs} AND time <= {to:TimeMs} AND wallet IN (SELECT wallet FROM ${changed})
    ORDER BY time, seq, wallet DESC
    LIMIT {most:UInt64}`,
});

/** Rows between two checks whether to yield. */
const rowsPerLook = 1_024;
/** Amounts of a row, in their order. */
const amounts = ['price', 'size', 'volume', 'pnl', 'fee', 'tid', 'startPosition'] as const;
/** Bytes of a row with the shortest names. */
const leastRowBytes = 8 + 4 + 20 + 1 + 1 + 1 + amounts.length * 8;

/** Names by number, in the order of their first use. */
function createNumbering() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    find: (text: string) => numbers.get(text),
    textOf: (number: number) => texts[number],
    texts: (): readonly string[] => texts,
    numberOf(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}

/** Reads pages of recent fills. Numbers coins and directions in the order of their first use. */
function createFillPages(wallets: WalletIndex) {
  const coins = createNumbering();
  const directions = createNumbering();

  /** Yields to the event loop: a page would block the request thread for too long. */
  async function rowsOf(bytes: Uint8Array): Promise<FillRows> {
    const yieldToEventLoop = createYielder();
    const rows = readRowBinary(bytes);
    const read = fillRows(Math.ceil(bytes.length / leastRowBytes));
    const { columns } = read;
    for (; !rows.done; read.count++) {
      const at = read.count;
      columns.timeMs[at] = rows.int64();
      columns.seq[at] = rows.uint32();
      columns.wallet[at] = wallets.rowOf(bytes, rows.wallet());
      columns.coin[at] = coins.numberOf(rows.text());
      columns.isBuy[at] = rows.uint8();
      columns.direction[at] = directions.numberOf(rows.text());
      for (const amount of amounts) columns[amount][at] = rows.double();
      if (at % rowsPerLook === 0) await yieldToEventLoop();
    }
    return read;
  }

  return { coins, directions, rowsOf };
}

/** The newest fills of all wallets, in memory. Values read after an `await` may be newer. */
export interface RecentFills {
  /** No fill is missing since this time, unix milliseconds; infinite while none are loaded. */
  readonly fromMs: number;
  readonly count: number;
  /** By place; feeds list them backwards, see {@link RecentFillTable}. */
  readonly columns: RecentFillColumns;
  placeOf(timeMs: number): number;
  /** Coin name by its number in the column `coin`; undefined if unknown. */
  coin(number: number): string | undefined;
  /** Number of a coin; undefined if no loaded fill has it. */
  numberOf(coin: string): number | undefined;
  direction(number: number): string;
  address(wallet: number): string;
  /** Number of a wallet; undefined if unknown. @param address `0x` and 40 hex digits */
  find(address: string): number | undefined;
}

export interface FollowedFills {
  fills: RecentFills;
  /** During a full reading no fills are in memory, and feeds read from the store. */
  view: View;
}

export interface RecentFillsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The shared wallet registry. */
  wallets: WalletIndex;
  /** Aborts when reading must stop. */
  closing: AbortSignal;
  /** Minimum fills to keep, if the store has as many; some 80 bytes each. Default: 250,000. */
  limit?: number;
}

const onLane = { lane: 'heavy' } as const;
const defaultLimit = 250_000;
/** Rows per statement; large, because each statement reads from every unmerged part, however few rows it returns. */
const pageRows = 65_536;
/** Later than any fill; a fixed clock may be in the past. */
const endMs = Date.UTC(2200, 0, 1);

interface SavedFills {
  fromMs: number;
  /** By number. */
  coins: readonly string[];
  directions: readonly string[];
}

export function createRecentFills({
  store: given,
  wallets,
  closing,
  limit = defaultLimit,
}: RecentFillsOptions): FollowedFills {
  const { coins, directions, rowsOf } = createFillPages(wallets);
  const compareWallets = (a: number, b: number) => compareAddresses(wallets.chunks, a, b);
  const most = Math.min(pageRows, limit >> 2);
  const store = untilAborted(given, closing);
  let table: RecentFillTable | undefined;
  /** Restored table, hidden from readers until it includes everything stored. */
  let heldBack: RecentFillTable | undefined;

  /** Reads page after page, the newest first. */
  async function read(): Promise<void> {
    table = undefined;
    heldBack = undefined;
    const pages: FillRows[] = [];
    let [to, requests, count, fromMs] = [endMs, most, 0, Number.POSITIVE_INFINITY];
    while (fromMs > 0 && count < limit) {
      const page = await rowsOf(await store.bytes(fillsBackFrom, { to, most: requests }, onLane));
      const { timeMs } = page.columns;
      // The last millisecond may be incomplete: the next page starts with it.
      to = timeMs[page.count - 1] ?? 0;
      fromMs = page.count < requests ? 0 : to + 1;
      if (fromMs > 0) page.count = timeMs.indexOf(to);
      if (page.count === 0) requests *= 2;
      reverse(page);
      pages.unshift(page);
      count += page.count;
    }
    table = createRecentFillTable(joined(pages), { limit, fromMs, compareWallets });
  }

  /** @returns false if a full reading is needed */
  async function takeIn(held: RecentFillTable, { after, upTo }: Changes): Promise<boolean> {
    const params = { after, upTo, from: held.fromMs };
    const changed = readRowBinary(await store.bytes(changedWallets, params, onLane));
    const replaced = { fromMs: endMs, toMs: 0, wallets: new Set<number>() };
    while (!changed.done) {
      replaced.wallets.add(wallets.rowOf(changed.bytes, changed.wallet()));
      replaced.fromMs = Math.max(held.fromMs, Math.min(replaced.fromMs, changed.int64()));
      replaced.toMs = Math.max(replaced.toMs, changed.int64());
    }
    if (replaced.wallets.size > 0) {
      const span = { from: replaced.fromMs, to: replaced.toMs, most };
      const rows = await rowsOf(await store.bytes(fillsOfChanged, { ...params, ...span }, onLane));
      if (rows.count === most) return false;
      held.replace(rows, replaced);
    }
    return true;
  }

  function save(): HeldParts {
    const { count, fromMs, columns } = table!;
    const held = Object.entries(columns).map(([name, values]) => [name, values.subarray(0, count)]);
    const names = { coins: coins.texts(), directions: directions.texts() };
    return { meta: { fromMs, ...names } satisfies SavedFills, columns: Object.fromEntries(held) };
  }

  function restore({ meta, columns }: HeldParts): undefined {
    const saved = meta as SavedFills;
    for (const coin of saved.coins) coins.numberOf(coin);
    for (const direction of saved.directions) directions.numberOf(direction);
    const rows = { columns: columns as RecentFillColumns, count: columns.timeMs!.length };
    heldBack = createRecentFillTable(rows, { limit, fromMs: saved.fromMs, compareWallets });
  }

  return {
    fills: {
      get fromMs() {
        return table?.fromMs ?? Number.POSITIVE_INFINITY;
      },
      get count() {
        return table?.count ?? 0;
      },
      get columns() {
        return (table ?? fillRows(0)).columns;
      },
      placeOf: (timeMs) => table?.placeOf(timeMs) ?? 0,
      coin: (number) => coins.textOf(number),
      numberOf: (coin) => coins.find(coin),
      direction: (number) => directions.textOf(number)!,
      address: (wallet) => wallets.address(wallet),
      find: (address) => wallets.find(address),
    },
    view: {
      name: 'newest fills',
      maxAgeMs: oneLookMs,
      async load({ seq }) {
        await read();
        return seq;
      },
      async apply(changes) {
        const held = table ?? heldBack;
        return held !== undefined && takeIn(held, changes);
      },
      async tend() {
        if (heldBack === undefined) return false;
        table = heldBack;
        heldBack = undefined;
        return true;
      },
      snapshot: { format: snapshotFormat(1, fillsBackFrom, { limit }), save, restore },
    },
  };
}

import { type RowBinaryReader, readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import type { Changes } from '../changes/change-feed.ts';
import { type HeldParts, snapshotFormat, type ViewSnapshot } from '../changes/view-snapshots.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createNumberSet, type NumberSet } from '../kernel/number-set.ts';
import { scaledInteger, scaledNumber } from '../kernel/scaled.ts';
import { createYielder } from '../kernel/yielder.ts';
import * as queries from './coin-queries.ts';

export interface TradedCoin {
  coin: string;
  fills: number;
  /** Distinct wallets. */
  traders: number;
  /** Closed PnL of all wallets, USD: the nearest double to the exact sum. */
  pnlUsd: number;
}

/** The newest stored market trade of a coin. */
export interface LastTrade {
  /** In the collateral, exact. */
  px: string;
  /** Unix milliseconds. */
  timeMs: number;
}

/** The totals of every coin with fills, kept in memory. */
export interface TradedCoins {
  /** Most fills first, ties by name. Callers must not change the array. */
  all(): readonly TradedCoin[];
  /** Undefined for a coin without a trade, and while `coin_hour` is being filled. */
  lastTrade(coin: string): LastTrade | undefined;
  read(): Promise<void>;
  /**
   * Applies the changes of batches; reads these and the coins' hours of their months.
   * @returns false if `coin_hour` has just been filled: a full reading is needed
   */
  follow(changes: Pick<Changes, 'after' | 'upTo'>): Promise<boolean>;
  /** Reads the newest trades once `coin_hour` is filled, even without a new batch. @returns whether they are new */
  takeHours(): Promise<boolean>;
  snapshot: ViewSnapshot;
}

interface SavedCoins {
  ofHours: boolean;
  /** For each coin, the number of its values in the column, one coin after the other. */
  traders: [coin: string, count: number][];
  months: [month: number, coins: [coin: string, fills: string, pnl: string, last: LastTrade][]][];
}

interface Sums {
  fills: bigint;
  /** 12 decimals. */
  pnl: bigint;
}

interface MonthSums extends Sums {
  last: LastTrade;
}

const pnlScale = 12;
const onLane = { lane: 'heavy' } as const;
/** Small enough that a result takes only some milliseconds of the request thread. */
const rowsPerRead = 32_768;
const firstAddress = `0x${'00'.repeat(20)}`;
const lastAddress = `0x${'ff'.repeat(20)}`;

/** @param hoursAreFilled whether `coin_hour` holds all fills */
export function createTradedCoins(
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>,
  wallets: WalletIndex,
  hoursAreFilled: () => Promise<boolean>,
): TradedCoins {
  const traders = new Map<string, NumberSet>();
  /** Sums of the coins' hours, by month and coin. */
  const months = new Map<number, Map<string, MonthSums>>();
  const totals = new Map<string, Sums>();
  let lastTrades: ReadonlyMap<string, LastTrade> = new Map();
  let ofHours = false;
  let ranked: readonly TradedCoin[] = [];

  function addTraders(rows: RowBinaryReader): void {
    const coin = rows.text();
    const set = traders.get(coin) ?? createNumberSet();
    traders.set(coin, set);
    rows.each(() => set.add(wallets.rowOf(rows.bytes, rows.wallet())));
  }

  async function readMonths(from: number, to: number): Promise<void> {
    const rows = ofHours
      ? await store.rows(queries.coinMonths, { from, to }, onLane)
      : await store.rows(queries.coinAlltime, {}, onLane);
    const read = new Map<number, Map<string, MonthSums>>();
    for (const month of months.keys()) if (month >= from && month <= to) read.set(month, new Map());
    for (const { coin, month, fills, pnl, last_ms, last_px } of rows) {
      const coins = read.get(month) ?? new Map<string, MonthSums>();
      const last = { px: last_px, timeMs: Number(last_ms) };
      read.set(month, coins.set(coin, { fills: BigInt(fills), pnl: scaledInteger(pnl, pnlScale), last }));
    }
    for (const [month, coins] of read) replaceMonth(month, coins);
  }

  function replaceMonth(month: number, coins: Map<string, MonthSums>): void {
    for (const [coin, { fills, pnl }] of months.get(month) ?? []) addTo(coin, { fills: -fills, pnl: -pnl });
    for (const [coin, sums] of coins) addTo(coin, sums);
    months.set(month, coins);
  }

  function addTo(coin: string, { fills, pnl }: Sums): void {
    const before = totals.get(coin) ?? { fills: 0n, pnl: 0n };
    totals.set(coin, { fills: before.fills + fills, pnl: before.pnl + pnl });
  }

  function rank(): void {
    ranked = Array.from(totals, ([coin, { fills, pnl }]) => ({
      coin,
      fills: Number(fills),
      traders: traders.get(coin)?.size ?? 0,
      pnlUsd: scaledNumber(pnl, pnlScale),
    }))
      .filter(({ fills }) => fills > 0)
      .sort((a, b) => b.fills - a.fills || (a.coin < b.coin ? -1 : 1));
    lastTrades = newestTrades(months.values());
  }

  async function save(): Promise<HeldParts> {
    const yieldToEventLoop = createYielder();
    const numbers = new Uint32Array(traders.values().reduce((sum, { size }) => sum + size, 0));
    const saved: SavedCoins = { ofHours, traders: [], months: [] };
    let at = 0;
    for (const [coin, set] of traders) {
      numbers.set(set.members(), at);
      at += set.size;
      saved.traders.push([coin, set.size]);
      await yieldToEventLoop();
    }
    for (const [month, coins] of months) {
      const rows = Array.from(coins, ([coin, { fills, pnl, last }]) => {
        return [coin, String(fills), String(pnl), last] as const;
      });
      saved.months.push([month, rows.map((row) => [...row])]);
      await yieldToEventLoop();
    }
    return { meta: saved, columns: { numbers } };
  }

  async function restore({ meta, columns }: HeldParts): Promise<undefined> {
    const yieldToEventLoop = createYielder();
    const saved = meta as SavedCoins;
    ofHours = saved.ofHours;
    let at = 0;
    for (const [coin, count] of saved.traders) {
      const set = createNumberSet();
      traders.set(coin, set);
      for (const end = at + count; at < end; at++) {
        set.add(columns.numbers![at] as number);
        if (at % 1_024 === 0) await yieldToEventLoop();
      }
    }
    for (const [month, rows] of saved.months) {
      const sums = rows.map(([coin, fills, pnl, last]) => {
        return [coin, { fills: BigInt(fills), pnl: BigInt(pnl), last }] as const;
      });
      replaceMonth(month, new Map(sums));
      await yieldToEventLoop();
    }
    rank();
  }

  const format = snapshotFormat(1, queries.coinMonths, queries.coinAlltime, queries.coinTraders);

  return {
    snapshot: { format, save, restore },
    all: () => ranked,
    lastTrade: (coin) => lastTrades.get(coin),
    async read() {
      ofHours = await hoursAreFilled();
      await readMonths(0, Number.MAX_SAFE_INTEGER);
      const rows = await store.rows(queries.coinRows, {}, onLane);
      traders.clear();
      for (const range of traderRanges(rows.map(({ coin, rows }) => ({ coin, rows: Number(rows) })))) {
        const result = readRowBinary(await store.bytes(queries.coinTraders, range, onLane));
        while (!result.done) addTraders(result);
      }
      rank();
    },
    async takeHours() {
      if (ofHours || !(await hoursAreFilled())) return false;
      ofHours = true;
      await readMonths(0, Number.MAX_SAFE_INTEGER);
      rank();
      return true;
    },
    async follow({ after, upTo }) {
      if (!ofHours && (await hoursAreFilled())) return false;
      const changed = readRowBinary(await store.bytes(queries.changedCoins, { after, upTo }, onLane));
      let [first, last] = [Number.POSITIVE_INFINITY, 0];
      while (!changed.done) {
        addTraders(changed);
        first = Math.min(first, changed.uint32());
        last = Math.max(last, changed.uint32());
      }
      if (ofHours) await readMonths(Math.min(first, last), last);
      else await readMonths(0, 0);
      rank();
      return true;
    },
  };
}

function newestTrades(months: Iterable<ReadonlyMap<string, MonthSums>>): Map<string, LastTrade> {
  const newest = new Map<string, LastTrade>();
  for (const coins of months) {
    for (const [coin, { last }] of coins) {
      if (last.timeMs > (newest.get(coin)?.timeMs ?? 0)) newest.set(coin, last);
    }
  }
  return newest;
}

interface TraderRange {
  fromCoin: string;
  toCoin: string;
  from: string;
  to: string;
}

/** Ranges that cover the whole table, each of about {@link rowsPerRead} rows: some coins, or a part of one coin. */
export function traderRanges(coins: readonly { coin: string; rows: number }[]): TraderRange[] {
  const ranges: TraderRange[] = [];
  let held = 0;
  for (const { coin, rows } of coins) {
    const last = ranges.at(-1);
    if (last !== undefined && held + rows <= rowsPerRead) {
      last.toCoin = coin;
      held += rows;
      continue;
    }
    const parts = walletRanges(Math.ceil(rows / rowsPerRead), 65_536);
    for (const { from, to } of parts) ranges.push({ fromCoin: coin, toCoin: coin, from, to });
    // Only a range over all wallets can take further coins.
    held = parts.length === 1 ? rows : Number.POSITIVE_INFINITY;
    if (parts.length === 1) Object.assign(ranges.at(-1)!, { from: firstAddress, to: lastAddress });
  }
  return ranges;
}

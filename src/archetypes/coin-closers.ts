import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { inRange, rangeParams, walletRanges } from '../analytics/wallet-ranges.ts';
import { oneLookMs } from '../changes/change-feed.ts';
import type { View } from '../changes/view.ts';
import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import { compareAddresses, type WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, utcDate } from '../kernel/clock.ts';
import { createYielder } from '../kernel/yielder.ts';
import { closeLane, closeLimits, closeSettings } from './close-sql.ts';
import { windowStart } from './closers.ts';

/** Sums of a wallet's closes in one coin in the window. */
export interface CoinCloser {
  /** Number of the wallet in the registry. */
  wallet: number;
  /** Realized PnL before fees, USD. */
  pnl: number;
  fees: number;
  lifecycles: number;
}

export interface CoinClosers {
  /** Number of wallets that closed a lifecycle of the coin. */
  count(coin: string): number;
  /** The wallets with the highest positive PnL, at most {@link kingsPerCoin}; ties by address. */
  best(coin: string): readonly CoinCloser[];
}

export const kingsPerCoin = 10;

const windowParams = { first: 'Date', last: 'Date' } as const;
const inWindow = 'day >= {first:Date} AND day <= {last:Date}';

/** Row: wallet, PnL, fees, lifecycles (0 removes the wallet from the coin), coin. */
const sumsSql = (condition: string, read = inWindow) => `
    SELECT wallet, ${nearestOf(`sumIf(pnl, ${inWindow})`)}, ${nearestOf(`sumIf(fees, ${inWindow})`)},
      toFloat64(sumIf(lifecycle_coin_days.lifecycles, ${inWindow})), CAST(coin, 'String')
    FROM lifecycle_coin_days FINAL WHERE ${read} AND ${condition}
    GROUP BY wallet, coin`;

const coinSums = query({
  name: 'coin_closers',
  params: { ...windowParams, ...rangeParams },
  row: Type.Object({}),
  limits: closeLimits,
  settings: closeSettings,
  sql: sumsSql(inRange),
});

const changedCoinSums = query({
  name: 'changed_coin_closers',
  params: { ...windowParams, after: 'UInt64' },
  row: Type.Object({}),
  limits: closeLimits,
  settings: closeSettings,
  sql: sumsSql(
    `(wallet, coin) IN (SELECT wallet, coin FROM lifecycle_coin_days WHERE ${inWindow} AND version > {after:UInt64})`,
  ),
});

/** Sums of wallets and coins with a day that entered or left the window. */
const turnedCoinSums = query({
  name: 'turned_coin_closers',
  params: { ...windowParams, firstWas: 'Date', lastWas: 'Date' },
  row: Type.Object({}),
  limits: closeLimits,
  settings: closeSettings,
  sql: sumsSql(
    `(wallet, coin) IN (SELECT wallet, coin FROM lifecycle_coin_days
      WHERE (day >= {firstWas:Date} AND day < {first:Date}) OR (day > {lastWas:Date} AND day <= {last:Date}))`,
    'day >= {firstWas:Date} AND day <= {last:Date}',
  ),
});

interface SavedClosers {
  days: { first: string; last: string };
  /** Number of rows by coin; the columns hold the coins in this order. */
  counts: [coin: string, count: number][];
}

/** Approximate wallets per statement of a full load. */
const walletsPerRange = 32_768;

/** View of the closers of every coin; a change reloads only its wallets and coins. */
export function createCoinClosers(parts: {
  store: Pick<AnalyticsStore, 'bytes'>;
  wallets: WalletIndex;
  clock: Clock;
}) {
  const { store, wallets, clock } = parts;
  let coins = new Map<string, Map<number, CoinCloser>>();
  let days = { first: '', last: '' };
  /** Cached best earners by coin; a coin is evicted if one of its best may have fallen out. */
  const best = new Map<string, CoinCloser[]>();

  function take(into: typeof coins, bytes: Uint8Array): void {
    const rows = readRowBinary(bytes);
    while (!rows.done) {
      const wallet = wallets.rowOf(rows.bytes, rows.wallet());
      const sums = { wallet, pnl: rows.double(), fees: rows.double(), lifecycles: rows.double() };
      const coin = rows.text();
      const closers = into.get(coin) ?? new Map<number, CoinCloser>();
      if (into === coins) follow(coin, sums);
      if (sums.lifecycles > 0) closers.set(wallet, sums);
      else closers.delete(wallet);
      if (closers.size > 0) into.set(coin, closers);
      else into.delete(coin);
    }
  }
  const daysNow = () => ({ first: utcDate(windowStart(clock.nowMs())), last: utcDate(clock.nowMs()) });

  const view: View = {
    name: 'closers of coins',
    maxAgeMs: oneLookMs,
    // A window that moved back, or by more than its length, needs a full load.
    isOutdated() {
      const { first, last } = daysNow();
      return last < days.last || first > days.last;
    },
    async load({ seq }, step) {
      const window = daysNow();
      const read: typeof coins = new Map();
      for (const range of walletRanges(Math.ceil(wallets.count / walletsPerRange), 4_096)) {
        take(read, await store.bytes(coinSums, { ...window, ...range }, closeLane));
        await step();
      }
      coins = read;
      best.clear();
      days = window;
      for (const coin of coins.keys()) {
        closers.best(coin);
        await step();
      }
      return seq;
    },
    async apply({ after }) {
      take(coins, await store.bytes(changedCoinSums, { ...days, after }, closeLane));
      return true;
    },
    async tend() {
      const window = daysNow();
      if (window.last === days.last) return false;
      const was = { firstWas: days.first, lastWas: days.last };
      take(coins, await store.bytes(turnedCoinSums, { ...window, ...was }, closeLane));
      days = window;
      return true;
    },
    snapshot: { format: snapshotFormat(1, coinSums), save, restore },
  };

  async function save(): Promise<HeldParts> {
    const yieldToEventLoop = createYielder();
    const rows = coins.values().reduce((sum, { size }) => sum + size, 0);
    const columns = {
      wallet: new Uint32Array(rows),
      lifecycles: new Float64Array(rows),
      pnl: new Float64Array(rows),
      fees: new Float64Array(rows),
    };
    let at = 0;
    for (const closers of coins.values()) {
      for (const { wallet, pnl, fees, lifecycles } of closers.values()) {
        columns.wallet[at] = wallet;
        columns.pnl[at] = pnl;
        columns.fees[at] = fees;
        columns.lifecycles[at] = lifecycles;
        at += 1;
      }
      await yieldToEventLoop();
    }
    const counts = Array.from(coins, ([coin, { size }]) => [coin, size] as [string, number]);
    return { meta: { days, counts } satisfies SavedClosers, columns };
  }

  async function restore({ meta, columns }: HeldParts): Promise<undefined> {
    const saved = meta as SavedClosers;
    const yieldToEventLoop = createYielder();
    const [wallet, pnl, fees, lifecycles] = ['wallet', 'pnl', 'fees', 'lifecycles'].map(
      (name) => columns[name] as Float64Array,
    );
    const restored: typeof coins = new Map();
    let at = 0;
    for (const [coin, count] of saved.counts) {
      const closers = new Map<number, CoinCloser>();
      for (const end = at + count; at < end; at++) {
        const sums = { pnl: pnl![at]!, fees: fees![at]!, lifecycles: lifecycles![at]! };
        closers.set(wallet![at]!, { wallet: wallet![at]!, ...sums });
        if (at % 1_024 === 0) await yieldToEventLoop();
      }
      restored.set(coin, closers);
    }
    coins = restored;
    days = saved.days;
    best.clear();
  }

  function isBefore(a: CoinCloser, b: CoinCloser): boolean {
    return a.pnl > b.pnl || (a.pnl === b.pnl && compareAddresses(wallets.chunks, a.wallet, b.wallet) < 0);
  }

  function bestOf(coin: string): CoinCloser[] {
    const found: CoinCloser[] = [];
    for (const one of coins.get(coin)?.values() ?? []) insert(found, one);
    return found;
  }

  function insert(found: CoinCloser[], one: CoinCloser): void {
    if (one.pnl <= 0 || (found.length === kingsPerCoin && !isBefore(one, found.at(-1)!))) return;
    const place = found.findIndex((other) => isBefore(one, other));
    found.splice(place < 0 ? found.length : place, 0, one);
    if (found.length > kingsPerCoin) found.pop();
  }

  /** Updates the best earners of a coin with a changed wallet; evicts them if an uncached wallet may now rank among them. */
  function follow(coin: string, one: CoinCloser): void {
    const found = best.get(coin);
    if (found === undefined) return;
    const last = found.at(-1);
    const place = found.findIndex(({ wallet }) => wallet === one.wallet);
    if (place >= 0) found.splice(place, 1);
    if (place >= 0 && found.length === kingsPerCoin - 1 && isBefore(last!, one)) best.delete(coin);
    else insert(found, one);
  }

  const closers: CoinClosers = {
    count: (coin) => coins.get(coin)?.size ?? 0,
    best(coin) {
      const found = best.get(coin) ?? bestOf(coin);
      best.set(coin, found);
      return found;
    },
  };
  return { view, closers };
}

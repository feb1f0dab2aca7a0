import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { type Clock, dayMs, minuteMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import { withTimeout } from '../../../kernel/with-timeout.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import { createTradeCount } from './count.ts';
import { newestOf } from './holes.ts';
import { createTradeIntake, type TradeIntake } from './intake.ts';
import type { LastTrade, TradeGap } from './stretch.ts';
import { createTradeWriter } from './writer.ts';

/**
 * Holes that were open when an earlier run ended, and from when on their coins' trades are known to be stored up to their
 * ends: it may have been killed before it could note that. Rows of one month are stored together or not at all.
 */
const openHoles = query({
  name: 'open_trade_holes',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String(), complete: Type.String() }),
  sql: `
    WITH open AS (
      SELECT coin, from_time, to_time FROM coverage FINAL WHERE feed = 'trades' AND state = 'open'
    ), told AS (
      SELECT coin, time, complete_from FROM trades
      WHERE coin IN (SELECT coin FROM open) AND time >= (SELECT min(to_time) FROM open)
        AND toYYYYMM(complete_from) = toYYYYMM(time)
    )
    SELECT coin, toString(toUnixTimestamp64Milli(from_time)) AS from, toString(toUnixTimestamp64Milli(to_time)) AS to,
      toString(toUnixTimestamp64Milli(minIf(complete_from, time >= to_time))) AS complete
    FROM open LEFT JOIN told USING coin GROUP BY coin, from_time, to_time`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** The holes that earlier runs left, after what was filled of them is noted to be. */
async function openTradeHoles({
  analytics,
  ledger,
}: {
  analytics: AnalyticsStore;
  ledger: Pick<CoverageLedger, 'heal'>;
}): Promise<TradeGap[]> {
  const left: TradeGap[] = [];
  const notes: Promise<void>[] = [];
  for (const { coin, from, to, complete } of await analytics.rows(openHoles, {})) {
    const reported = { coin, fromMs: Number(from), toMs: Number(to) };
    const completeMs = Number(complete);
    const isSmaller = completeMs > 0 && completeMs <= reported.toMs;
    if (isSmaller) {
      const filled = { ...reported, fromMs: Math.max(reported.fromMs, completeMs) };
      notes.push(ledger.heal({ feed: 'trades', ...filled }, { isOpenOnly: true }));
    }
    if (!isSmaller) left.push(reported);
    else if (completeMs > reported.fromMs) left.push({ ...reported, toMs: completeMs - 1 });
  }
  await Promise.all(notes);
  return left;
}

/** The last stored trade of each coin. One that is older than a month says as little as none. */
const lastTrades = query({
  name: 'last_trades',
  params: { since: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), last: Type.String(), last_tid: Type.String() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp64Milli(max(time))) AS last, toString(argMax(tid, time)) AS last_tid
    FROM trades WHERE time > {since:TimeMs} - INTERVAL 30 DAY GROUP BY coin`,
  limits: { deadlineMs: 60_000 },
});

export interface TradeFeedOptions {
  analytics: AnalyticsStore;
  /** The trades' own: closed with the feed. */
  facts: FactWriter;
  info: InfoClient;
  ledger: CoverageLedger;
  watch: FeedWatch;
  clock: Clock;
  log: Log;
  snapshotMs: number;
  signal: AbortSignal;
  onTrade(trade: WireTrade, receivedMs: number): void;
  /** The machine's where absent. */
  timers?: Timers;
}

/** Age that a hole's trades may have: each new trade pushes one of them out of reach. */
const recentTargetMs = 2_000;

/** What a coin that was never seen may have traded before an earlier run ended, or was killed before it could look. */
const unseenBackMs = dayMs;
/** How long the end waits for what trades have to wait for, and again for what waits for them. */
const closeMs = 2_000;

/** Takes trades; its end stores those that came, and hands on what is to be recorded of their holes. */
export type TradeFeed = Omit<TradeIntake, 'close' | 'retain'> & {
  /** These are all coins there are. Resolves once the trades of those that ended are stored, and what is missing of them. */
  retain(coins: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
};

/**
 * The trades of all coins, from the feed into their table. Coins that were stored before begin with a hole, and so do
 * those that are new since. A hole is in the store before the trades behind it are: after a kill it is read again.
 */
export async function openTradeFeed(options: TradeFeedOptions): Promise<TradeFeed> {
  const { analytics, facts, info, ledger, watch, clock, log, snapshotMs, signal, onTrade } = options;
  const { timers = systemTimers } = options;
  const before = await analytics.rows(lastTrades, { since: clock.nowMs() });
  const last = new Map<string, LastTrade>(
    before.map(({ coin, last: at, last_tid: tid }) => [coin, { timeMs: Number(at), tid: Number(tid) }]),
  );
  const open = await openTradeHoles({ analytics, ledger });
  /** Where nothing was stored before, all coins of the first list begin with this run. */
  let newCoins: ReadonlySet<string> | undefined = last.size + open.length > 0 ? new Set() : undefined;
  const writer = createTradeWriter({ facts, ledger, log });
  /** All holes that were recorded as open are stored. */
  let noted: Promise<void> = Promise.resolve();
  /** All trades that came are stored. */
  let stored: Promise<void> = Promise.resolve();
  /** What follows stored trades was handed on. */
  let followed: Promise<void> = Promise.resolve();
  /** What was handed on is stored. */
  let reported: Promise<void> = Promise.resolve();
  const failed = (err: unknown) => log.error({ err }, 'a gap could not be stored');
  const both = (one: Promise<void>, other: Promise<void>) => Promise.all([one, other]).then(() => undefined);
  function follow(report: () => Promise<void>): void {
    const following = stored.then(() => {
      reported = both(reported, report().catch(failed));
    });
    followed = both(followed, following);
  }

  /** The newest trade that an earlier run stored: all from there on is covered, but for the gaps. */
  let coveredFromMs = newestOf(last) || undefined;
  let coveredToMs = 0;
  function cover(newestMs: number): void {
    coveredFromMs ??= newestMs;
    if (newestMs < Math.max(coveredFromMs, coveredToMs + minuteMs)) return;
    coveredToMs = newestMs;
    const span = { fromMs: coveredFromMs, toMs: newestMs };
    follow(() => ledger.cover({ feed: 'trades', ...span }));
  }

  const intake = createTradeIntake({
    last,
    open,
    snapshotMs,
    timers,
    onTrade,
    unseenSinceMs: (coin) =>
      newCoins === undefined || newCoins.has(coin)
        ? undefined
        : (newestOf(last) || clock.nowMs()) - unseenBackMs,
    store(trades, receivedMs, complete) {
      const newestMs = trades.reduce((newest, { time }) => Math.max(newest, time), 0);
      watch.seen('trades', { atMs: receivedMs, received: trades.length, newestMs });
      stored = writer.write(trades, receivedMs, { after: noted, complete });
      cover(newestMs);
    },
    missingOf: createTradeCount({
      analytics,
      info,
      clock,
      settleMs: snapshotMs,
      stored: () => stored,
      signal,
      timers,
    }),
    async readRecent(coin) {
      const staleness = { group: 'markets', ageMs: 0, targetMs: recentTargetMs } as const;
      const { data, rejected } = await info.ask({ type: 'recentTrades', coin }, { staleness, signal });
      return { trades: data, reported: data.length + rejected.length, receivedMs: clock.nowMs() };
    },
    onGap(gap, state) {
      const at = { feed: 'trades', ...gap };
      if (state === 'filled') watch.filled('trades');
      // Both behind the trades that came: what is lost is no longer open, and the rest of what was is filled.
      if (state === 'lost') follow(() => ledger.lose(at, 'disconnect'));
      if (state === 'over') follow(() => ledger.heal(at, { isOpenOnly: true }));
      if (state === 'open') noted = both(noted, ledger.record(at, 'disconnect').catch(failed));
    },
  });
  return {
    ...intake,
    async retain(coins) {
      newCoins ??= coins;
      await intake.retain(coins, clock.nowMs());
      await Promise.all([noted, stored, followed]);
      await reported;
    },
    async close() {
      intake.close();
      await withTimeout(noted, closeMs, () => undefined, timers);
      await facts.close();
      await withTimeout(followed, closeMs, () => undefined, timers);
    },
  };
}

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
 * Holes that were open when an earlier run ended, each with the time since which trades up to its end are stored: a kill may
 * have come before the ledger recorded that. Rows of one month are stored together or not at all.
 */
const openHoles = query({
  name: 'open_trade_holes',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String(), complete: Type.String() }),
  sql: `
    WITH open AS (
      SELECT coin, from_time, to_time FROM coverage FINAL WHERE feed = 'trades' AND state = 'open'
    ), later AS (
      SELECT coin, time, complete_from FROM trades
      WHERE coin IN (SELECT coin FROM open) AND time >= (SELECT min(to_time) FROM open)
        AND toYYYYMM(complete_from) = toYYYYMM(time)
    )
    SELECT coin, toString(toUnixTimestamp64Milli(from_time)) AS from, toString(toUnixTimestamp64Milli(to_time)) AS to,
      toString(toUnixTimestamp64Milli(minIf(complete_from, time >= to_time))) AS complete
    FROM open LEFT JOIN later USING coin GROUP BY coin, from_time, to_time`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** Open holes of earlier runs, after recording which parts were filled. */
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

/** Last stored trade of each coin. Trades older than 30 days are skipped: they prove as little as none. */
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
  /** Writer for trades only; closed with the feed. */
  facts: FactWriter;
  info: InfoClient;
  ledger: CoverageLedger;
  watch: FeedWatch;
  clock: Clock;
  log: Log;
  snapshotMs: number;
  signal: AbortSignal;
  onTrade(trade: WireTrade, receivedMs: number): void;
  timers?: Timers;
}

/** Target age of a hole's trades: each new trade pushes one of them out of the exchange's reach. */
const recentTargetMs = 2_000;

/** How long before the end of an earlier run a never-seen coin may have traded unseen. */
const unseenBackMs = dayMs;
/** How long closing waits for the gaps recorded before trades, and again for the records that follow them. */
const closeMs = 2_000;

/** Receives trades. Closing stores the received trades and submits the records of their holes. */
export type TradeFeed = Omit<TradeIntake, 'close' | 'retain'> & {
  /** Sets all listed coins. Resolves once the last trades of ended coins, and their gaps, are stored. */
  retain(coins: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Stores the trades of all coins. Coins stored before, and coins that are new since, begin with a hole. A hole is stored before
 * the trades behind it, so that it is read again after a kill.
 */
export async function openTradeFeed(options: TradeFeedOptions): Promise<TradeFeed> {
  const { analytics, facts, info, ledger, watch, clock, log, snapshotMs, signal, onTrade } = options;
  const { timers = systemTimers } = options;
  const before = await analytics.rows(lastTrades, { since: clock.nowMs() });
  const last = new Map<string, LastTrade>(
    before.map(({ coin, last: at, last_tid: tid }) => [coin, { timeMs: Number(at), tid: Number(tid) }]),
  );
  const open = await openTradeHoles({ analytics, ledger });
  /** If nothing was stored before, the coins of the first list begin with this run, without a hole. */
  let newCoins: ReadonlySet<string> | undefined = last.size + open.length > 0 ? new Set() : undefined;
  const writer = createTradeWriter({ facts, ledger, log });
  /** Resolves once all recorded open holes are stored. */
  let noted: Promise<void> = Promise.resolve();
  /** Resolves once all received trades are stored. */
  let stored: Promise<void> = Promise.resolve();
  /** Resolves once all records that follow stored trades are submitted. */
  let followed: Promise<void> = Promise.resolve();
  /** Resolves once the submitted records are stored. */
  let reported: Promise<void> = Promise.resolve();
  const failed = (err: unknown) => log.error({ err }, 'a gap could not be stored');
  const both = (one: Promise<void>, other: Promise<void>) => Promise.all([one, other]).then(() => undefined);
  function follow(report: () => Promise<void>): void {
    const following = stored.then(() => {
      reported = both(reported, report().catch(failed));
    });
    followed = both(followed, following);
  }

  /** Newest trade of an earlier run; everything after it is covered except for the gaps. */
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
      // Both follow the received trades: a lost gap is no longer open, and the rest of the open gap is filled.
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

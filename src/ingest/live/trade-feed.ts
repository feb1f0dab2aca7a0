import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { WireTrade } from '../../wire/trade.ts';
import type { FactWriter } from '../facts/fact-writer.ts';
import type { InfoClient } from '../sources/hyperliquid/info-client.ts';
import type { FeedWatch } from './feed-watch.ts';
import type { GapBook } from './gap-book.ts';
import { createTradeIntake, type LastTrade, type TradeIntake } from './trade-intake.ts';
import { createTradeWriter } from './trade-writer.ts';

/** The last stored trade of each coin. An older one than a month ago says no more than none. */
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
  facts: FactWriter;
  info: InfoClient;
  gaps: GapBook;
  watch: FeedWatch;
  clock: Clock;
  log: Log;
  snapshotMs: number;
  signal: AbortSignal;
  onTrade(trade: WireTrade, receivedMs: number): void;
}

/** Age that a hole's trades may have: each new trade pushes one of them out of reach. */
const recentTargetMs = 2_000;

/** The trades of all coins, from the feed into their table. Coins that were stored before begin with a hole. */
export async function openTradeFeed(options: TradeFeedOptions): Promise<TradeIntake> {
  const { analytics, facts, info, gaps, watch, clock, log, snapshotMs, signal, onTrade } = options;
  const stored = await analytics.rows(lastTrades, { since: clock.nowMs() });
  const last = new Map<string, LastTrade>(
    stored.map(({ coin, last: at, last_tid: tid }) => [coin, { timeMs: Number(at), tid: Number(tid) }]),
  );
  const writer = createTradeWriter({ facts, gaps, log });
  const intake = createTradeIntake({
    last,
    snapshotMs,
    onTrade,
    store(trades, receivedMs) {
      const newestMs = trades.reduce((newest, { time }) => Math.max(newest, time), 0);
      watch.heard('trades', { atMs: receivedMs, received: trades.length, newestMs });
      writer.write(trades, receivedMs);
    },
    async readRecent(coin) {
      const staleness = { lane: 'markets', ageMs: 0, targetMs: recentTargetMs } as const;
      const { data, rejected } = await info.ask({ type: 'recentTrades', coin }, { staleness, signal });
      return { trades: data, told: data.length + rejected.length, receivedMs: clock.nowMs() };
    },
    onGap(gap, filled) {
      if (filled) gaps.filled('trades');
      else {
        gaps
          .record({ feed: 'trades', ...gap, reason: 'disconnect' })
          .catch((err: unknown) => log.error({ err }, 'a gap could not be stored'));
      }
    },
  });
  for (const [coin, { timeMs }] of last) intake.interrupted(coin, timeMs);
  return intake;
}

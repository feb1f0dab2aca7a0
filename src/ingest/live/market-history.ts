import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { candles as candlesTable, marketFunding } from '../facts/fact-tables.ts';
import { candleRow, marketFundingRow } from '../facts/market-rows.ts';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';
import { every, type RecurringJob } from './every.ts';
import type { Markets } from './market-directory.ts';
import type { Pace } from './pace.ts';
import type { ReaderParts } from './reader.ts';
import type { Job, WorkPlan } from './work-plan.ts';

export interface MarketHistoryOptions extends ReaderParts {
  analytics: AnalyticsStore;
  pace: Pace;
  plan: WorkPlan;
  /** USD of a coin traded in a day: histories of what is traded most come first. */
  dayVolume(coin: string): number;
}

/** What of markets comes by REST: funding, and candles that no feed brings. */
export interface MarketHistory {
  /** Reads the histories of these markets from now on. @param streamed coins whose minutes come by the feed */
  follow(markets: Markets, streamed: ReadonlySet<string>): void;
  /** The feed of a coin's minutes was interrupted. */
  interrupted(coin: string): void;
}

/** Candles that are read, and how far back where none is stored. */
const intervals = [
  { interval: '1m', backMs: dayMs, shareOfPace: 1 },
  { interval: '1h', backMs: 90 * dayMs, shareOfPace: 3 },
  { interval: '1d', backMs: 730 * dayMs, shareOfPace: 12 },
] as const;
const fundingBackMs = 30 * dayMs;
/** Hours of a full page (exchange notes §2.1). */
const pageHours = 500;

const storedCandles = query({
  name: 'stored_candles',
  params: {},
  row: Type.Object({ coin: Type.String(), interval: Type.String(), last: Type.String() }),
  sql: `SELECT coin, interval, toString(toUnixTimestamp64Milli(max(open_time))) AS last FROM candles GROUP BY coin, interval`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});
const storedFunding = query({
  name: 'stored_market_funding',
  params: {},
  row: Type.Object({ coin: Type.String(), last: Type.String() }),
  sql: `SELECT coin, toString(toUnixTimestamp64Milli(max(time))) AS last FROM market_funding GROUP BY coin`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

export async function openMarketHistory(options: MarketHistoryOptions): Promise<MarketHistory> {
  const { analytics, info, facts, watch, clock, pace, plan, dayVolume, signal } = options;
  /** Time of the newest stored row, by coin and kind. */
  const cursors = new Map<string, number>();
  for (const { coin, interval, last } of await analytics.rows(storedCandles, {})) {
    cursors.set(`${coin} ${interval}`, Number(last));
  }
  for (const { coin, last } of await analytics.rows(storedFunding, {}))
    cursors.set(`${coin} funding`, Number(last));
  const jobs = new Map<string, RecurringJob>();
  let listed = new Set<string>();
  let streamedMinutes: ReadonlySet<string> = new Set();

  async function readCandles(
    coin: string,
    interval: string,
    backMs: number,
    staleness: Staleness,
  ): Promise<void> {
    const endTime = clock.nowMs() + hourMs;
    const key = `${coin} ${interval}`;
    const startTime = cursors.get(key) ?? endTime - backMs;
    const req = { coin, interval, startTime, endTime };
    const { data } = await info.ask({ type: 'candleSnapshot', req }, { staleness, signal });
    await facts.write(candlesTable, data.map(candleRow));
    watch.heard('candles', { atMs: clock.nowMs(), received: data.length });
    // The open candle is read again.
    cursors.set(
      key,
      data.reduce((last, { t }) => Math.max(last, t), startTime),
    );
  }

  async function readFunding(coin: string, staleness: Staleness): Promise<void> {
    const key = `${coin} funding`;
    for (let isFull = true; isFull; ) {
      const startTime = cursors.get(key) ?? clock.nowMs() - fundingBackMs;
      const { data } = await info.ask({ type: 'fundingHistory', coin, startTime }, { staleness, signal });
      await facts.write(marketFunding, data.map(marketFundingRow));
      const newestMs = data.reduce((last, { time }) => Math.max(last, time), startTime);
      watch.heard('marketFunding', {
        atMs: clock.nowMs(),
        received: data.length,
        ...(data.length > 0 && { newestMs }),
      });
      cursors.set(key, newestMs);
      isFull = data.length >= pageHours && newestMs > startTime;
    }
  }

  /** What was never read is a history, which waits for its share; reading on from there is light, and many ask for it. */
  function add(
    coin: string,
    kind: string,
    targetMs: number,
    read: Job['run'],
    isWanted: () => boolean,
  ): void {
    const key = `${coin} ${kind}`;
    if (jobs.has(key)) return;
    const lane = () => (cursors.has(key) ? 'markets' : 'histories');
    const importance = () => 1 + Math.log10(1 + dayVolume(coin) / 10_000);
    const job = every({ targetMs, isWanted, lane, importance }, read);
    jobs.set(key, job);
    plan.add(job);
  }

  return {
    follow(markets, streamed) {
      streamedMinutes = streamed;
      listed = new Set([...markets.perps, ...markets.spot, ...markets.outcomes]);
      for (const coin of listed) {
        for (const { interval, backMs, shareOfPace } of intervals) {
          const isStreamed = () => interval === '1m' && streamedMinutes.has(coin);
          const isWanted = () => listed.has(coin) && !(isStreamed() && cursors.has(`${coin} ${interval}`));
          const read = (staleness: Staleness) => readCandles(coin, interval, backMs, staleness);
          add(coin, interval, pace.candlesMs * shareOfPace, read, isWanted);
        }
      }
      for (const coin of markets.perps) {
        add(
          coin,
          'funding',
          pace.marketFundingMs,
          (staleness) => readFunding(coin, staleness),
          () => listed.has(coin),
        );
      }
    },
    interrupted: (coin) => jobs.get(`${coin} 1m`)?.hurry(),
  };
}

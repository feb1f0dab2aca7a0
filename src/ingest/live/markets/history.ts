import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { isOutcome } from '../../../domain/coin-name.ts';
import { dayMs, hourMs, minuteMs } from '../../../kernel/clock.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import { candles as candlesTable, marketFunding } from '../../facts/fact-tables.ts';
import { candleRow, marketFundingRow } from '../../facts/market-rows.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { GapBook } from '../coverage/gap-book.ts';
import { importanceOf } from '../work/importance.ts';
import type { Pace } from '../work/pace.ts';
import type { Job, WorkPlan } from '../work/plan.ts';
import type { ReaderParts } from '../work/reader.ts';
import { every, type RecurringJob } from '../work/recurring-job.ts';
import { coinsOf, type Markets } from './directory.ts';
import { createLastReadings } from './last-readings.ts';
import { openMinuteHoles } from './minute-holes.ts';

export interface MarketHistoryOptions extends ReaderParts {
  analytics: AnalyticsStore;
  pace: Pace;
  plan: Pick<WorkPlan, 'add' | 'remove'>;
  /** USD of a coin traded in a day: histories of what is traded most come first. */
  dayVolume(coin: string): number;
  takeBook(book: WireBook, receivedMs: number): void;
  gaps: Pick<GapBook, 'record' | 'note'>;
}

/** Coins of which the feed brings something. */
export interface Streamed {
  /** Candles of a minute. */
  minutes: ReadonlySet<string>;
  books: ReadonlySet<string>;
}

/** What of markets comes by REST: funding, and the candles and books that no feed brings. */
export interface MarketHistory {
  /**
   * Reads these markets from now on, and of others what they have come to; the last of an outcome is read with its
   * settlement. Resolves once that is stored.
   */
  follow(markets: Markets, streamed: Streamed): Promise<void>;
  /** Minutes of these coins are about to be stored. Resolves once what is missing before them is noted in the store. */
  expect(coins: Iterable<string>): Promise<void>;
  /** Minutes from the feed are stored: what is missed later begins behind them. */
  stored(minutes: readonly WireCandle[]): void;
  /** Minutes of a coin were missed, or lost before they were stored: reads on from the last one that is stored. */
  interrupted(coin: string): void;
  /**
   * Reads the candles of a coin that has ended once more: the last ones have closed since.
   * @throws InfoError, or where they could not be stored
   */
  finish(coin: string, staleness: Staleness): Promise<void>;
}

/** Candles that are read, and how far back where none is stored. */
const intervals = [
  { interval: '1m', lengthMs: minuteMs, backMs: dayMs, shareOfPace: 1 },
  { interval: '1h', lengthMs: hourMs, backMs: 90 * dayMs, shareOfPace: 3 },
  { interval: '1d', lengthMs: dayMs, backMs: 730 * dayMs, shareOfPace: 12 },
] as const;
/** What the minutes of a coin are kept by. */
const minutesOf = (coin: string) => `${coin} 1m`;
const fundingBackMs = 30 * dayMs;
/** Hours of a full page (exchange notes §2.1). */
const pageHours = 500;

const storedCandles = query({
  name: 'stored_candles',
  params: {},
  row: Type.Object({ coin: Type.String(), interval: Type.String(), last: Type.String() }),
  // A settlement is stored behind the last candles of its outcome's sides: these are read to their end.
  sql: `
    SELECT coin, interval, toString(toUnixTimestamp64Milli(max(open_time))) AS last FROM candles
    WHERE coin NOT LIKE '#%'
      OR intDiv(toUInt64OrZero(substring(coin, 2)), 10) NOT IN (SELECT outcome FROM outcome_settlements)
    GROUP BY coin, interval`,
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
  const { analytics, info, facts, watch, clock, pace, plan, dayVolume, takeBook, gaps, signal } = options;
  const holes = await openMinuteHoles({ analytics, gaps, clock });
  /** Time of the newest row behind which some may not be stored, by coin and kind. */
  const cursors = new Map<string, number>();
  for (const { coin, interval, last } of await analytics.rows(storedCandles, {})) {
    const key = `${coin} ${interval}`;
    const holeMs = key === minutesOf(coin) ? holes.startOf(coin) : undefined;
    // 0: its minutes were never read.
    if (holeMs !== 0) cursors.set(key, Math.min(Number(last), holeMs ?? Number(last)));
  }
  for (const { coin, last } of await analytics.rows(storedFunding, {}))
    cursors.set(`${coin} funding`, Number(last));
  const jobs = new Map<string, { coin: string; job: RecurringJob }>();
  let streamed: Streamed = { minutes: new Set(), books: new Set() };
  /** Coins whose stored minutes reach up to their stream: before, and after every break of it, some are missing. */
  const joined = new Set<string>();
  /** Breaks of all streams, so that one is noticed that comes while the missing minutes are read. */
  const breaks = new Map<string, number>();
  const lastReadings = createLastReadings(plan, pace.candlesMs);
  /** Outcomes that were read to their end and are listed still. */
  const finished = new Set<string>();

  async function readCandles(
    coin: string,
    { interval, lengthMs, backMs }: (typeof intervals)[number],
    staleness: Staleness,
  ): Promise<void> {
    const endTime = clock.nowMs() + hourMs;
    const key = `${coin} ${interval}`;
    const cursor = cursors.get(key);
    const startTime = cursor ?? endTime - backMs;
    const req = { coin, interval, startTime, endTime };
    const isStreamed = interval === '1m' && streamed.minutes.has(coin);
    const breaksBefore = breaks.get(coin);
    const { data } = await info.ask({ type: 'candleSnapshot', req }, { staleness, signal });
    // The exchange keeps the latest 5000 of an interval (exchange notes §2.1). Noted first: the next start begins behind what is stored.
    const lost = { fromMs: startTime + lengthMs, toMs: Math.min(...data.map(({ t }) => t)) - 1 };
    if (cursor !== undefined && data.length > 0 && lost.toMs >= lost.fromMs)
      await gaps.record({ feed: 'candles', coin, ...lost, reason: `out-of-reach ${interval}` });
    await facts.write(candlesTable, data.map(candleRow));
    watch.seen('candles', { atMs: clock.nowMs(), received: data.length });
    // The open candle is read again. Where there is none yet, nothing is lost before the first one.
    if (data.length > 0) cursors.set(key, Math.max(startTime, ...data.map(({ t }) => t)));
    if (interval !== '1m' || breaks.get(coin) !== breaksBefore) return;
    if (isStreamed) joined.add(coin);
    await holes.fill(coin);
  }

  async function readBook(coin: string, staleness: Staleness): Promise<void> {
    const { data } = await info.ask({ type: 'l2Book', coin }, { staleness, signal });
    takeBook(data, clock.nowMs());
  }

  async function readFunding(coin: string, staleness: Staleness): Promise<void> {
    const key = `${coin} funding`;
    for (let isFull = true; isFull; ) {
      const startTime = cursors.get(key) ?? clock.nowMs() - fundingBackMs;
      const { data } = await info.ask({ type: 'fundingHistory', coin, startTime }, { staleness, signal });
      await facts.write(marketFunding, data.map(marketFundingRow));
      const newestMs = data.reduce((last, { time }) => Math.max(last, time), startTime);
      watch.seen('marketFunding', {
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
    const group = () => (kind === 'book' || cursors.has(key) ? 'markets' : 'histories');
    const importance = () => importanceOf(dayVolume(coin));
    const job = every({ targetMs, isWanted, group, importance }, read);
    jobs.set(key, { coin, job });
    plan.add(job);
  }

  /** What the exchange does not tell any more is not asked for for ever. */
  async function unlessRefused(reading: Promise<void>): Promise<void> {
    await reading.catch((error: unknown) => {
      if (!(error instanceof InfoError) || error.failure !== 'refused') throw error;
    });
  }

  async function readLastCandles(coin: string, staleness: Staleness): Promise<void> {
    await Promise.all(intervals.map((kind) => unlessRefused(readCandles(coin, kind, staleness))));
  }

  const isFollowed = (coin: string) => jobs.has(`${coin} book`);

  function dropCursors(coin: string): void {
    for (const kind of [...intervals.map(({ interval }) => interval), 'funding'])
      cursors.delete(`${coin} ${kind}`);
  }

  /** A perp that is delisted, a pair that is gone: its last hour and day, and its last funding, are not stored yet. */
  async function readLast(coin: string, staleness: Staleness): Promise<void> {
    // Where one of them fails all are read again from where they were, not from the first.
    await Promise.all([
      readLastCandles(coin, staleness),
      cursors.has(`${coin} funding`) && unlessRefused(readFunding(coin, staleness)),
    ]);
    if (!isFollowed(coin)) dropCursors(coin);
  }

  /** Some outcomes live for a quarter of an hour: what is kept for them must not outlive them. */
  function forget(isGone: (coin: string) => boolean): void {
    const gone = [...jobs].filter(([, { coin }]) => isGone(coin));
    if (gone.length === 0) return;
    plan.remove(gone.map(([, { job }]) => job));
    for (const [key, { coin }] of gone) {
      jobs.delete(key);
      if (finished.has(coin)) cursors.delete(key);
      else if (!isOutcome(coin)) lastReadings.begin(coin, (staleness) => readLast(coin, staleness));
      joined.delete(coin);
      breaks.delete(coin);
    }
    for (const [, { coin }] of gone) finished.delete(coin);
  }

  async function finish(coin: string, staleness: Staleness): Promise<void> {
    await readLastCandles(coin, staleness);
    // The list of markets may not say yet that it has ended.
    if (isFollowed(coin)) finished.add(coin);
    else dropCursors(coin);
  }

  return {
    async follow(markets, nowStreamed) {
      streamed = nowStreamed;
      const listed = coinsOf(markets);
      forget((coin) => !listed.has(coin));
      for (const coin of joined) if (!streamed.minutes.has(coin)) joined.delete(coin);
      for (const coin of listed) {
        lastReadings.cancel(coin);
        add(
          coin,
          'book',
          pace.booksMs,
          (staleness) => readBook(coin, staleness),
          () => !streamed.books.has(coin),
        );
        for (const kind of intervals) {
          const isWanted = () => kind.interval !== '1m' || !joined.has(coin);
          const read = (staleness: Staleness) => readCandles(coin, kind, staleness);
          add(coin, kind.interval, pace.candlesMs * kind.shareOfPace, read, isWanted);
        }
      }
      for (const coin of markets.perps) {
        add(
          coin,
          'funding',
          pace.marketFundingMs,
          (staleness) => readFunding(coin, staleness),
          () => true,
        );
      }
      await lastReadings.over();
    },
    async expect(coins) {
      const behind = [...coins].filter((coin) => jobs.has(minutesOf(coin)) && !joined.has(coin));
      await Promise.all(behind.map((coin) => holes.note(coin, cursors.get(minutesOf(coin)) ?? 0)));
    },
    stored(minutes) {
      for (const { s: coin, t } of minutes) {
        const key = minutesOf(coin);
        // Where some were lost meanwhile, they lie behind the cursor.
        if (joined.has(coin)) cursors.set(key, Math.max(cursors.get(key) ?? 0, t));
      }
    },
    interrupted(coin) {
      joined.delete(coin);
      const reading = jobs.get(minutesOf(coin));
      if (reading === undefined) return;
      breaks.set(coin, (breaks.get(coin) ?? 0) + 1);
      reading.job.hurry();
    },
    finish,
  };
}

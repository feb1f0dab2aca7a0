import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { isOutcome } from '../../../domain/coin-name.ts';
import { dayMs } from '../../../kernel/clock.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import { marketFunding } from '../../facts/fact-tables.ts';
import { marketFundingRow } from '../../facts/market-rows.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import { importanceOf } from '../work/importance.ts';
import type { Pace } from '../work/pace.ts';
import type { Job, WorkPlan } from '../work/plan.ts';
import type { ReaderParts } from '../work/reader.ts';
import { every, type RecurringJob } from '../work/recurring-job.ts';
import { createCandleReader } from './candle-reader.ts';
import { coinsOf, type Markets } from './directory.ts';
import {
  candleIntervals,
  type HistoryCursors,
  type HistoryKind,
  openHistoryCursors,
} from './history-cursors.ts';
import { openMinuteHoles } from './minute-holes.ts';

/** How far back funding is read if none is stored. */
const backMs = 30 * dayMs;
/** Hours of a full page (docs/exchange.md#funding-payments). */
const pageHours = 500;

/**
 * Creates the reader of a perp's funding, page by page up to now.
 *
 * @throws InfoError, or an error of the store; the next read resumes at the cursor
 */
function createFundingReader({
  info,
  facts,
  watch,
  clock,
  signal,
  cursors,
}: ReaderParts & { cursors: HistoryCursors }) {
  return async (coin: string, staleness: Staleness): Promise<void> => {
    for (let isFull = true; isFull; ) {
      const startTime = cursors.get(coin, 'funding') ?? clock.nowMs() - backMs;
      const { data } = await info.ask({ type: 'fundingHistory', coin, startTime }, { staleness, signal });
      await facts.write(marketFunding, data.map(marketFundingRow));
      const newestMs = data.reduce((last, { time }) => Math.max(last, time), startTime);
      watch.seen('marketFunding', {
        atMs: clock.nowMs(),
        received: data.length,
        ...(data.length > 0 && { newestMs }),
      });
      cursors.set(coin, 'funding', newestMs);
      isFull = data.length >= pageHours && newestMs > startTime;
    }
  };
}

export interface MarketHistoryOptions extends ReaderParts {
  analytics: AnalyticsStore;
  pace: Pace;
  plan: Pick<WorkPlan, 'add' | 'remove'>;
  /** USD volume of a coin in a day; histories of the busiest coins come first. */
  dayVolume(coin: string): number;
  takeBook(book: WireBook, receivedMs: number): void;
  takeCandles(candles: readonly WireCandle[], receivedMs: number): void;
  ledger: Pick<CoverageLedger, 'read' | 'record' | 'heal' | 'lose'>;
}

export interface Streamed {
  /** Coins with streamed one-minute candles. */
  minutes: ReadonlySet<string>;
  books: ReadonlySet<string>;
}

/** Market data read by REST: funding, and the candles and books that no feed brings. */
export interface MarketHistory {
  /**
   * Reads these markets from now on, and the last data of markets that ended; an outcome's are read with its settlement. Resolves
   * once the last data are stored.
   */
  follow(markets: Markets, streamed: Streamed): Promise<void>;
  /** Called before minutes of these coins are stored. Resolves once the holes before them are recorded. */
  expect(coins: Iterable<string>): Promise<void>;
  /** Called after minutes from the feed are stored: later holes begin after them. */
  stored(minutes: readonly WireCandle[]): void;
  /** Minutes of a coin were missed or lost: reads again from the last stored one. */
  interrupted(coin: string): void;
  /**
   * Reads the candles of an ended coin once more, because the last ones have closed since.
   * @throws InfoError, or an error of the store
   */
  finish(coin: string, staleness: Staleness): Promise<void>;
}

const minutesOf = (coin: string) => `${coin} 1m`;

export async function openMarketHistory(options: MarketHistoryOptions): Promise<MarketHistory> {
  const { analytics, info, clock, pace, plan, dayVolume, takeBook, ledger, signal } = options;
  const { timers = systemTimers } = options;
  const holes = await openMinuteHoles({ ledger, clock });
  const cursors = await openHistoryCursors(analytics, holes);
  const candles = createCandleReader({ ...options, cursors, holes });
  const readFunding = createFundingReader({ ...options, cursors });
  const jobs = new Map<string, { coin: string; job: RecurringJob }>();
  let streamedBooks: ReadonlySet<string> = new Set();
  const lastReadings = createLastReadings(plan, pace.candlesMs, timers);
  /** Outcomes that were read to their end and are still listed. */
  const finished = new Set<string>();

  async function readBook(coin: string, staleness: Staleness): Promise<void> {
    const { data } = await info.ask({ type: 'l2Book', coin }, { staleness, signal });
    takeBook(data, clock.nowMs());
  }

  /**
   * First reads of candles and funding are histories, which wait for their share of the weight. Later reads are light and in
   * demand, so they use the markets' share.
   */
  function add(
    coin: string,
    kind: HistoryKind | 'book',
    targetMs: number,
    read: Job['run'],
    isWanted: () => boolean,
  ): void {
    const key = `${coin} ${kind}`;
    if (jobs.has(key)) return;
    const group = () => (kind === 'book' || cursors.get(coin, kind) !== undefined ? 'markets' : 'histories');
    const importance = () => importanceOf(dayVolume(coin));
    const job = every({ targetMs, isWanted, group, importance, timers }, read);
    jobs.set(key, { coin, job });
    plan.add(job);
  }

  /** Ignores a refusal, so that data the exchange no longer serves are not requested forever. */
  async function unlessRefused(reading: Promise<void>): Promise<void> {
    await reading.catch((error: unknown) => {
      if (!(error instanceof InfoError) || error.failure !== 'refused') throw error;
    });
  }

  async function readLastCandles(coin: string, staleness: Staleness): Promise<void> {
    await Promise.all(candleIntervals.map((kind) => unlessRefused(candles.read(coin, kind, staleness))));
  }

  const isFollowed = (coin: string) => jobs.has(`${coin} book`);

  /** Reads the end of a delisted perp or pair: its last candles and funding are not stored yet. */
  async function readLast(coin: string, staleness: Staleness): Promise<void> {
    // If one fails, all are read again, each from its cursor.
    await Promise.all([
      readLastCandles(coin, staleness),
      cursors.get(coin, 'funding') !== undefined && unlessRefused(readFunding(coin, staleness)),
    ]);
    if (!isFollowed(coin)) cursors.drop(coin);
  }

  /** Drops the state of unlisted coins: some outcomes live for only 15 minutes, so the state would pile up. */
  function forget(isGone: (coin: string) => boolean): void {
    const gone = [...jobs].filter(([, { coin }]) => isGone(coin));
    if (gone.length === 0) return;
    plan.remove(gone.map(([, { job }]) => job));
    for (const [key, { coin }] of gone) {
      jobs.delete(key);
      if (finished.has(coin)) cursors.drop(coin);
      else if (!isOutcome(coin)) lastReadings.begin(coin, (staleness) => readLast(coin, staleness));
      candles.forget(coin);
    }
    for (const [, { coin }] of gone) finished.delete(coin);
  }

  async function finish(coin: string, staleness: Staleness): Promise<void> {
    await readLastCandles(coin, staleness);
    // The market list may still contain the coin.
    if (isFollowed(coin)) finished.add(coin);
    else cursors.drop(coin);
  }

  return {
    async follow(markets, streamed) {
      streamedBooks = streamed.books;
      const listed = coinsOf(markets);
      forget((coin) => !listed.has(coin));
      candles.follow(streamed.minutes);
      for (const coin of listed) {
        lastReadings.cancel(coin);
        add(
          coin,
          'book',
          pace.booksMs,
          (staleness) => readBook(coin, staleness),
          () => !streamedBooks.has(coin),
        );
        for (const kind of candleIntervals) {
          const isWanted = () => kind.interval !== '1m' || !candles.isJoined(coin);
          const read = (staleness: Staleness) => candles.read(coin, kind, staleness);
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
      const behind = [...coins].filter((coin) => jobs.has(minutesOf(coin)) && !candles.isJoined(coin));
      await Promise.all(behind.map((coin) => holes.note(coin, cursors.get(coin, '1m') ?? 0)));
    },
    stored: candles.stored,
    interrupted(coin) {
      candles.part(coin);
      const reading = jobs.get(minutesOf(coin));
      if (reading === undefined) return;
      candles.interrupted(coin);
      reading.job.hurry();
    },
    finish,
  };
}

/** Last reads of ended coins, retried without limit. */
interface LastReadings {
  begin(coin: string, read: Job['run']): void;
  /** Cancels the last read: the coin trades again. */
  cancel(coin: string): void;
  /** Resolves once all begun reads are done or cancelled. */
  over(): Promise<void>;
}

/** @param targetMs target age of a last read */
function createLastReadings(
  plan: Pick<WorkPlan, 'add' | 'remove'>,
  targetMs: number,
  timers: Timers = systemTimers,
): LastReadings {
  const readings = new Map<string, { job: Job; over: PromiseWithResolvers<void> }>();

  function end(coin: string): void {
    const reading = readings.get(coin);
    if (reading === undefined) return;
    readings.delete(coin);
    plan.remove([reading.job]);
    reading.over.resolve();
  }

  return {
    begin(coin, read) {
      if (readings.has(coin)) return;
      const job = every({ targetMs, timers }, async (staleness) => {
        await read(staleness);
        // The coin may have been listed again, and ended again, meanwhile.
        if (readings.get(coin)?.job === job) end(coin);
      });
      readings.set(coin, { job, over: Promise.withResolvers() });
      plan.add(job);
    },
    cancel: end,
    async over() {
      await Promise.all([...readings.values()].map(({ over }) => over.promise));
    },
  };
}

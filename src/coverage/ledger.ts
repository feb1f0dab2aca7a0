import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import type { Clock } from '../kernel/clock.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { type CoverageChange, coverageBook, type KeyedSpan } from './book.ts';
import { type CoverageQuery, readCoverage } from './coverage-read.ts';
import { checkChange, isWide, readAffected, writeRows } from './coverage-rows.ts';
import type { CoverageInterval } from './interval.ts';

/**
 * The one record of what the store holds of each feed, and of what it lacks. Detectors write to it, and whatever says that something
 * is missing reads it. One suite over both engines: `test/conformance/coverage.ts`.
 *
 * A change resolves once it is stored: a gap is awaited before what lies behind it is committed, so that a kill loses no gap; what was
 * healed or covered is reported after it is stored. A repeat changes nothing. Changes are stored in the order of their calls, those that
 * wait together as one, and as often as it takes while the engine is away.
 *
 * @throws Error from each change where the ledger is closed, or the engine refuses it for good
 */
export interface CoverageLedger {
  /** A stretch was read, but for the gaps in it: what is covered already and touches it grows by it. */
  cover(at: KeyedSpan): Promise<void>;
  /** A gap was found that may still be filled. */
  record(at: KeyedSpan, reason: string): Promise<void>;
  /**
   * All of the span is stored: what gaps have of it is healed, in part where they reach beyond it. Of every wallet, or coin, where none
   * is named.
   */
  heal(at: KeyedSpan, options?: { isOpenOnly?: boolean }): Promise<void>;
  /** A gap that nothing is known to fill, whatever was said of it: gaps of the same key that are open or healed are cut by it. */
  lose(at: KeyedSpan, reason: string): Promise<void>;
  /** Intervals that overlap the span, oldest first. */
  read(params: CoverageQuery): Promise<CoverageInterval[]>;
  /**
   * Stores what waits, with a last few attempts.
   *
   * @param last changes that come until this resolves are taken, too
   */
  close(last?: Promise<unknown>): Promise<void>;
}

export interface CoverageLedgerOptions {
  analytics: Pick<AnalyticsStore, 'rows' | 'command'>;
  clock: Clock;
  /** Called for each gap that nothing is known to fill, once it is stored. */
  onLost?: (feed: string) => void;
  /** How often an engine that is away is asked; for as long as it takes where absent. */
  attempts?: number;
  /** Called for each attempt that failed. */
  onRetry?: (error: unknown) => void;
  /** The first wait after an attempt that failed; it doubles, up to 30 s. */
  retryMs?: number;
  /** The machine's where absent. */
  timers?: Timers;
}

interface Waiting {
  change: CoverageChange;
  stored: PromiseWithResolvers<void>;
}

/** Changes of one turn: what they read and write is a statement of some ten KB. */
const turnChanges = 300;
/** Changes that wait while the engine is away; more are refused, each to its caller. */
const waitingLimit = 200_000;
const retryMaxMs = 30_000;
/** Attempts at what the engine may refuse for good, and of those at the end. */
const lastAttempts = 3;

export function createCoverageLedger(options: CoverageLedgerOptions): CoverageLedger {
  const {
    analytics,
    clock,
    retryMs = 500,
    timers = systemTimers,
    attempts = Number.POSITIVE_INFINITY,
  } = options;
  const { onLost = () => undefined, onRetry = () => undefined } = options;
  const closing = new AbortController();
  let waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function change(one: CoverageChange): Promise<void> {
    checkChange(one);
    if (isClosed) throw new Error('the ledger of coverage is closed');
    if (waiting.length >= waitingLimit)
      throw new Error(`${waitingLimit} changes of the ledger of coverage wait for the engine`);
    const stored = Promise.withResolvers<void>();
    waiting.push({ change: one, stored });
    working ??= work();
    await stored.promise;
  }

  async function work(): Promise<void> {
    // Changes of one moment go together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const turn = nextTurn();
      try {
        await storeTurn(turn.map(({ change: one }) => one));
        for (const { change: one, stored } of turn) {
          if (one.to === 'lost') onLost(one.at.feed);
          stored.resolve();
        }
      } catch (error) {
        for (const { stored } of turn) stored.reject(error);
      }
    }
    working = undefined;
  }

  /** Heals of all keys read other rows than the rest, so both have turns of their own. */
  function nextTurn(): Waiting[] {
    const isFirstWide = isWide(waiting[0]!.change);
    const other = waiting.findIndex(({ change: one }) => isWide(one) !== isFirstWide);
    const count = Math.min(turnChanges, other < 0 ? waiting.length : other);
    const turn = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return turn;
  }

  async function storeTurn(changes: readonly CoverageChange[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        while (await storeOnce(changes));
        return;
      } catch (error) {
        if (!(error instanceof AnalyticsError) || attempt >= attempts) throw error;
        const isForGood = error.failure === 'engine' || error.failure === 'limit';
        if (attempt >= lastAttempts && (closing.signal.aborted || isForGood)) throw error;
        onRetry(error);
      }
      const waitMs = Math.min(retryMaxMs, retryMs * 2 ** Math.min(attempt - 1, 20));
      // The end cuts the wait short.
      await timers.pause(waitMs, closing.signal).catch(() => undefined);
    }
  }

  /** @returns whether there may be more gaps to heal */
  async function storeOnce(changes: readonly CoverageChange[]): Promise<boolean> {
    const { intervals, isAll } = await readAffected(analytics, changes);
    const book = coverageBook(intervals);
    const nowMs = clock.nowMs();
    await writeRows(
      analytics,
      changes.flatMap((one) => book.apply(one, nowMs)),
    );
    return !isAll;
  }

  return {
    cover: (at) => change({ to: 'covered', at }),
    record: (at, reason) => change({ to: 'open', at, reason }),
    heal: (at, { isOpenOnly = false } = {}) => change({ to: 'healed', at, isOpenOnly }),
    lose: (at, reason) => change({ to: 'lost', at, reason }),
    read: (params) => readCoverage(analytics, params),
    async close(last) {
      closing.abort();
      await last;
      isClosed = true;
      await working;
    },
  };
}

import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import type { Clock } from '../kernel/clock.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { type CoverageChange, coverageBook, type KeyedSpan } from './book.ts';
import { type CoverageQuery, readCoverage } from './coverage-read.ts';
import { checkChange, isWide, readAffected, writeRows } from './coverage-rows.ts';
import type { CoverageInterval } from './interval.ts';

/**
 * The single record of what the store holds and lacks of each feed. Detectors write to it, and every report of missing data reads it.
 * Both engines run the same suite: `test/conformance/coverage.ts`.
 *
 * A change resolves once it is stored. Callers await a gap before they commit later data, so that a kill loses no gap; they report
 * healed or covered spans after the data is stored. A repeated change has no effect. Changes are stored in call order, pending ones
 * together, with retries while the engine is unavailable.
 *
 * @throws Error from each change if the ledger is closed, or if the engine rejects the change permanently
 */
export interface CoverageLedger {
  /** Records a span as read, except for the gaps inside; extends covered spans that it touches. */
  cover(at: KeyedSpan): Promise<void>;
  /** Records a gap that may still be filled. */
  record(at: KeyedSpan, reason: string): Promise<void>;
  /**
   * Heals gaps inside a span that is now stored; a gap that extends beyond the span is healed in part. Without a wallet or coin,
   * applies to all wallets or coins.
   */
  heal(at: KeyedSpan, options?: { isOpenOnly?: boolean }): Promise<void>;
  /** Records a gap that no known source can fill; removes its span from open and healed gaps of the same key. */
  lose(at: KeyedSpan, reason: string): Promise<void>;
  /** Intervals that overlap the span, oldest first. */
  read(params: CoverageQuery): Promise<CoverageInterval[]>;
  /**
   * Stores pending changes; gives up after a few attempts.
   *
   * @param last changes are accepted until this resolves
   */
  close(last?: Promise<unknown>): Promise<void>;
}

export interface CoverageLedgerOptions {
  analytics: Pick<AnalyticsStore, 'rows' | 'command'>;
  clock: Clock;
  /** Called for each lost gap, after it is stored. */
  onLost?: (feed: string) => void;
  /** Attempts while the engine is unavailable; default: unlimited. */
  attempts?: number;
  /** Called after each failed attempt that is retried. */
  onRetry?: (error: unknown) => void;
  /** First wait after a failed attempt; doubles up to 30 s. Default: 500. */
  retryMs?: number;
  /** Default: the system's timers. */
  timers?: Timers;
}

interface Waiting {
  change: CoverageChange;
  stored: PromiseWithResolvers<void>;
}

/** Maximum changes per turn; the statements that read and write them have some ten KB. */
const turnChanges = 300;
/** Maximum pending changes while the engine is unavailable; further calls reject. */
const waitingLimit = 200_000;
const retryMaxMs = 30_000;
/** Attempts for changes that the engine may reject permanently, and for all changes while closing. */
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
    if (isClosed) throw new Error('the coverage ledger is closed');
    if (waiting.length >= waitingLimit)
      throw new Error(`${waitingLimit} changes of the coverage ledger wait for the engine`);
    const stored = Promise.withResolvers<void>();
    waiting.push({ change: one, stored });
    working ??= work();
    await stored.promise;
  }

  async function work(): Promise<void> {
    // Collects the changes of the same tick.
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

  /** Heals of all keys read other rows than the other changes, so they get separate turns. */
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
      // Closing ends the wait early.
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

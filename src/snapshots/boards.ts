import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, dayMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { type Board, type BoardPeriod, boardPeriods } from './board.ts';
import { changedWalletDays, walletDays, walletTotals } from './board-queries.ts';
import type { PublishedBoards } from './board-worker.ts';
import { startRankThread } from './rank-thread.ts';

/** The leaderboards in memory. */
export interface Boards {
  /** The newest board of a period; waits only for the very first one. */
  board(period: BoardPeriod): Promise<Board>;
}

/** Times of the fills that came since the last refresh; undefined reads every wallet anew. */
export type ChangedSpan = { fromMs: number; toMs: number } | undefined;

export interface BoardsRefresher {
  boards: Boards;
  /** Reads what changed and publishes new boards. One refresh at a time. */
  refresh(changed: ChangedSpan): Promise<RefreshCost>;
  close(): Promise<void>;
}

/** What one refresh took, for metrics and the benchmark. */
export interface RefreshCost {
  queryMs: number;
  rankMs: number;
  bytes: number;
}

export function createBoards(options: { store: AnalyticsStore; clock: Clock }): BoardsRefresher {
  const { store, clock } = options;
  const thread = startRankThread();
  let published: PublishedBoards | undefined;
  const first = Promise.withResolvers<void>();
  // Nobody may be waiting when the service stops before its first board.
  first.promise.catch(() => undefined);

  async function refresh(changed: ChangedSpan): Promise<RefreshCost> {
    const startMs = monotonicMs();
    const todayMs = clock.nowMs();
    const firstDay = (days: number) => utcDate(todayMs - (days - 1) * dayMs);
    const span = {
      all: changed === undefined || thread.isEmpty() ? 1 : 0,
      from: changed?.fromMs ?? 0,
      to: changed?.toMs ?? 0,
    };
    const windows = {
      month: firstDay(boardPeriods.month),
      week: firstDay(boardPeriods.week),
      today: utcDate(todayMs),
    };
    const totals = await store.bytes(walletTotals, span, { lane: 'heavy' });
    const daysOf = span.all === 1 ? walletDays : changedWalletDays;
    const days = await store.bytes(daysOf, { ...span, ...windows }, { lane: 'heavy' });
    const queriedMs = monotonicMs();
    published = await thread.rank({ totals, days });
    first.resolve();
    const rankedMs = monotonicMs();
    return {
      queryMs: queriedMs - startMs,
      rankMs: rankedMs - queriedMs,
      bytes: totals.length + days.length,
    };
  }

  return {
    boards: {
      async board(period) {
        if (published === undefined) await first.promise;
        return published![period];
      },
    },
    refresh,
    async close() {
      first.reject(new Error('shutting down'));
      await thread.close();
    },
  };
}

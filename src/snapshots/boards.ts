import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, dayMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { type Board, type BoardPeriod, boardPeriods } from './board.ts';
import {
  changedWalletDays,
  changedWalletMonths,
  changedWalletTotals,
  walletDays,
  walletTotals,
} from './board-queries.ts';
import type { BoardUpdate, PublishedBoards } from './board-worker.ts';
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

  async function read(changed: ChangedSpan): Promise<BoardUpdate> {
    const todayMs = clock.nowMs();
    const firstDay = (days: number) => utcDate(todayMs - (days - 1) * dayMs);
    const windows = {
      month: firstDay(boardPeriods.month),
      week: firstDay(boardPeriods.week),
      today: utcDate(todayMs),
    };
    const onLane = { lane: 'heavy' } as const;
    if (changed === undefined) {
      const totals = await store.bytes(walletTotals, {}, onLane);
      const days = await store.bytes(walletDays, windows, onLane);
      return { totals, days, daysOf: 'always' };
    }
    const { fromMs: from, toMs: to } = changed;
    const totals = await store.bytes(changedWalletTotals, { from, to }, onLane);
    // Older days of a wallet need not be read again where its new fills are all of the month.
    const recent = utcDate(from) >= windows.month && utcDate(to) <= windows.today;
    const query = recent ? changedWalletMonths : changedWalletDays;
    const days = await store.bytes(query, { from, to, ...windows }, onLane);
    return { totals, days, daysOf: recent ? 'month' : 'always' };
  }

  async function refresh(changed: ChangedSpan): Promise<RefreshCost> {
    const startMs = monotonicMs();
    const update = await read(thread.isEmpty() ? undefined : changed);
    const queriedMs = monotonicMs();
    published = await thread.rank(update);
    first.resolve();
    const rankedMs = monotonicMs();
    return {
      queryMs: queriedMs - startMs,
      rankMs: rankedMs - queriedMs,
      bytes: update.totals.length + update.days.length,
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

import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, dayMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { type Board, type BoardPeriod, boardPeriods } from './board.ts';
import {
  changedWalletOtherDays,
  changedWalletTotals,
  changedWalletWindows,
  toldBatches,
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

/** The batches that came since the last refresh, by number, of which there are `count`. */
export interface NewBatches {
  after: number;
  upTo: number;
  count: number;
}

export interface BoardsRefresher {
  boards: Boards;
  /** Reads what the batches changed, or every wallet, and publishes new boards. One refresh at a time. */
  refresh(batches: NewBatches | 'all'): Promise<RefreshCost>;
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

  async function read(batches: NewBatches | 'all'): Promise<BoardUpdate> {
    const todayMs = clock.nowMs();
    const firstDay = (days: number) => utcDate(todayMs - (days - 1) * dayMs);
    const windows = {
      month: firstDay(boardPeriods.month),
      week: firstDay(boardPeriods.week),
      today: utcDate(todayMs),
    };
    const onLane = { lane: 'heavy' } as const;
    if (batches === 'all' || !(await areTold(batches))) {
      const totals = await store.bytes(walletTotals, {}, onLane);
      const days = await store.bytes(walletDays, windows, onLane);
      return { totals, days };
    }
    const { after, upTo } = batches;
    const { month, today } = windows;
    return {
      totals: await store.bytes(changedWalletTotals, { after, upTo }, onLane),
      windows: await store.bytes(changedWalletWindows, { after, upTo, ...windows }, onLane),
      otherDays: await store.bytes(changedWalletOtherDays, { after, upTo, month, today }, onLane),
    };
  }

  /** False where a batch is of an older program, or what it changed is kept no longer. */
  async function areTold({ after, upTo, count }: NewBatches): Promise<boolean> {
    const [told] = await store.rows(toldBatches, { after, upTo }, { lane: 'heavy' });
    return Number(told!.batches) === count;
  }

  async function refresh(batches: NewBatches | 'all'): Promise<RefreshCost> {
    const startMs = monotonicMs();
    const update = await read(thread.isEmpty() ? 'all' : batches);
    const queriedMs = monotonicMs();
    published = await thread.rank(update);
    first.resolve();
    const rankedMs = monotonicMs();
    return {
      queryMs: queriedMs - startMs,
      rankMs: rankedMs - queriedMs,
      bytes: Object.values(update).reduce((bytes, rows) => bytes + rows.length, 0),
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

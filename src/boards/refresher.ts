import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, minuteMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { batchesSince } from './board-queries.ts';
import { createBoards, type RefreshCost } from './boards.ts';
import { createCoins } from './coins.ts';
import { type NewestBlock, readNewestBlock } from './newest-block.ts';
import { mergeScatteredRows } from './scattered-rows.ts';
import type { Snapshots } from './snapshots.ts';

export interface SnapshotsOptions {
  store: AnalyticsStore;
  clock: Clock;
  /** How often to ask the store whether fills came in. */
  pollMs?: number;
  onRefresh?(cost: RefreshCost): void;
  onError(error: unknown): void;
}

/** Between two looks at how scattered the rollup is that rebuilds read. */
const mergeEveryMs = 10 * minuteMs;

export interface RunningSnapshots {
  snapshots: Snapshots;
  /** Resolves when everything was built once. */
  ready: Promise<void>;
  /** True once everything was built. */
  built(): boolean;
  close(): Promise<void>;
}

/**
 * Keeps the snapshots at most a few seconds behind the store, whichever process writes it: asks for new
 * batches every second, and reads again the wallets of which they brought fills.
 */
export function startSnapshots(options: SnapshotsOptions): RunningSnapshots {
  const { store, clock, pollMs = 1_000, onRefresh, onError } = options;
  const boards = createBoards({ store, clock });
  const coins = createCoins(store);
  const ready = Promise.withResolvers<void>();
  let state: { lastSeq: number; day: string; newest: NewestBlock; version: number } | undefined;
  // Not at the start: the first requests need the processor more.
  let mergedMs = monotonicMs();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    const after = state?.lastSeq ?? 0;
    const [news] = await store.rows(batchesSince, { seq: after }, { lane: 'heavy' });
    const day = utcDate(clock.nowMs());
    const count = Number(news!.batches);
    if (state !== undefined && count === 0 && day === state.day) return;
    const upTo = Math.max(after, Number(news!.last_seq));
    // At the turn of a day every window moves: all wallets are read again.
    const cost = await boards.refresh(day === state?.day ? { after, upTo, count } : 'all');
    await coins.refresh();
    state = {
      lastSeq: upTo,
      day,
      newest: await readNewestBlock(store),
      version: (state?.version ?? 0) + 1,
    };
    onRefresh?.(cost);
    ready.resolve();
    if (monotonicMs() - mergedMs < mergeEveryMs) return;
    mergedMs = monotonicMs();
    await mergeScatteredRows(store);
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = refresh()
        .catch((error) => (stopped ? undefined : onError(error)))
        .finally(() => (stopped ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  schedule(0);
  return {
    snapshots: {
      boards: boards.boards,
      coins: coins.coins,
      newestBlock: () => state?.newest,
      version: () => state?.version ?? 0,
    },
    ready: ready.promise,
    built: () => state !== undefined,
    async close() {
      stopped = true;
      clearTimeout(timer);
      await turn;
      await boards.close();
    },
  };
}

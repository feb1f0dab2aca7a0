import type { AnalyticsStore } from '../analytics/store.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { createWalletIndex, type WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, monotonicMs, utcDate } from '../kernel/clock.ts';
import { batchesAfter } from './batch-queries.ts';
import { createBoards, type RefreshCost } from './boards.ts';
import { boardCatalogue } from './catalogue.ts';
import { createCoins } from './coins.ts';
import { type NewestBlock, readNewestBlock } from './newest-block.ts';
import { createRecentFills } from './recent-fills.ts';
import type { Snapshots } from './snapshots.ts';

export interface SnapshotsOptions {
  store: AnalyticsStore;
  clock: Clock;
  /** The registry of wallets that others share; one of its own where absent. */
  wallets?: WalletIndex;
  /** Of the cohorts; the defaults where absent. */
  cutOffs?: CohortCutOffs;
  /** How often to ask the store whether fills came in. */
  pollMs?: number;
  /** How old a column that needs all wallets may become; 0 where it is made with every change. */
  wholeMs?: number;
  onRefresh?(cost: RefreshCost): void;
  onError(error: unknown): void;
}

export interface RunningSnapshots {
  snapshots: Snapshots;
  /** Resolves when everything was built once. */
  ready: Promise<void>;
  /** True once everything was built. */
  built(): boolean;
  /** When what is shown was last seen to be all that is stored, by the monotonic clock; undefined before the first time. */
  checkedMs(): number | undefined;
  close(): Promise<void>;
}

/** What the store had when it was read last. */
interface Seen {
  lastSeq: number;
  nowMs: number;
  newest: NewestBlock;
}

/**
 * Keeps the snapshots at most a few seconds behind the store, whichever process writes it: asks for new
 * batches every second, and reads again the wallets of which they brought fills.
 */
export function startSnapshots(options: SnapshotsOptions): RunningSnapshots {
  const { store, clock, pollMs = 1_000, wallets = createWalletIndex(), onRefresh, onError } = options;
  const catalogue = new URL('./catalogue.ts', import.meta.url);
  const boards = createBoards({ ...options, wallets, declared: boardCatalogue, catalogue });
  const coins = createCoins(store, wallets);
  const recentFills = createRecentFills({ store, wallets });
  const ready = Promise.withResolvers<void>();
  let seen: Seen | undefined;
  let version = 0;
  let checkedMs: number | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const newsAfter = (after: number) => batchesAfter(store, after);

  async function shown(now: Omit<Seen, 'newest'>, cost: RefreshCost): Promise<void> {
    seen = { ...now, newest: await readNewestBlock(store) };
    version += 1;
    onRefresh?.(cost);
    ready.resolve();
  }

  /** Shows what came since. @returns false where the batches do not tell which wallets they changed */
  async function follow(): Promise<boolean> {
    const { lastSeq, nowMs } = seen!;
    const batches = await newsAfter(lastSeq);
    if (batches.count === 0) return true;
    const cost = await boards.follow(batches, nowMs);
    if (cost === undefined) return false;
    await coins.follow(batches);
    await recentFills.follow(batches);
    await shown({ lastSeq: batches.upTo, nowMs }, cost);
    return true;
  }

  /** Reads everything. What is shown goes on following new fills meanwhile, on the day it is of. */
  async function rebuild(): Promise<void> {
    const nowMs = clock.nowMs();
    const { upTo: after } = await newsAfter(0);
    let followedMs = monotonicMs();
    let following = seen !== undefined && !boards.isEmpty();
    const { upTo, ...cost } = await boards.rebuild({
      nowMs,
      after,
      batchesAfter: newsAfter,
      async onStep() {
        if (stopped) throw new Error('shutting down');
        if (!following || monotonicMs() - followedMs < pollMs) return;
        followedMs = monotonicMs();
        following = await follow();
      },
    });
    await coins.catchUp();
    await recentFills.catchUp();
    await shown({ lastSeq: upTo, nowMs }, cost);
  }

  async function refresh(): Promise<void> {
    const sameDay = seen !== undefined && utcDate(clock.nowMs()) === utcDate(seen.nowMs);
    // At the turn of a day every window moves: all wallets are read again.
    if (!sameDay || boards.isEmpty() || !(await follow())) await rebuild();
    if (await boards.whole()) version += 1;
    checkedMs = monotonicMs();
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
      recentFills: recentFills.fills,
      newestBlock: () => seen?.newest,
      version: () => version,
    },
    ready: ready.promise,
    built: () => seen !== undefined,
    checkedMs: () => checkedMs,
    async close() {
      stopped = true;
      clearTimeout(timer);
      await turn;
      await recentFills.close();
      coins.close();
      await boards.close();
    },
  };
}

import type { AnalyticsStore } from '../analytics/store.ts';
import { type ChangeFeed, oneLookMs } from '../changes/change-feed.ts';
import type { Version } from '../changes/versions.ts';
import { type RunningView, runView, type View } from '../changes/view.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { createWalletIndex, type WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, dayMs, utcDate } from '../kernel/clock.ts';
import { type Boards, type BoardsRefresher, createBoards, type RefreshCost } from './boards.ts';
import { boardCatalogue } from './catalogue.ts';
import { type Coins, createCoins } from './coins.ts';
import { type NewestBlock, readNewestBlock } from './newest-block.ts';
import { createRecentFills, type RecentFills } from './recent-fills.ts';

export interface SnapshotsOptions {
  store: AnalyticsStore;
  feed: ChangeFeed;
  clock: Clock;
  /** Shared wallet registry; default: a new one. */
  wallets?: WalletIndex;
  /** Cohort cut-offs; default: those of the service. */
  cutOffs?: CohortCutOffs;
  /** Maximum age of a column that depends on all wallets; 0 recomputes it with every change. */
  wholeMs?: number;
  onRefresh?(cost: RefreshCost): void;
  onError(error: unknown): void;
}

export interface RunningSnapshots {
  snapshots: Snapshots;
  /** Resolves after the first build of all snapshots. */
  ready: Promise<void>;
  built(): boolean;
  /** Resolves when the snapshots include everything stored before the poll, or when closed. */
  reached: RunningView['reached'];
  /** Monotonic time of the last check that the snapshots include everything stored; undefined before the first. */
  checkedMs(): number | undefined;
  close(): Promise<void>;
}

/** Keeps the snapshots at most a few seconds behind the store: boards, coins, newest fills, and after these the newest block. */
export function startSnapshots(options: SnapshotsOptions): RunningSnapshots {
  const { store, feed, clock, wallets = createWalletIndex(), onRefresh, onError } = options;
  const catalogue = new URL('./catalogue.ts', import.meta.url);
  const boards = createBoards({ ...options, wallets, declared: boardCatalogue, catalogue });
  const closing = new AbortController();
  const { coins, view: coinsView } = createCoins(store, wallets, closing.signal);
  const { fills: recentFills, view: fillsView } = createRecentFills({
    store,
    wallets,
    closing: closing.signal,
  });
  /** Cost of the boards since the last report. */
  let boardCost: RefreshCost | undefined;
  const addCost = (cost: RefreshCost) => {
    const { queryMs, rankMs, bytes } = boardCost ?? noCost;
    boardCost = { queryMs: queryMs + cost.queryMs, rankMs: rankMs + cost.rankMs, bytes: bytes + cost.bytes };
  };

  const ofBoards = runView({
    feed,
    onError,
    view: boardsView({ name: 'boards', boards, clock, feed, onCost: addCost }),
  });
  const ofCoins = runView({ feed, onError, view: coinsView });
  const ofFills = runView({ feed, onError, view: fillsView });
  const views = [ofBoards, ofCoins, ofFills];
  let newest: NewestBlock | undefined;
  let shownVersion = 0;
  const newestBlockView: View = {
    name: 'newest block',
    maxAgeMs: oneLookMs,
    async load({ seq }) {
      await shown();
      return seq;
    },
    async apply() {
      await shown();
      return true;
    },
    // The boards may have changed without a batch.
    async tend() {
      if (ofBoards.version() === shownVersion) return false;
      report();
      return true;
    },
  };

  const ofNewest = runView({ feed, onError, view: newestBlockView, behind: views });

  async function shown(): Promise<void> {
    newest = await readNewestBlock(store);
    report();
  }

  function report(): void {
    shownVersion = ofBoards.version();
    if (boardCost !== undefined) onRefresh?.(boardCost);
    boardCost = undefined;
  }

  return {
    snapshots: {
      boards: boards.boards,
      coins,
      recentFills,
      newestBlock: () => newest,
      version: ofNewest.version,
      versions: { boards: ofBoards.version, coins: ofCoins.version, recentFills: ofFills.version },
    },
    ready: ofNewest.ready,
    built: ofNewest.isBuilt,
    reached: ofNewest.reached,
    checkedMs: ofNewest.checkedMs,
    async close() {
      closing.abort();
      await Promise.all([ofNewest, ...views].map((view) => view.close()));
      await boards.close();
    },
  };
}

const noCost: RefreshCost = { queryMs: 0, rankMs: 0, bytes: 0 };

interface BoardsViewParts {
  name: string;
  boards: BoardsRefresher;
  clock: Clock;
  feed: ChangeFeed;
  onCost(cost: RefreshCost): void;
}

/** Beyond this many days, a turn would read nearly every wallet anyway. */
const turnedDays = 7;

export function boardsView({ name, boards, clock, feed, onCost }: BoardsViewParts): View {
  /** Moment in the day whose windows are shown, unix milliseconds. */
  let nowMs: number | undefined;
  /** Number of the newest batch that is shown. */
  let shown = 0;

  /** Whether the shown boards can turn to the day of `loadMs`: few days passed, and all newer batches name their wallets. */
  async function isTurn(loadMs: number): Promise<boolean> {
    if (boards.isEmpty() || nowMs === undefined) return false;
    const days = Math.floor(loadMs / dayMs) - Math.floor(nowMs / dayMs);
    if (days < 1 || days > turnedDays) return false;
    return (await feed.after(shown)).batches.every(({ isNamed }) => isNamed);
  }

  return {
    name,
    maxAgeMs: oneLookMs,
    // At the turn of a day every window moves.
    isOutdated: () => boards.isEmpty() || nowMs === undefined || utcDate(clock.nowMs()) !== utcDate(nowMs),
    async load({ seq }, step) {
      const loadedMs = clock.nowMs();
      const parts = { nowMs: loadedMs, batchesAfter: feed.after, onStep: () => step() };
      const { upTo, ...cost } = (await isTurn(loadedMs))
        ? await boards.turn({ ...parts, after: shown, wasMs: nowMs! })
        : await boards.rebuild({ ...parts, after: seq });
      nowMs = loadedMs;
      shown = upTo;
      onCost(cost);
      return upTo;
    },
    async apply(changes) {
      if (boards.isEmpty() || nowMs === undefined) return false;
      onCost(await boards.follow(changes, nowMs));
      shown = changes.upTo;
      return true;
    },
    async tend() {
      boards.show();
      return boards.whole();
    },
    snapshot: {
      format: boards.format,
      save: () => boards.save(nowMs!, shown),
      async restore(parts) {
        ({ nowMs, seq: shown } = await boards.restore(parts));
        return undefined;
      },
    },
  };
}

/** Data that endpoints read from memory instead of the engine; updated within seconds of new fills. */
interface Snapshots {
  boards: Boards;
  coins: Coins;
  recentFills: RecentFills;
  /** Block of the newest stored fill; undefined before the first poll. */
  newestBlock(): NewestBlock | undefined;
  /** Increases whenever stored fills change. */
  version(): number;
  versions: Readonly<Record<'boards' | 'coins' | 'recentFills', Version>>;
}

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
  /** The registry of wallets that others share; default: one of its own. */
  wallets?: WalletIndex;
  /** Of the cohorts; default: those of the service. */
  cutOffs?: CohortCutOffs;
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
  /** Resolves once all that was stored when the look began is in it, or it is closed. */
  reached: RunningView['reached'];
  /** When what is shown was last seen to be all that is stored, by the monotonic clock; undefined before the first time. */
  checkedMs(): number | undefined;
  close(): Promise<void>;
}

/** Keeps the snapshots at most a few seconds behind the store: boards, coins, the newest fills, and behind them the newest block. */
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
  /** What the boards took since the newest block was read. */
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

/** From more days on, nearly every wallet is read in any case. */
const turnedDays = 7;

/** Boards as a view of the feed that says what they follow. */
export function boardsView({ name, boards, clock, feed, onCost }: BoardsViewParts): View {
  /** The day whose windows are shown is that of this moment. */
  let nowMs: number | undefined;
  /** Number of the newest batch that is shown. */
  let shown = 0;

  /** Whether the windows of a day follow from those that are shown, and what was stored since names its wallets. */
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

/** What endpoints read from memory instead of the engine; rebuilt within seconds of new fills. */
interface Snapshots {
  boards: Boards;
  coins: Coins;
  recentFills: RecentFills;
  /** Block of the newest stored fill; undefined before the first look. */
  newestBlock(): NewestBlock | undefined;
  /** Grows whenever stored fills changed. */
  version(): number;
  /** Of each alone. */
  versions: Readonly<Record<'boards' | 'coins' | 'recentFills', Version>>;
}

import { onLane } from '../analytics/on-lane.ts';
import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import type { Archetypes } from '../archetypes/archetypes.ts';
import { type RunningArchetypes, startArchetypes } from '../archetypes/start-archetypes.ts';
import type { Boards } from '../boards/boards.ts';
import type { Coins } from '../boards/coins.ts';
import type { NewestBlock } from '../boards/newest-block.ts';
import type { RecentFills } from '../boards/recent-fills.ts';
import { type RunningSnapshots, startSnapshots } from '../boards/refresher.ts';
import type { ChangeFeed, Look } from '../changes/change-feed.ts';
import { type RunningValue, runValueView, type ValueView } from '../changes/value-view.ts';
import { createStoredVersions, eachStep, type StoredVersions, type Version } from '../changes/versions.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { type CoinSpellings, joinSpellings } from '../domain/coin-spelling.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import { readyInTime } from '../kernel/ready-in-time.ts';
import { marginTables } from '../market/listing.ts';
import type { Market } from '../market/market.ts';
import type { MarketMemory } from '../market/market-memory.ts';
import type { StoredMarket } from '../market/stored-market.ts';
import type { Positions } from '../positions/positions.ts';
import { startPositions } from '../positions/start-positions.ts';
import { builderCoverageView, type ReadBuilderCoverage } from './builders/builder-coverage.ts';
import { builderPeriodsView, type ReadBuilderPeriod } from './builders/builder-periods.ts';
import { exchangeDayView, type ReadExchangeDay } from './exchange/exchange-day.ts';
import { createLiquidations } from './liquidations/liquidations.ts';
import { createNetTotals, type NetTotals } from './net/net-totals.ts';
import { knownOutcomesView, type ReadKnownOutcomes } from './outcomes/known-outcomes.ts';
import { createOutcomeDays } from './outcomes/outcome-days.ts';
import { type PastDays, pastDaysView } from './outcomes/past-days.ts';
import { createTraderNumbers, type TraderNumbers } from './outcomes/trader-numbers.ts';
import { createWindowActivity } from './outcomes/window-activity.ts';
import { ownershipsView, type ReadOwnerships } from './owners/ownerships.ts';
import { requestArchetypes, requestBoards, requestPositions } from './request-sources.ts';
import { createSkillDays } from './skill/skill-days.ts';
import { createSkillRanks, type SkillRanks } from './skill/skill-ranks.ts';
import { createPositionTallies, type PositionTallies } from './tallies/position-tallies.ts';

export interface ViewParts {
  /** The store that boards and positions follow. */
  store: AnalyticsStore;
  /** The store for requests: refuses tables still being filled. Default: `store`. */
  served?: AnalyticsStore;
  feed: ChangeFeed;
  /** Already open: the process's exchange reader writes its states to `memory`. */
  market: Pick<StoredMarket, 'port' | 'memory' | 'useFills'>;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  /** Cohort cut-offs; default: the service's. */
  cutOffs?: CohortCutOffs;
  clock: Clock;
  /** How long a request waits for a first read; default: that of {@link requestBoards}. */
  waitMs?: number;
  /** Called after a view was read again. */
  onChange?(view: string, cost: object): void;
  /** A failed view keeps its value, and is read again after the next look at the store. @param view its name */
  onError(error: unknown, view: string): void;
  /** Called with the close of each part, in the order in which they were opened. */
  onClose(name: string, close: () => Promise<void>): void;
}

interface Opening extends Omit<ViewParts, 'market'> {
  /** The store on the lane of long reads. */
  analytics: AnalyticsStore;
  /** The store on the lane of requests, for reads that a request waits for. */
  requests: AnalyticsStore;
  snapshots: RunningSnapshots['snapshots'];
  positions: Positions;
  market: Market;
  memory: MarketMemory;
  /** Starts reading archetypes on the first call. */
  archetypes(): RunningArchetypes;
  /** Keeps a value up to date with the feed, from its first read on. */
  run<V>(view: ValueView<V>): RunningValue<V>;
  /** Registers a close to run when the views end. */
  closeLater(close: () => Promise<void>): void;
  /** Registers a read to start with the others, after open positions. */
  startLater(read: () => Promise<unknown>): void;
  /** Registers a wait of {@link OpenViews.reached}. */
  reachedBy(reached: OpenViews['reached']): void;
  /** Version of everything derived from fills. */
  fills: Version;
  /** Steps every second: prices and feed ages change with time, and position sums are cached that long. */
  second: Version;
  /** Outcomes on finished days, with the numbers of their traders. */
  past: RunningValue<PastDays>;
  numbers: TraderNumbers;
}

/** A source of the endpoints, and the versions that it depends on. */
interface ViewSource<S> {
  source: S;
  versions: readonly Version[];
}

function sourceOf<S>(source: S, ...versions: readonly Version[]): ViewSource<S> {
  return { source, versions };
}

/** Every view that endpoints read, by the name of its source. A new view is a folder and an entry here. */
const declared = {
  boards: ({ snapshots, waitMs }: Opening) =>
    sourceOf<Boards>(requestBoards(snapshots.boards, waitMs), snapshots.versions.boards),
  /** Known coins, including listed ones without a fill, and their accepted spellings. */
  coins: ({ snapshots, market, memory }: Opening) =>
    sourceOf<CoinSpellings>(
      { ...joinSpellings(snapshots.coins, market.listing), isRead: snapshots.coins.isRead },
      snapshots.versions.coins,
      memory.version,
    ),
  /** Totals of all fills of each coin. */
  tradedCoins: ({ snapshots }: Opening) =>
    sourceOf<Pick<Coins, 'mostTraded'>>(snapshots.coins, snapshots.versions.coins),
  recentFills: ({ snapshots }: Opening) =>
    sourceOf<RecentFills>(snapshots.recentFills, snapshots.versions.recentFills),
  /** Block of the newest stored fill; undefined while unknown. */
  newestBlock: ({ snapshots }: Opening) =>
    sourceOf<() => NewestBlock | undefined>(snapshots.newestBlock, snapshots.newestBlock),
  /** The listing, the newest state of every market, and reads of one wallet or book from the exchange. */
  market: ({ market, memory, snapshots, second }: Opening) =>
    sourceOf<Market>(market, memory.version, snapshots.versions.coins, second),
  positions: ({ positions, waitMs }: Opening) =>
    sourceOf<Positions>(requestPositions(positions, waitMs), positions.version),
  tallies: ({ positions, market, memory, clock, snapshots, second }: Opening) =>
    sourceOf<PositionTallies>(
      createPositionTallies({ positions, market, clock }),
      positions.version,
      memory.version,
      snapshots.versions.coins,
      second,
    ),
  /** Lifecycles of the last 90 days: sums by wallet, and lists. */
  archetypes: ({ archetypes, clock, waitMs }: Opening) =>
    sourceOf<Archetypes>(
      requestArchetypes(archetypes, waitMs),
      () => archetypes().version(),
      eachStep(clock, minuteMs),
    ),
  /** Liquidations; the last 7 days are in memory. */
  liquidations({ requests, onError, closeLater, fills, second, ...parts }: Opening) {
    const failed = (error: unknown) => onError(error, 'liquidations');
    const liquidations = createLiquidations({ ...parts, analytics: requests, onError: failed });
    closeLater(liquidations.close);
    return sourceOf(liquidations, liquidations.version, fills, second);
  },
  exchangeDay({ run, ...parts }: Opening) {
    const day = run(exchangeDayView(parts));
    return sourceOf<ReadExchangeDay>(day.read, day.version);
  },
  builderCoverage({ run, ...parts }: Opening) {
    const coverages = run(builderCoverageView(parts));
    const read: ReadBuilderCoverage = async (builder, signal) =>
      (await coverages.read(signal)).get(builder) ?? null;
    return sourceOf(read, coverages.version);
  },
  builderPeriod({ run, ...parts }: Opening) {
    const periods = run(builderPeriodsView(parts));
    const read: ReadBuilderPeriod = async (period, signal) =>
      (await periods.read(signal)).byPeriod.get(period)!;
    return sourceOf(read, periods.version);
  },
  outcomeDays: ({ past, fills, ...parts }: Opening) =>
    sourceOf(createOutcomeDays({ ...parts, past }), past.version, fills),
  knownOutcomes({ run, analytics }: Opening) {
    const outcomes = run(knownOutcomesView(analytics));
    return sourceOf<ReadKnownOutcomes>(outcomes.read, outcomes.version);
  },
  outcomeActivity: ({ past, fills, ...parts }: Opening) =>
    sourceOf(createWindowActivity({ ...parts, past }), past.version, fills),
  /** Wallets ranked by their daily results after costs. */
  skill({ analytics, feed, wallets, clock, waitMs, ...parts }: Opening) {
    // During the first fold of lifecycles their days are not ready: not an error, and retried after the next look.
    const failed = (error: unknown) => {
      if (!(error instanceof AnalyticsError && error.failure === 'unready'))
        parts.onError(error, 'days of skill');
    };
    const days = createSkillDays({
      store: analytics,
      feed,
      wallets,
      clock,
      onError: failed,
      onTurned: () => void warm(),
    });
    parts.closeLater(days.close);
    const ready = async () => {
      const read = days.read();
      await readyInTime(read, 'The view of daily PnL', waitMs);
      return read;
    };
    const ranks = createSkillRanks(ready, wallets);
    // The first read takes longer than a request waits. The next request retries a failure.
    const warm = () =>
      days
        .read()
        .then(ranks.warm)
        .catch(() => undefined);
    parts.startLater(warm);
    return sourceOf<SkillRanks>(ranks, days.version, ranks.version);
  },
  netTotals({ analytics, closeLater, startLater, reachedBy, ...parts }: Opening) {
    const failed = (error: unknown) => parts.onError(error, 'net totals');
    const net = createNetTotals({ ...parts, store: analytics, onError: failed });
    closeLater(net.close);
    startLater(net.read);
    reachedBy(net.reached);
    return sourceOf<NetTotals>(net.totals, net.version);
  },
  owners({ run, analytics }: Opening) {
    const owners = run(ownershipsView(analytics));
    const read: ReadOwnerships = async (signal) => (await owners.read(signal)).found;
    return sourceOf(read, owners.version);
  },
};

type Declared = typeof declared;
type ViewName = keyof Declared;

export type Views = { readonly [N in ViewName]: ReturnType<Declared[N]>['source'] };

export const viewNames = Object.keys(declared) as readonly ViewName[];

export interface OpenViews {
  /** Sources for requests. */
  views: Views;
  versions: Readonly<Record<ViewName, readonly Version[]>>;
  /** Versions that query answers depend on. */
  stored: StoredVersions;
  /** Boards, coins and newest fills for jobs, probes and metrics. */
  running: RunningSnapshots;
  /** Open positions for jobs and probes. */
  positions: Positions;
  /**
   * Reads all views now, the slow ones after open positions. Without this call, a view is read at its first request. Resolves once each
   * view was read or failed; never rejects.
   */
  start(): Promise<void>;
  /** Resolves once every view includes all rows stored and folded when the look began. */
  reached(look: Look): Promise<void>;
}

export function openViews(parts: ViewParts): OpenViews {
  const { store, served = store, feed, wallets, market, clock, onChange, onError, onClose } = parts;
  const values: (() => Promise<unknown>)[] = [];
  const closing: (() => Promise<void>)[] = [];
  const reaching: OpenViews['reached'][] = [];
  function run<V>(view: ValueView<V>): RunningValue<V> {
    const value = runValueView({ feed, view, onError: (error) => onError(error, view.name) });
    values.push(() => value.read());
    closing.push(value.close);
    return value;
  }
  const running = startSnapshots({
    ...parts,
    onRefresh: (cost) => onChange?.('boards', cost),
    onError: (error) => onError(error, 'boards'),
  });
  onClose('snapshots', running.close);
  const { snapshots } = running;
  market.useFills(snapshots.coins);
  const { positions, ...following } = startPositions({
    store,
    feed,
    wallets,
    marginTableOf: marginTables(market.port.listing),
    onRefresh: (cost) => onChange?.('positions', cost),
    onError: (error) => onError(error, 'positions'),
  });
  onClose('positions', following.close);
  let ofCloses: RunningArchetypes | undefined;
  onClose('archetypes', async () => ofCloses?.close());
  function archetypes(): RunningArchetypes {
    ofCloses ??= startArchetypes({
      store: served,
      feed,
      wallets,
      clock,
      onError,
      onChange: ({ view, ...cost }) => onChange?.(view, cost),
    });
    return ofCloses;
  }
  const stored = createStoredVersions(feed);
  const shared = { ...parts, analytics: onLane(served, 'heavy'), requests: onLane(served, 'read') };
  const numbers = createTraderNumbers();
  const opening: Opening = {
    ...shared,
    snapshots,
    positions,
    market: market.port,
    memory: market.memory,
    archetypes,
    run,
    closeLater: (close) => closing.push(close),
    startLater: (read) => values.push(read),
    reachedBy: (reached) => reaching.push(reached),
    fills: stored.fills,
    second: eachStep(clock, 1_000),
    numbers,
    past: run(pastDaysView({ ...shared, numbers })),
  };
  const opened = viewNames.map((name) => [name, declared[name](opening)] as const);
  onClose('views', async () => void (await Promise.all(closing.map((close) => close()))));
  const views = Object.fromEntries(opened.map(([name, { source }]) => [name, source])) as unknown as Views;
  return {
    views,
    versions: Object.fromEntries(
      opened.map(([name, { versions }]) => [name, versions]),
    ) as OpenViews['versions'],
    stored,
    running,
    positions,
    async start() {
      const closes = archetypes();
      // These views would only delay open positions. The first request retries a failure.
      await positions.ready.catch(() => undefined);
      const reading = values.map((read) => read());
      await Promise.allSettled([closes.ready, ...reading, views.tallies.all()]);
    },
    async reached(look) {
      const behind = reaching.map((reached) => reached(look));
      await Promise.all([
        ...behind,
        running.reached(look),
        following.reached(look),
        archetypes().reached(look),
      ]);
    },
  };
}

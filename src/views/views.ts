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
  /** The store itself, which boards and positions follow. */
  store: AnalyticsStore;
  /** The store as requests may ask it: a table that is still being filled is refused. Default: the store itself. */
  served?: AnalyticsStore;
  feed: ChangeFeed;
  /** Opened before: what reads the exchange puts its states in. */
  market: Pick<StoredMarket, 'port' | 'memory' | 'useFills'>;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  /** Of the cohorts; default: those of the service. */
  cutOffs?: CohortCutOffs;
  clock: Clock;
  /** How long a request waits for what is read for the first time; default: that of {@link requestBoards}. */
  waitMs?: number;
  /** Called when what a view shows was read again. */
  onChange?(view: string, cost: object): void;
  /** A view stays as it was, and is read again after the next look at the store. @param view its name */
  onError(error: unknown, view: string): void;
  /** Called with the close of each part, in the order in which they were opened. */
  onClose(name: string, close: () => Promise<void>): void;
}

/** What the views below share. */
interface Opening extends Omit<ViewParts, 'market'> {
  /** The store on the lane of long reads. */
  analytics: AnalyticsStore;
  /** The store on the lane of requests, for what each of them waits for. */
  requests: AnalyticsStore;
  snapshots: RunningSnapshots['snapshots'];
  positions: Positions;
  market: Market;
  memory: MarketMemory;
  /** Begins to read them, once. */
  archetypes(): RunningArchetypes;
  /** Keeps a value behind the feed, from its first reading on. */
  run<V>(view: ValueView<V>): RunningValue<V>;
  /** Closed with the others, when the views end. */
  closeLater(close: () => Promise<void>): void;
  /** Begun with the others, behind open positions. */
  startLater(read: () => Promise<unknown>): void;
  /** Waited for with the others, see {@link OpenViews.reached}. */
  reachedBy(reached: OpenViews['reached']): void;
  /** Of all that follows from fills. */
  fills: Version;
  /** Prices and the ages of feeds grow old by themselves, and sums over positions are kept for a second. */
  second: Version;
  /** Outcomes on the days that are over, with the numbers of their traders. */
  past: RunningValue<PastDays>;
  numbers: TraderNumbers;
}

/** A source of the endpoints, and what moves it. */
interface ViewSource<S> {
  source: S;
  versions: readonly Version[];
}

function sourceOf<S>(source: S, ...versions: readonly Version[]): ViewSource<S> {
  return { source, versions };
}

/** Every view that endpoints ask, by the name of its source: a new one is a folder and an entry here. */
const declared = {
  /** Ranked wallets. */
  boards: ({ snapshots, waitMs }: Opening) =>
    sourceOf<Boards>(requestBoards(snapshots.boards, waitMs), snapshots.versions.boards),
  /** The coins that are known, those listed without any fill, too, and how callers may spell them. */
  coins: ({ snapshots, market, memory }: Opening) =>
    sourceOf<CoinSpellings>(
      { ...joinSpellings(snapshots.coins, market.listing), isRead: snapshots.coins.isRead },
      snapshots.versions.coins,
      memory.version,
    ),
  /** What all fills of each coin come to. */
  tradedCoins: ({ snapshots }: Opening) =>
    sourceOf<Pick<Coins, 'mostTraded'>>(snapshots.coins, snapshots.versions.coins),
  /** The newest fills of all wallets. */
  recentFills: ({ snapshots }: Opening) =>
    sourceOf<RecentFills>(snapshots.recentFills, snapshots.versions.recentFills),
  /** Block of the newest stored fill; undefined while it is not known. */
  newestBlock: ({ snapshots }: Opening) =>
    sourceOf<() => NewestBlock | undefined>(snapshots.newestBlock, snapshots.newestBlock),
  /** What is listed, the newest state of every market, and reads of one wallet or book from the exchange. */
  market: ({ market, memory, snapshots, second }: Opening) =>
    sourceOf<Market>(market, memory.version, snapshots.versions.coins, second),
  /** The newest open position of every wallet and coin. */
  positions: ({ positions, waitMs }: Opening) =>
    sourceOf<Positions>(requestPositions(positions, waitMs), positions.version),
  /** The open positions in sums. */
  tallies: ({ positions, market, memory, clock, snapshots, second }: Opening) =>
    sourceOf<PositionTallies>(
      createPositionTallies({ positions, market, clock }),
      positions.version,
      memory.version,
      snapshots.versions.coins,
      second,
    ),
  /** The lifecycles of the last 90 days: wallets in sums, and lists. */
  archetypes: ({ archetypes, clock, waitMs }: Opening) =>
    sourceOf<Archetypes>(
      requestArchetypes(archetypes, waitMs),
      () => archetypes().version(),
      eachStep(clock, minuteMs),
    ),
  /** Liquidations, those of the last 7 days in memory. */
  liquidations({ requests, onError, closeLater, fills, second, ...parts }: Opening) {
    const failed = (error: unknown) => onError(error, 'liquidations');
    const liquidations = createLiquidations({ ...parts, analytics: requests, onError: failed });
    closeLater(liquidations.close);
    return sourceOf(liquidations, liquidations.version, fills, second);
  },
  /** What was traded on the exchange in the last 24 hours. */
  exchangeDay({ run, ...parts }: Opening) {
    const day = run(exchangeDayView(parts));
    return sourceOf<ReadExchangeDay>(day.read, day.version);
  },
  /** What attributed fees come to beside the exchange's own totals. */
  builderCoverage({ run, ...parts }: Opening) {
    const coverages = run(builderCoverageView(parts));
    const read: ReadBuilderCoverage = async (builder, signal) =>
      (await coverages.read(signal)).get(builder) ?? null;
    return sourceOf(read, coverages.version);
  },
  /** What the fills of every builder come to in a rolling period. */
  builderPeriod({ run, ...parts }: Opening) {
    const periods = run(builderPeriodsView(parts));
    const read: ReadBuilderPeriod = async (period, signal) =>
      (await periods.read(signal)).byPeriod.get(period)!;
    return sourceOf(read, periods.version);
  },
  /** What was traded in outcomes, by day. */
  outcomeDays: ({ past, fills, ...parts }: Opening) =>
    sourceOf(createOutcomeDays({ ...parts, past }), past.version, fills),
  /** What the exchange said of every outcome. */
  knownOutcomes({ run, analytics }: Opening) {
    const outcomes = run(knownOutcomesView(analytics));
    return sourceOf<ReadKnownOutcomes>(outcomes.read, outcomes.version);
  },
  /** What the trades of each outcome come to in a window that ends now. */
  outcomeActivity: ({ past, fills, ...parts }: Opening) =>
    sourceOf(createWindowActivity({ ...parts, past }), past.version, fills),
  /** Wallets ranked by their days: what they made after costs, and how. */
  skill({ analytics, feed, wallets, clock, waitMs, ...parts }: Opening) {
    // While lifecycles are folded for the first time their days are to come: no fault, and it is tried again after the next look.
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
      await readyInTime(read, 'What wallets made by day', waitMs);
      return read;
    };
    const ranks = createSkillRanks(ready, wallets);
    // A first reading takes longer than a request waits. What fails is tried again by the next request.
    const warm = () =>
      days
        .read()
        .then(ranks.warm)
        .catch(() => undefined);
    parts.startLater(warm);
    return sourceOf<SkillRanks>(ranks, days.version, ranks.version);
  },
  /** What every wallet made after costs. */
  netTotals({ analytics, closeLater, startLater, reachedBy, ...parts }: Opening) {
    const failed = (error: unknown) => parts.onError(error, 'net totals');
    const net = createNetTotals({ ...parts, store: analytics, onError: failed });
    closeLater(net.close);
    startLater(net.read);
    reachedBy(net.reached);
    return sourceOf<NetTotals>(net.totals, net.version);
  },
  /** Who owns which wallet. */
  owners({ run, analytics }: Opening) {
    const owners = run(ownershipsView(analytics));
    const read: ReadOwnerships = async (signal) => (await owners.read(signal)).found;
    return sourceOf(read, owners.version);
  },
};

type Declared = typeof declared;
type ViewName = keyof Declared;

/** What endpoints ask of these views: sources by the same names. */
export type Views = { readonly [N in ViewName]: ReturnType<Declared[N]>['source'] };

/** The names of these sources. */
export const viewNames = Object.keys(declared) as readonly ViewName[];

export interface OpenViews {
  /** As requests ask for them. */
  views: Views;
  /** What moves each of them. */
  versions: Readonly<Record<ViewName, readonly Version[]>>;
  /** What moves the answers of queries. */
  stored: StoredVersions;
  /** Boards, coins and the newest fills as jobs, probes and metrics ask for them. */
  running: RunningSnapshots;
  /** As jobs and probes ask for them. */
  positions: Positions;
  /**
   * Reads all views now, the slow ones after open positions. Without it a view is read at its first request.
   * Resolves once each view was read or has failed; never rejects.
   */
  start(): Promise<void>;
  /** Resolves once what was stored, and folded, when a look began is in all that is behind the feed. */
  reached(look: Look): Promise<void>;
}

/** Opens every view of a process. */
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
      // They would only delay open positions. What fails is made for the first request.
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

import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { type RunningValue, runValueView, type ValueView } from '../changes/value-view.ts';
import { createStoredVersions, type Version } from '../changes/versions.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import { builderCoverageView, type ReadBuilderCoverage } from './builders/builder-coverage.ts';
import { builderPeriodsView, type ReadBuilderPeriod } from './builders/builder-periods.ts';
import { exchangeDayView, type ReadExchangeDay } from './exchange/exchange-day.ts';
import { createLiquidations } from './liquidations/liquidations.ts';
import { knownOutcomesView, type ReadKnownOutcomes } from './outcomes/known-outcomes.ts';
import { createOutcomeDays } from './outcomes/outcome-days.ts';
import { type PastDays, pastDaysView } from './outcomes/past-days.ts';
import { createTraderNumbers, type TraderNumbers } from './outcomes/trader-numbers.ts';
import { createWindowActivity } from './outcomes/window-activity.ts';
import { ownershipsView, type ReadOwnerships } from './owners/ownerships.ts';

export interface ViewParts {
  /** The store on the lane of long reads. */
  analytics: AnalyticsStore;
  /** The store on the lane of requests, for what each of them waits for. */
  requests: AnalyticsStore;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  clock: Clock;
  feed: ChangeFeed;
  /** A view stays as it was, and is read again after the next look at the store. @param view its name */
  onError(error: unknown, view: string): void;
}

/** What the views below share. */
interface Opening extends ViewParts {
  /** Keeps a value behind the feed, from its first reading on. */
  run<V>(view: ValueView<V>): RunningValue<V>;
  /** Called when the views end. */
  onClose(close: () => Promise<void>): void;
  /** Of all that follows from fills. */
  fills: Version;
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

/** Every view that only endpoints ask, by the name of its source: a new one is a folder and an entry here. */
const declared = {
  /** Liquidations, those of the last 7 days in memory. */
  liquidations({ requests, onError, onClose, fills, ...parts }: Opening) {
    const failed = (error: unknown) => onError(error, 'liquidations');
    const liquidations = createLiquidations({ ...parts, analytics: requests, onError: failed });
    onClose(liquidations.close);
    return sourceOf(liquidations, liquidations.version, fills);
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
  views: Views;
  /** What moves each of them. */
  versions: Readonly<Record<ViewName, readonly Version[]>>;
  /** Reads all of them now: each is read when it is first asked for otherwise. */
  start(): void;
  close(): Promise<void>;
}

/** Opens the views that only endpoints ask. */
export function openViews(parts: ViewParts): OpenViews {
  const { feed, onError } = parts;
  const running: { start(): void }[] = [];
  const closing: (() => Promise<void>)[] = [];
  function run<V>(view: ValueView<V>): RunningValue<V> {
    const value = runValueView({ feed, view, onError: (error) => onError(error, view.name) });
    running.push(value);
    closing.push(value.close);
    return value;
  }
  const numbers = createTraderNumbers();
  const opening: Opening = {
    ...parts,
    run,
    onClose: (close) => closing.push(close),
    fills: createStoredVersions(feed).fills,
    ...{ numbers, past: run(pastDaysView({ ...parts, numbers })) },
  };
  const opened = viewNames.map((name) => [name, declared[name](opening)] as const);
  return {
    views: Object.fromEntries(opened.map(([name, { source }]) => [name, source])) as unknown as Views,
    versions: Object.fromEntries(
      opened.map(([name, { versions }]) => [name, versions]),
    ) as OpenViews['versions'],
    start() {
      for (const { start } of running) start();
    },
    async close() {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

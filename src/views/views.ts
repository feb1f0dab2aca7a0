import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { runValueView, type ValueView } from '../changes/value-view.ts';
import { createStoredVersions, type Version } from '../changes/versions.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import { builderCoverageView, type ReadBuilderCoverage } from './builders/builder-coverage.ts';
import { builderPeriodsView, type ReadBuilderPeriod } from './builders/builder-periods.ts';
import { exchangeDayView, type ReadExchangeDay } from './exchange/exchange-day.ts';
import { createLiquidations, type Liquidations } from './liquidations/liquidations.ts';
import { knownOutcomesView, type ReadKnownOutcomes } from './outcomes/known-outcomes.ts';
import { createOutcomeDays, type ReadOutcomeDays } from './outcomes/outcome-days.ts';
import { pastDaysView } from './outcomes/past-days.ts';
import { createTraderNumbers } from './outcomes/trader-numbers.ts';
import { createWindowActivity, type ReadWindowActivity } from './outcomes/window-activity.ts';
import { ownershipsView, type ReadOwnerships } from './owners/ownerships.ts';

/** What endpoints ask of these views: sources by the same names. */
export interface Views {
  /** Liquidations, those of the last 7 days in memory. */
  liquidations: Liquidations;
  /** What was traded on the exchange in the last 24 hours. */
  exchangeDay: ReadExchangeDay;
  /** What attributed fees come to beside the exchange's own totals. */
  builderCoverage: ReadBuilderCoverage;
  /** What the fills of every builder come to in a rolling period. */
  builderPeriod: ReadBuilderPeriod;
  /** What was traded in outcomes, by day. */
  outcomeDays: ReadOutcomeDays;
  /** What the exchange said of every outcome. */
  knownOutcomes: ReadKnownOutcomes;
  /** What the trades of each outcome come to in a window that ends now. */
  outcomeActivity: ReadWindowActivity;
  /** Who owns which wallet. */
  owners: ReadOwnerships;
}

export interface OpenViews {
  views: Views;
  /** What moves each of them. */
  versions: Readonly<Record<keyof Views, readonly Version[]>>;
  /** Reads all of them now: each is read when it is first asked for otherwise. */
  start(): void;
  close(): Promise<void>;
}

/** Opens the views that only endpoints ask. */
export function openViews(parts: {
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
}): OpenViews {
  const { analytics, requests, clock, feed, onError } = parts;
  const opened: { start(): void; close(): Promise<void> }[] = [];
  function run<V>(view: ValueView<V>) {
    const running = runValueView({ feed, view, onError: (error) => onError(error, view.name) });
    opened.push(running);
    return running;
  }

  const numbers = createTraderNumbers();
  const past = run(pastDaysView({ analytics, clock, numbers }));
  const day = run(exchangeDayView({ analytics, clock }));
  const coverages = run(builderCoverageView({ analytics, clock }));
  const periods = run(builderPeriodsView({ analytics, clock }));
  const outcomes = run(knownOutcomesView(analytics));
  const owners = run(ownershipsView(analytics));
  const liquidations = createLiquidations({
    ...parts,
    analytics: requests,
    onError: (error) => onError(error, 'liquidations'),
  });
  const { fills } = createStoredVersions(feed);
  return {
    versions: {
      liquidations: [liquidations.version, fills],
      exchangeDay: [day.version],
      builderCoverage: [coverages.version],
      builderPeriod: [periods.version],
      outcomeDays: [past.version, fills],
      knownOutcomes: [outcomes.version],
      outcomeActivity: [past.version, fills],
      owners: [owners.version],
    },
    views: {
      liquidations,
      exchangeDay: day.read,
      builderCoverage: async (builder, signal) => (await coverages.read(signal)).get(builder) ?? null,
      builderPeriod: async (period, signal) => (await periods.read(signal)).byPeriod.get(period)!,
      outcomeDays: createOutcomeDays({ past, requests }),
      knownOutcomes: outcomes.read,
      outcomeActivity: createWindowActivity({ past, requests, numbers }),
      owners: async (signal) => (await owners.read(signal)).found,
    },
    start() {
      for (const { start } of opened) start();
    },
    async close() {
      await Promise.all([liquidations.close(), ...opened.map((one) => one.close())]);
    },
  };
}

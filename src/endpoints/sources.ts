import type { AnalyticsStore } from '../analytics/store.ts';
import type { Archetypes } from '../archetypes/archetypes.ts';
import type { Boards } from '../boards/boards.ts';
import type { Coins } from '../boards/coins.ts';
import type { NewestBlock } from '../boards/newest-block.ts';
import type { RecentFills } from '../boards/recent-fills.ts';
import { createAssetNames } from '../domain/asset-names.ts';
import type { BuilderNames } from '../domain/builder-names.ts';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import type { Market } from '../market/market.ts';
import type { Positions } from '../positions/positions.ts';
import type { ReadBuilderCoverage } from '../views/builders/builder-coverage.ts';
import type { ReadBuilderPeriod } from '../views/builders/builder-periods.ts';
import type { ReadExchangeDay } from '../views/exchange/exchange-day.ts';
import type { Liquidations } from '../views/liquidations/liquidations.ts';
import type { ReadKnownOutcomes } from '../views/outcomes/known-outcomes.ts';
import type { ReadOutcomeDays } from '../views/outcomes/outcome-days.ts';
import type { ReadWindowActivity } from '../views/outcomes/window-activity.ts';
import type { PositionTallies } from '../views/tallies/position-tallies.ts';
import type { ReadLifecycleQuarter } from './lifecycle-quarter.ts';
import { noLiveData } from './live-data.ts';

/**
 * What a process has that has no source: each line is one source, with what stands in for it where there is none.
 * A new one adds its line; whoever starts a server or a test names those that it has.
 */
export const noSources = {
  /** The engine: named queries over all that is stored. */
  analytics: none<AnalyticsStore>('analytics'),
  /** Ranked wallets, in memory. */
  boards: none<Boards>('boards'),
  /** The coins that are known, and how callers may spell them. */
  coins: none<CoinSpellings>('coins'),
  /** What all fills of each coin come to, in memory. */
  tradedCoins: none<Pick<Coins, 'mostTraded'>>('tradedCoins'),
  /** The newest fills of all wallets, in memory. */
  recentFills: none<RecentFills>('recentFills'),
  /** What is listed, the newest state of every market, and reads of one wallet or book from the exchange. */
  market: none<Market>('market'),
  /** The newest open position of every wallet and coin, in memory. */
  positions: none<Positions>('positions'),
  /** The open positions in sums. */
  tallies: none<PositionTallies>('tallies'),
  /** Which tickers name one asset. */
  assetNames: createAssetNames(),
  /** Liquidations, those of the last 7 days in memory. */
  liquidations: none<Liquidations>('liquidations'),
  /** Lists over the lifecycles of the last 90 days, in memory. */
  archetypes: none<Archetypes>('archetypes'),
  /** What was traded on the exchange in the last 24 hours. */
  exchangeDay: (() => {
    throw new Error('this process has no source of exchangeDay');
  }) as ReadExchangeDay,
  /** What attributed fees come to beside the exchange's own totals. */
  builderCoverage: (() => {
    throw new Error('this process has no source of builderCoverage');
  }) as ReadBuilderCoverage,
  /** What the fills of every builder come to in a rolling period. */
  builderPeriod: (() => {
    throw new Error('this process has no source of builderPeriod');
  }) as ReadBuilderPeriod,
  /** What was traded in outcomes, by day. */
  outcomeDays: (() => {
    throw new Error('this process has no source of outcomeDays');
  }) as ReadOutcomeDays,
  /** What the exchange told of every outcome, in memory. */
  knownOutcomes: (() => {
    throw new Error('this process has no source of knownOutcomes');
  }) as ReadKnownOutcomes,
  /** What the trades of each outcome come to in a window that ends now. */
  outcomeActivity: (() => {
    throw new Error('this process has no source of outcomeActivity');
  }) as ReadWindowActivity,
  /** Closed lifecycles of the last 90 days by wallet, in memory. */
  lifecycleQuarter: (() => {
    throw new Error('this process has no source of lifecycleQuarter');
  }) as ReadLifecycleQuarter,
  /** Block of the newest stored fill; undefined while nobody knows. */
  newestBlock: (() => undefined) as () => NewestBlock | undefined,
  /** Names of builders by their address; nobody is asked for others. */
  builderNames: new Map() as BuilderNames,
  /** How new the data of the live source are. */
  live: noLiveData,
};

/** All that an endpoint may ask. */
export type Sources = Readonly<typeof noSources>;

/** @param given what this process has; the rest stands in as {@link noSources} says */
export function sourcesOf(given: Partial<Sources>): Sources {
  return { ...noSources, ...given };
}

/** A source that every server has: who asks without one has been put together wrongly. */
function none<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Error(`this process has no source of ${name}`);
    },
  });
}

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
import type { PositionTallies } from '../views/tallies/position-tallies.ts';
import { type Views, viewNames } from '../views/views.ts';
import { noLiveData } from './live-data.ts';

/**
 * What a process has that has no source: each line is one source, with what stands in for it where there is none.
 * A new one adds its line; the code that starts a server or a test names those that it has.
 */
export const noSources = {
  ...noViews(),
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
  /** The lifecycles of the last 90 days: wallets in sums, and lists, in memory. */
  archetypes: none<Archetypes>('archetypes'),
  /** Block of the newest stored fill; undefined while it is not known. */
  newestBlock: (() => undefined) as () => NewestBlock | undefined,
  /** Names of builders by their address; no source is asked for others. */
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
  const fail = () => {
    throw new Error(`this process has no source of ${name}`);
  };
  return new Proxy(fail as object as T, { get: fail });
}

function noViews(): Views {
  return Object.fromEntries(viewNames.map((name) => [name, none(name)])) as unknown as Views;
}

import type { Snapshots } from '../boards/snapshots.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { createStoredVersions, type Version } from '../changes/versions.ts';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import { eachStep, movesByTables, movesWith, type SourceWatches, type Watch } from '../endpoints/footing.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import type { MarketMemory } from '../market/market-memory.ts';
import type { Positions } from '../positions/positions.ts';
import type { OpenViews } from '../views/views.ts';

/** What moves each source of this process: the answers that were made of it are made again then. */
export function sourceWatches(parts: {
  feed: ChangeFeed;
  snapshots: Snapshots;
  positions: Positions;
  market: Pick<MarketMemory, 'version'>;
  archetypes: Version;
  views: OpenViews['versions'];
  clock: Clock;
}): SourceWatches {
  const { feed, snapshots, positions, market, archetypes, views, clock } = parts;
  const { boards, coins, recentFills } = snapshots.versions;
  // Prices and the ages of feeds grow old by themselves, and sums over positions are kept for a second.
  const second = eachStep(clock, 1_000);
  const ofViews = Object.fromEntries(
    Object.entries(views).map(([name, versions]) => [name, movesWith(...versions)]),
  ) as { [K in keyof typeof views]: SourceWatches[K] };
  return {
    ...ofViews,
    liquidations: movesWith(...views.liquidations, second),
    analytics: movesByTables(createStoredVersions(feed).ofQuery),
    boards: movesWith(boards),
    coins: watchSpellings(() => `${coins()} ${market.version()}`),
    tradedCoins: movesWith(coins),
    recentFills: movesWith(recentFills),
    market: movesWith(market.version, coins, second),
    positions: movesWith(positions.version),
    tallies: movesWith(positions.version, market.version, coins, second),
    archetypes: movesWith(archetypes, eachStep(clock, minuteMs)),
    newestBlock: movesWith(snapshots.newestBlock),
    live: movesWith(second),
    assetNames: movesWith(),
    builderNames: movesWith(),
  };
}

/** An answer about a coin rests on what its name means, not on how much of which coin is traded. */
function watchSpellings(all: Version): Watch<CoinSpellings> {
  return (coins, footing) => ({
    resolve(text) {
      footing.restOn(() => coins.resolve(text));
      return coins.resolve(text);
    },
    nearest(text) {
      footing.restOn(all);
      return coins.nearest(text);
    },
  });
}

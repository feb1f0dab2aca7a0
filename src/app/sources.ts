import { onLane } from '../analytics/on-lane.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Snapshots } from '../boards/snapshots.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Config } from '../config/config.ts';
import { createAssetNames } from '../domain/asset-names.ts';
import { readBuilderNames } from '../domain/builder-names.ts';
import { joinSpellings } from '../domain/coin-spelling.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { SourceWatches } from '../endpoints/footing.ts';
import { noLiveData } from '../endpoints/live-data.ts';
import { type Sources, sourcesOf } from '../endpoints/sources.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { Positions } from '../positions/positions.ts';
import { createPositionTallies } from '../views/tallies/position-tallies.ts';
import { type OpenViews, openViews } from '../views/views.ts';
import { openArchetypes } from './archetypes.ts';
import { openFaults } from './faults.ts';
import type { Live } from './live.ts';
import { withMarketData } from './live-data.ts';
import type { OpenedMarket } from './market.ts';
import { requestBoards, requestPositions } from './request-sources.ts';
import { sourceWatches } from './source-watches.ts';

export interface SourcesParts {
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  snapshots: Snapshots;
  positions: Positions;
  market: OpenedMarket;
  live: Live | undefined;
  clock: Clock;
  log: Log;
  shutdown: Shutdown;
  config: Pick<Config, 'builderNames' | 'assetSynonyms'>;
}

/** All that the endpoints of this process may ask; what only they need is opened here, and what is large is read before the first asks. */
export function openedSources(parts: SourcesParts): { sources: Sources; watches: SourceWatches } {
  const { analytics, snapshots, positions, market, live, clock, config } = parts;
  const { boards, coins } = snapshots;
  // What a request waits for shares no queue with audits and backfills.
  const requests = onLane(analytics, 'read');
  const { builderNames, assetSynonyms } = config;
  const { port } = market;
  const { views, versions } = openOwnViews(parts, requests);
  const { archetypes, version } = openArchetypes(parts);
  const sources = sourcesOf({
    analytics,
    boards: requestBoards(boards),
    recentFills: snapshots.recentFills,
    // Those with fills, and those that are listed without any.
    coins: joinSpellings(coins, port.listing),
    tradedCoins: coins,
    positions: requestPositions(positions),
    market: port,
    archetypes,
    tallies: createPositionTallies({ positions, market: port, clock }),
    assetNames: createAssetNames(assetSynonyms),
    ...views,
    newestBlock: snapshots.newestBlock,
    ...(builderNames !== undefined && { builderNames: readBuilderNames(builderNames)! }),
    live: withMarketData(live?.data ?? noLiveData, port, clock),
  });
  // Before the first request for them; what fails is made for that one.
  positions.ready.then(() => sources.tallies.all()).catch(() => undefined);
  const watched = { ...parts, market: market.memory, archetypes: version, views: versions };
  return { sources, watches: sourceWatches(watched) };
}

/** What takes long is read before the first request for it, once open positions are in memory: it would only delay them. */
function openOwnViews(parts: SourcesParts, requests: AnalyticsStore): OpenViews {
  const { positions, log, shutdown } = parts;
  const faults = openFaults('the views', log, shutdown);
  const opened = openViews({
    ...parts,
    analytics: onLane(parts.analytics, 'heavy'),
    requests,
    onError: (err, view) => faults.report(view, { err, view }, 'a view could not be read; trying again'),
  });
  shutdown.register('views', opened.close);
  positions.ready.then(opened.start, () => undefined);
  return opened;
}

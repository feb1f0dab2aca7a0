import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { createMarginTable, type MarginTable } from '../domain/margin-tiers.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { Listing } from '../market/listing.ts';
import { type RunningPositions, startPositions } from '../positions/start-positions.ts';
import { openFaults } from './faults.ts';
import type { OpenedMarket } from './market.ts';

/** Opens the positions in memory, in every process alike: they follow the store, whichever process writes it. */
export function openPositions(parts: {
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  wallets: WalletIndex;
  market: OpenedMarket;
  log: Log;
  shutdown: Shutdown;
}): RunningPositions {
  const { analytics, feed, wallets, market, log, shutdown } = parts;
  const faults = openFaults('the positions', log, shutdown);
  const running = startPositions({
    store: analytics,
    feed,
    wallets,
    marginTableOf: marginTables(market.port.listing),
    onRefresh: (cost) => log.debug(cost, 'positions read'),
    onError: (err) => faults.report('positions', { err }, 'positions could not be read; trying again'),
  });
  shutdown.register('positions', () => running.close());
  return running;
}

/** Margin tables of listed coins, each worked out once while its listing stays what it is. */
function marginTables(listing: Listing): (coin: string) => MarginTable | undefined {
  const tables = new WeakMap<object, MarginTable>();
  return (coin) => {
    const tiers = listing.get(coin)?.marginTiers;
    if (tiers === undefined || tiers.length === 0) return undefined;
    const known = tables.get(tiers);
    if (known !== undefined) return known;
    const table = createMarginTable(tiers);
    tables.set(tiers, table);
    return table;
  };
}

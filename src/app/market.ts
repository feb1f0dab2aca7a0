import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Config } from '../config/config.ts';
import { demandWeightOf } from '../ingest/live/connector-limits.ts';
import { openOwnReads } from '../ingest/sources/hyperliquid/own-reads.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { ExchangeReads } from '../market/market.ts';
import type { MarketMemory } from '../market/market-memory.ts';
import { openStoredMarket, type StoredMarket } from '../market/stored-market.ts';
import { openFaults } from './faults.ts';
import { infoUrlOf } from './live-source.ts';

export interface MarketParts {
  config: Config;
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  clock: Clock;
  log: Log;
  shutdown: Shutdown;
}

export interface OpenedMarket extends StoredMarket {
  /** Sets the connector's reads while a connector runs, which then feeds the memory. */
  use(reads: ExchangeReads | undefined): void;
}

export async function openMarket(parts: MarketParts): Promise<OpenedMarket> {
  const { config, analytics, feed, clock, log, shutdown } = parts;
  let connected: ExchangeReads | undefined;
  const faults = openFaults('the market', log, shutdown);
  const stored = openStoredMarket({
    analytics,
    feed,
    clock,
    reads: () => connected ?? own,
    hasSource: readsMarkets(config),
    // An embedded store has no other writer.
    isBehind: () => analytics.kind === 'clickhouse' && connected === undefined,
    onError: (err) => faults.report('market', { err }, 'the stored markets could not be read; trying again'),
  });
  shutdown.register('stored markets', stored.close);
  const own = ownReads(config, stored.memory, shutdown);
  await stored.ready;
  return {
    ...stored,
    use(reads) {
      connected = reads;
    },
  };
}

/** A node's files contain no market state. */
const readsMarkets = ({ source }: Config) => source !== 'none' && source !== 'node';

/** On servers another process may read the exchange; this process still reads single wallets and books on request. */
function ownReads(config: Config, memory: MarketMemory, shutdown: Shutdown): ExchangeReads | undefined {
  if (config.source !== 'hyperliquid' || config.clickhouseUrl === undefined) return undefined;
  const reads = openOwnReads({
    infoUrl: infoUrlOf(config.exchangeUrl),
    weightPerMinute: demandWeightOf(config.exchangeWeight),
    dexes: memory.listing.dexes,
    clock: systemClock,
  });
  shutdown.register('reads of the exchange', () => reads.close());
  return reads;
}

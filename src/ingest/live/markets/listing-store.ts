import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { FindTemplate } from '../../../domain/outcome-template.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import {
  type ListedMarket,
  outcomeMarkets,
  perpMarkets,
  spotMarkets,
  type TokenNames,
  tokenNames,
} from '../../../market/listed-market.ts';
import type { MarketMemory } from '../../../market/market-memory.ts';
import { readStoredListing } from '../../../market/stored-listing.ts';
import { listedMarkets } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { listedMarketRow } from '../../facts/registry-rows.ts';
import type { MarketAnswers } from './directory.ts';

/** Keeps the listed markets in memory and stores the changed ones. */
export interface ListingStore {
  /** Applies the answers; markets that could not be stored are retried with the next answers. */
  take(answers: MarketAnswers): void;
  /** Resolves once no write is pending. */
  settled(): Promise<void>;
}

export interface ListingStoreOptions {
  analytics: Pick<AnalyticsStore, 'rows'>;
  facts: Pick<FactWriter, 'write'>;
  memory: MarketMemory;
  clock: Clock;
  log: Log;
  findTemplate?: FindTemplate;
}

/** Starts from the stored listing; stored markets missing from the new lists are delisted. */
export async function openListingStore(options: ListingStoreOptions): Promise<ListingStore> {
  const { analytics, facts, memory, clock, log, findTemplate } = options;
  const { listing } = memory;
  const stored = await readStoredListing(analytics);
  listing.take(stored.markets);
  let tokens: TokenNames = new Map();
  /** Version of the newest rows; replacements get a higher one, whatever the clock. */
  let versionMs = stored.toMs;
  const unstored = new Map<string, ListedMarket>();
  let storing = Promise.resolve();

  function changesOf({ metas, spot, outcomes, annotations }: MarketAnswers): ListedMarket[] {
    if (spot !== undefined) tokens = tokenNames(spot);
    const known = (coin: string) => listing.get(coin);
    const perps = metas.flatMap((list) => perpMarkets(list, { tokens, known, annotations }));
    return [
      ...listing.takeAll(['perp', 'hip3'], perps),
      ...(spot === undefined ? [] : listing.takeAll(['spot'], spotMarkets(spot))),
      ...(outcomes === undefined ? [] : listing.takeAll(['outcome'], outcomeMarkets(outcomes, findTemplate))),
    ];
  }

  async function store(): Promise<void> {
    const markets = [...unstored.values()];
    if (markets.length === 0) return;
    versionMs = Math.max(clock.nowMs(), versionMs + 1);
    try {
      await facts.write(
        listedMarkets,
        markets.map((market) => listedMarketRow(versionMs, market)),
      );
      for (const market of markets) if (unstored.get(market.coin) === market) unstored.delete(market.coin);
    } catch (err) {
      log.error({ err }, 'the listed markets could not be stored; they are stored when they are read again');
    }
  }

  return {
    take(answers) {
      const changed = changesOf(answers);
      for (const market of changed) unstored.set(market.coin, market);
      // Even without changes: a late context may arrive after its outcome left the lists.
      memory.forgetUnlisted();
      storing = storing.then(store);
    },
    settled: () => storing,
  };
}

import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type ChangeFeed, oneLookMs } from '../changes/change-feed.ts';
import { type RunningView, runView, type View } from '../changes/view.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ExchangeReads, Market } from './market.ts';
import { createMarketMemory, type MarketMemory } from './market-memory.ts';
import { type MarketTrade, type Observation, readObservation } from './observation.ts';
import { createMarket } from './open-market.ts';
import { readStoredListing } from './stored-listing.ts';

const onLane = { lane: 'live' } as const;
/** Four kinds of states of every market, and candles of three intervals. */
const statesLimit = 100_000;

const newestStates = query({
  name: 'newest_states',
  params: { since: 'TimeMs' },
  row: Type.Object({ at: Type.String(), kind: Type.String(), state: Type.String() }),
  sql: `
    SELECT toString(toUnixTimestamp64Milli(time)) AS at, kind, state
    FROM newest_states
    PREWHERE time > {since:TimeMs}
    ORDER BY newest_states.time DESC
    LIMIT 1 BY kind, coin, interval
    LIMIT ${statesLimit}`,
  limits: { deadlineMs: 60_000, maxRows: statesLimit },
});

export interface StoredMarketOptions {
  analytics: Pick<AnalyticsStore, 'rows'>;
  feed: ChangeFeed;
  memory: MarketMemory;
  /** Whether another process may have stored newer states, so that every poll reads the store; default: only the first load reads. */
  isBehind?(): boolean;
  onError(error: unknown): void;
}

/**
 * The store's adapter of the market port: reads the states stored by the process that reads the exchange; each poll reads the changes
 * since the previous one. Resolves after the first read; if that fails, `onError` gets the error and the next poll retries.
 */
export async function followStoredMarket(options: StoredMarketOptions): Promise<RunningView> {
  const { feed, isBehind = () => false, onError } = options;
  const tried = Promise.withResolvers<void>();
  const running = runView({
    feed,
    view: storedMarketView(options, isBehind),
    onError(error) {
      onError(error);
      tried.resolve();
    },
  });
  // Triggers the first look now: the next poll's timer would not keep a starting process alive.
  await feed.look().catch((error) => {
    onError(error);
    tried.resolve();
  });
  await Promise.race([running.ready, tried.promise]);
  return running;
}

/** The market port of a process, and the memory that its connector writes to. */
export interface StoredMarket {
  port: Market;
  memory: MarketMemory;
  /** Resolves after the first read of the store, also if the read failed. */
  ready: Promise<void>;
  /** From now on, coins without a fresh context are priced at their last trade. */
  useFills(coins: { lastTrade(coin: string): Pick<MarketTrade, 'px' | 'timeMs'> | undefined }): void;
  close(): Promise<void>;
}

export function openStoredMarket(
  options: Omit<StoredMarketOptions, 'memory'> & {
    clock: Clock;
    /** See {@link createMarket}; default: no part of this process reads an exchange. */
    reads?(): ExchangeReads | undefined;
    hasSource?: boolean;
  },
): StoredMarket {
  const { clock, reads = () => undefined, hasSource = false } = options;
  let fills: Parameters<StoredMarket['useFills']>[0] | undefined;
  const memory = createMarketMemory({ clock, lastTrade: (coin) => fills?.lastTrade(coin) });
  const following = followStoredMarket({ ...options, memory });
  return {
    port: createMarket({ memory, clock, reads, hasSource }),
    memory,
    ready: following.then(() => undefined),
    useFills(coins) {
      fills = coins;
    },
    close: async () => (await following).close(),
  };
}

function storedMarketView(
  { analytics, memory }: Pick<StoredMarketOptions, 'analytics' | 'memory'>,
  isBehind: () => boolean,
): View {
  let listedToMs = 0;
  let statesToMs = 0;
  /** States of markets that are no longer listed, or whose listing was stored after the last read. */
  let unlisted: Observation[] = [];

  /** @returns whether anything changed */
  async function takeNew(): Promise<boolean> {
    const listing = await readStoredListing(analytics, listedToMs, onLane);
    const rows = await analytics.rows(newestStates, { since: statesToMs }, onLane);
    memory.listing.take(listing.markets);
    const stored = rows
      .map(({ kind, state }) => readObservation(kind, state))
      .filter((one) => one !== undefined);
    const isListed = ({ state }: Observation) => memory.listing.get(state.coin) !== undefined;
    const { listed = [], unlisted: still = [] } = Object.groupBy([...unlisted, ...stored], (one) =>
      isListed(one) ? 'listed' : 'unlisted',
    );
    memory.take(listed);
    unlisted = still.slice(-statesLimit);
    if (listing.markets.length > 0) memory.forgetUnlisted();
    listedToMs = listing.toMs;
    statesToMs = rows.reduce((newest, { at }) => Math.max(newest, Number(at)), statesToMs);
    return rows.length > 0 || listing.markets.length > 0;
  }

  return {
    name: 'markets',
    maxAgeMs: oneLookMs,
    async load({ seq }) {
      await takeNew();
      return seq;
    },
    // Independent of fills: polls read rows newer than the newest known.
    apply: async () => true,
    tend: async () => isBehind() && (await takeNew()),
  };
}

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

/** The newest state of each key that was handed over after `since`; those no longer listed are left out. */
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
  /** Whether another process may have stored what is newer, so that every look asks; default: what is stored is read once. */
  isBehind?(): boolean;
  onError(error: unknown): void;
}

/**
 * The store's adapter of the market port: takes in what the process that reads the exchange has stored, with each look what came since
 * the one before. Resolves once what is stored was read; where that fails `onError` gets the error, and the next look tries again.
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
  // Its first look is not waited for until the next poll, which does not keep a process that starts running.
  await feed.look().catch((error) => {
    onError(error);
    tried.resolve();
  });
  await Promise.race([running.ready, tried.promise]);
  return running;
}

/** The market port of a process, and where its connector puts in what it reads. */
export interface StoredMarket {
  port: Market;
  memory: MarketMemory;
  /** Resolves once what is stored was read, or could not be. */
  ready: Promise<void>;
  /** From now on a coin without a fresh context is worth what it was last traded at. */
  useFills(coins: { lastTrade(coin: string): Pick<MarketTrade, 'px' | 'timeMs'> | undefined }): void;
  close(): Promise<void>;
}

/** Opens the market port over what is stored. */
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
  /** Of markets whose listing was stored after it was read here, or that have left the lists. */
  let unlisted: Observation[] = [];

  /** @returns whether there was something new */
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
    // It rests on no fills: what is new is asked for by the time of the newest that is known.
    apply: async () => true,
    tend: async () => isBehind() && (await takeNew()),
  };
}

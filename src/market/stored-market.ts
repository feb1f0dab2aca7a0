import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { pause } from '../kernel/pause.ts';
import type { MarketMemory } from './market-memory.ts';
import { type Observation, readObservation } from './observation.ts';
import { readStoredListing } from './stored-listing.ts';

/** Four kinds of states of every market, and candles of three intervals. */
const statesLimit = 100_000;

/** The newest state of each key that was handed over after `since`; those that are listed no more are left out. */
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
  memory: MarketMemory;
  /** True while another adapter of this process puts in what is newer. */
  isFed?(): boolean;
  /** Between two looks, milliseconds; 0 where nobody else writes the store. */
  pollMs: number;
  onError(error: unknown): void;
}

/** Follows what the process that reads the exchange has stored. */
export interface StoredMarket {
  /** Looks now. @throws AnalyticsError */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The store's adapter of the market port. Resolves once what is stored was read; an error then is told, too, and the next look
 * tries again. Each look asks for what came since the one before.
 */
export async function followStoredMarket(options: StoredMarketOptions): Promise<StoredMarket> {
  const { analytics, memory, isFed = () => false, pollMs, onError } = options;
  const stop = new AbortController();
  const { signal } = stop;
  let listedToMs = 0;
  let statesToMs = 0;
  /** Of markets whose listing was stored after it was read here, or that have left the lists. */
  let unlisted: Observation[] = [];

  async function look(): Promise<void> {
    const call = { lane: 'live', signal } as const;
    const listing = await readStoredListing(analytics, listedToMs, call);
    const rows = await analytics.rows(newestStates, { since: statesToMs }, call);
    memory.listing.take(listing.markets);
    const told = rows
      .map(({ kind, state }) => readObservation(kind, state))
      .filter((one) => one !== undefined);
    const isListed = ({ state }: Observation) => memory.listing.get(state.coin) !== undefined;
    const { listed = [], unlisted: still = [] } = Object.groupBy([...unlisted, ...told], (one) =>
      isListed(one) ? 'listed' : 'unlisted',
    );
    memory.take(listed);
    unlisted = still.slice(-statesLimit);
    if (listing.markets.length > 0) memory.forgetUnlisted();
    listedToMs = listing.toMs;
    statesToMs = rows.reduce((newest, { at }) => Math.max(newest, Number(at)), statesToMs);
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await pause(pollMs, signal, { ref: false });
      if (signal.aborted || isFed()) continue;
      await look().catch((error) => (signal.aborted ? undefined : onError(error)));
    }
  }

  await look().catch(onError);
  const looking = pollMs > 0 ? keepLooking() : undefined;
  return {
    look,
    async close() {
      stop.abort();
      await looking;
    },
  };
}

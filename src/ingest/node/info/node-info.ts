import { join } from 'node:path';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { type Clock, minuteMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { pause } from '../../../kernel/pause.ts';
import { type ExchangeReads, MarketReadError } from '../../../market/market.ts';
import type { MarketMemory } from '../../../market/market-memory.ts';
import { createFactWriter } from '../../facts/fact-writer.ts';
import { createQuarantine } from '../../live/coverage/quarantine.ts';
import type { MarketAnswers } from '../../live/markets/directory.ts';
import { openListingStore } from '../../live/markets/listing-store.ts';
import { createExchangeReads } from '../../sources/hyperliquid/exchange-reads.ts';
import { type AccountReaderOptions, startAccountReader } from './account-reader.ts';
import type { NodeInfoState } from './info-report.ts';
import { type InfoServer, openInfoServer } from './info-server.ts';

export interface NodeInfoOptions
  extends Pick<AccountReaderOptions, 'open' | 'onState' | 'onSpot' | 'pace' | 'sweepMs'> {
  /** `http://127.0.0.1:3001/info`. */
  url: string;
  /** Maximum requests per second; default 100. */
  requestsPerSecond?: number | undefined;
  analytics: AnalyticsStore;
  /** Directory of the write-ahead journal; pending facts get subdirectories. */
  journalDir: string;
  memory: MarketMemory;
  /** Whether the lists of markets come from the node, too, because no other source provides them. */
  readsMarkets: boolean;
  clock: Clock;
  log: Log;
  /** Shorter intervals for tests. */
  timing?: { restFirstMs?: number; timeoutMs?: number; flushMs?: number; marketsMs?: number };
}

export interface NodeInfo {
  state(): NodeInfoState;
  /** Reads one wallet on request, before all others. @throws MarketReadError: `unconnected` while the node is unavailable */
  readonly wallet: ExchangeReads['wallet'];
  /** Whether the node currently answers account states. */
  isServing(): boolean;
  /** Stores the pending facts. */
  close(): Promise<void>;
}

/** Reads account states from a node until closed, and the lists of markets if no other source does. */
export async function openNodeInfo(options: NodeInfoOptions): Promise<NodeInfo> {
  const { url, requestsPerSecond, analytics, journalDir, memory, readsMarkets, clock, log } = options;
  const { flushMs = 500, marketsMs = 5 * minuteMs, ...timing } = options.timing ?? {};
  const stop = new AbortController();
  const { signal } = stop;
  const openWriter = (name: string) =>
    createFactWriter({ analytics, log, dir: join(journalDir, name), flushMs });
  const facts = openWriter('node-states');
  const quarantine = createQuarantine({ writer: openWriter('node-quarantine'), clock, log });
  const { keep } = quarantine;
  const server = openInfoServer({ url, requestsPerSecond, keep, clock, log, ...timing });
  const listing = readsMarkets ? await openListingStore({ analytics, facts, memory, clock, log }) : undefined;
  const reader = startAccountReader({ ...options, server, facts, keep, signal });

  /** The market lists use the same queue as accounts, without priority. */
  async function keepMarkets(): Promise<void> {
    if (listing === undefined) return;
    while (!signal.aborted) {
      try {
        listing.take(await readNodeMarkets(server, memory.listing.dexes(), signal));
        await pause(marketsMs, signal);
      } catch {
        // The server has recorded the reason.
        await pause(Math.max(server.restMs(), marketsRetryMs), signal);
      }
    }
    await listing.settled();
  }
  const markets = keepMarkets();
  const reads = createExchangeReads({
    info: { ask: (request, params) => server.ask(request, params) },
    // Its request rate bounds them all.
    weightPerMinute: Number.POSITIVE_INFINITY,
    dexes: memory.listing.dexes,
    clock,
  });

  return {
    state: () => ({ server: server.state(), accounts: reader.state() }),
    async wallet(wallet) {
      try {
        return await reads.wallet(wallet);
      } catch (error) {
        if (!(error instanceof MarketReadError) || error.failure !== 'failed') throw error;
        throw new MarketReadError('unconnected', "the node's info server does not answer", { cause: error });
      }
    },
    isServing: server.isServing,
    async close() {
      stop.abort(new Error("the node's info server is no longer read"));
      await server.close();
      await Promise.all([reader.ended, markets]);
      await facts.close();
      await quarantine.close();
    },
  };
}

const marketsRetryMs = 1_000;

/**
 * Reads the lists of markets from a node: one request per dex, as a node has no `allPerpMetas`, and without outcomes.
 *
 * @param known fallback dexes, if the node does not list them
 * @throws InfoError if the perps of a dex cannot be read
 */
async function readNodeMarkets(
  server: Pick<InfoServer, 'ask'>,
  known: readonly string[],
  signal: AbortSignal,
): Promise<MarketAnswers> {
  const listed = await server.ask({ type: 'perpDexs' }, { signal }).catch(() => undefined);
  const dexes = listed?.data.map((dex) => dex?.name ?? '') ?? (known.length === 0 ? [''] : known);
  const metas = [];
  for (const dex of dexes) {
    const { data } = await server.ask({ type: 'meta', ...(dex !== '' && { dex }) }, { signal });
    metas.push({ universe: data.universe, meta: data });
  }
  const spot = await server.ask({ type: 'spotMeta' }, { signal }).catch(() => undefined);
  return { metas, spot: spot?.data, outcomes: undefined };
}

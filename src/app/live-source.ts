import type { AnalyticsStore } from '../analytics/store.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { checkSource, readDataMark, type SimulatedMark, writeDataMark } from '../operate/data-mark.ts';
import type { Operations } from '../operate/operations.ts';
import { checkExchange, markExchange } from '../operate/store-mark.ts';
import { newLivePlan, simulationModel } from '../sim/live/live-plan.ts';
import { openSimulated } from './simulated-source.ts';

/** The addresses of the exchange that a connector reads. */
export interface ExchangeAddresses {
  url: string;
  wsUrl: string;
  /** Where they differ from those of the real exchange. */
  limits?: { weightPerMinute: number; trackedWallets?: number };
  /** Every fill until then is stored, unix milliseconds. */
  completeToMs?: number;
}

/** Where live data come from in this process. */
export interface LiveSource {
  /** Resolves when there is something to show; undefined where there is already. */
  history: Promise<void> | undefined;
  /** Resolves when there is an exchange to connect to. */
  addresses: Promise<ExchangeAddresses>;
  /** What is still to be waited for; undefined where nothing is. */
  pending(): string | undefined;
  /** Marks stores that are shared with what is read; for who has the right to write, before the first datum. */
  mark?(): Promise<void>;
}

/** How far the work before live data has come. */
export interface StartStep {
  current: string;
  /** Done of it, 0 to 1. */
  share: number;
  count?: number;
  unit?: string;
}

export interface SourceParts {
  config: Config;
  analytics: AnalyticsStore;
  /** For files on their way into the store. */
  journalDir: string;
  /** Unguarded: the history of a simulated exchange goes this way. */
  operations: Operations;
  /** Whether the stores hold fills already. */
  hasFills(): Promise<boolean>;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

/**
 * Opens the source that the configuration names, and marks the data with it.
 *
 * @throws MixedData where the data directory, or the shared store, holds data of another one
 */
export async function openLiveSource(parts: SourceParts): Promise<LiveSource | undefined> {
  const { config } = parts;
  const { source, dataDir, seed } = config;
  if (config.clickhouseUrl !== undefined) return source === 'none' ? undefined : await openShared(parts);
  const mark = readDataMark(dataDir);
  const hasFills = source === 'simulated' && mark === undefined && (await parts.hasFills());
  checkSource({ dataDir, mark, source, seed, model: simulationModel, hasFills });
  if (source === 'none') return undefined;
  if (source === 'hyperliquid') {
    if (mark === undefined) writeDataMark(dataDir, { source });
    return openExchange(config);
  }
  return openSimulated(parts, mark?.source === 'simulated' ? mark : newMark(config.seed));
}

function openExchange(config: Config): LiveSource {
  const { exchangeUrl: url, exchangeWs: wsUrl, exchangeWeight, liveWallets } = config;
  const limits = { weightPerMinute: exchangeWeight, trackedWallets: liveWallets };
  const addresses = Promise.resolve({ url, wsUrl, limits });
  return { history: undefined, addresses, pending: () => undefined };
}

/** On servers the mark stands in the store: its data are of one exchange, whichever process reads it. */
async function openShared({ config, analytics, journalDir }: SourceParts): Promise<LiveSource> {
  const { exchangeUrl } = config;
  await checkExchange(analytics, exchangeUrl);
  return {
    ...openExchange(config),
    async mark() {
      // Another process may have been the first since.
      const isMarked = await checkExchange(analytics, exchangeUrl);
      if (!isMarked) await markExchange(analytics, exchangeUrl, journalDir);
    },
  };
}

function newMark(seed = '1'): SimulatedMark {
  return { source: 'simulated', model: simulationModel, ...newLivePlan(seed, systemClock.nowMs()) };
}

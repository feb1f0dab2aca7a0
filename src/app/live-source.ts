import type { AnalyticsStore } from '../analytics/store.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { Operations } from '../operate/operations.ts';

export interface ExchangeAddresses {
  url: string;
  wsUrl: string;
  /** Overrides of the real exchange's limits. */
  limits?: { weightPerMinute: number; trackedWallets?: number };
  /** Every fill, payment and update up to this time is stored; unix milliseconds. */
  completeToMs?: number;
}

/** @param url REST address of the exchange, with or without a trailing slash */
export function infoUrlOf(url: string): string {
  return `${url.replace(/\/+$/, '')}/info`;
}

export interface LiveSource {
  /** Resolves when there are data to show; undefined if some are stored already. */
  history: Promise<void> | undefined;
  /** Resolves when the exchange accepts connections; undefined if there is none. */
  addresses: Promise<ExchangeAddresses> | undefined;
  /** The reason for waiting; undefined if ready. */
  pending(): string | undefined;
  /** Time up to which every fill of every wallet is stored, unix milliseconds; undefined if unknown. */
  wholeToMs?(): number | undefined;
  /** Marks shared stores with the exchange. Called by the writer before its first write. */
  mark?(): Promise<void>;
}

/** Progress of the work before live data. */
export interface StartStep {
  current: string;
  /** Share done, 0 to 1. */
  share: number;
  count?: number;
  unit?: string;
}

export interface SourceParts {
  config: Config;
  analytics: AnalyticsStore;
  /** Directory for files on their way into the store. */
  journalDir: string;
  /** Unguarded, because the history of a simulated exchange is imported through them. */
  operations: Operations;
  hasFills(): Promise<boolean>;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

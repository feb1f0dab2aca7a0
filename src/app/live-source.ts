import type { AnalyticsStore } from '../analytics/store.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { Operations } from '../operate/operations.ts';

/** The addresses of the exchange that a connector reads. */
export interface ExchangeAddresses {
  url: string;
  wsUrl: string;
  /** Where they differ from those of the real exchange. */
  limits?: { weightPerMinute: number; trackedWallets?: number };
  /** Every fill, payment and update until then is stored, unix milliseconds. */
  completeToMs?: number;
}

/** Where an exchange takes requests. @param url its REST address, with or without a slash at its end */
export function infoUrlOf(url: string): string {
  return `${url.replace(/\/+$/, '')}/info`;
}

/** Where live data come from in this process. */
export interface LiveSource {
  /** Resolves when there is something to show; undefined where there is already. */
  history: Promise<void> | undefined;
  /** Resolves when there is an exchange to connect to; undefined where none is. */
  addresses: Promise<ExchangeAddresses> | undefined;
  /** What is still to be waited for; undefined where nothing is. */
  pending(): string | undefined;
  /** Until when every fill of every wallet is stored, unix milliseconds; undefined where that is not known. */
  wholeToMs?(): number | undefined;
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

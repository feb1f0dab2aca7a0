import { monotonicMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { confirmationLifeMs } from './key-store.ts';

export interface ChangeWatchOptions {
  /** Number of key changes committed in the database. */
  readVersion(): Promise<number>;
  /** Evicts all cached keys. */
  forget(): void;
  /** Monotonic milliseconds. */
  elapsedMs?: () => number;
}

/** Poll interval of the database: a request may take half of a confirmation's lifetime. */
const confirmEveryMs = 40;
/** Maximum wait of a request for a confirmation before its key is looked up. */
const waitMs = 30;
/** Without callers for this long, polling stops. */
const idleMs = 5_000;

/**
 * Decides whether cached keys may be used: only while the database has recently confirmed that
 * this process missed no change. A late or lost message therefore delays no caller: without
 * a confirmation each key is looked up again.
 */
export function createChangeWatch(options: ChangeWatchOptions) {
  const { readVersion, forget, elapsedMs = monotonicMs } = options;
  /** Last change that was seen; undefined while unknown. */
  let seenVersion: number | undefined;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  /** Since when a change is missing whose message may still arrive. */
  let missingSinceMs: number | undefined;
  let requestedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let watching = false;
  let stopped = false;

  function startOver(version: number): void {
    seenVersion = version;
    forget();
  }

  async function confirm(): Promise<void> {
    const startMs = elapsedMs();
    const version = await readVersion();
    if (seenVersion === undefined) startOver(version);
    else if (version > seenVersion) {
      missingSinceMs ??= startMs;
      if (startMs - missingSinceMs < confirmEveryMs) return;
      startOver(version);
    }
    missingSinceMs = undefined;
    confirmedMs = startMs;
  }

  /** A failure confirms nothing. */
  const confirming = singleFlight(() => confirm().catch(() => {}));

  const confirmedSoon = singleFlight(() => withTimeout(confirming.run(), waitMs, () => undefined));

  function isCurrent(): boolean {
    keepWatching();
    return requestedMs - confirmedMs < confirmationLifeMs;
  }

  async function watch(): Promise<void> {
    const startMs = elapsedMs();
    await confirming.run();
    watching = !stopped && elapsedMs() - requestedMs < idleMs;
    if (watching) timer = setTimeout(watch, Math.max(0, confirmEveryMs - (elapsedMs() - startMs))).unref();
  }

  function keepWatching(): void {
    requestedMs = elapsedMs();
    if (watching || stopped) return;
    watching = true;
    void watch();
  }

  return {
    /** Starts polling before a look-up whose answer will be cached. */
    begin: keepWatching,
    isCurrent,
    /** As `isCurrent`, after a short wait for a confirmation if there is none. */
    async becomesCurrent(): Promise<boolean> {
      if (!isCurrent()) await confirmedSoon.run();
      return isCurrent();
    },
    /** Records a change that was seen and applied; a change after a gap does not close the gap. */
    seen(version: number): void {
      if (version === (seenVersion ?? Number.NaN) + 1) seenVersion = version;
    },
    /** Messages may have been lost: marks nothing as seen. */
    reset(): void {
      seenVersion = undefined;
      confirmedMs = Number.NEGATIVE_INFINITY;
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export type ChangeWatch = ReturnType<typeof createChangeWatch>;

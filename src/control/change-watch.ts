import { monotonicMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { confirmationLifeMs } from './key-store.ts';

export interface ChangeWatchOptions {
  /** How many changes to keys the database has committed. */
  readVersion(): Promise<number>;
  /** Forgets all that is remembered of keys. */
  forget(): void;
  /** Milliseconds that only go forward. */
  elapsedMs?: () => number;
}

/** So often the database is asked: a request of it may take half of what a confirmation lives. */
const confirmEveryMs = 40;
/** The longest that a request waits for a confirmation, before its key is looked up. */
const waitMs = 30;
/** Without a caller for this long, the database is not asked either. */
const idleMs = 5_000;

/**
 * Says whether what a process remembers of keys may be used: only while the database has confirmed, a moment ago, that
 * there is no change that the process has not seen. So a message that is late or lost delays no caller: without
 * confirmation each key is looked up again.
 */
export function createChangeWatch(options: ChangeWatchOptions) {
  const { readVersion, forget, elapsedMs = monotonicMs } = options;
  /** The changes up to this one were seen; undefined where nothing is known yet. */
  let seenVersion: number | undefined;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  /** Since when a change is missing whose message may be on its way. */
  let missingSinceMs: number | undefined;
  let requestedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let watching = false;
  let stopped = false;

  /** Takes the database's count for known, and with it nothing that was remembered before. */
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

  /** Asks the database, once for all that want to know. One that does not answer confirms nothing. */
  const confirming = singleFlight(() => confirm().catch(() => {}));

  /** The end of a confirmation, or of the time that one is waited for. */
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
    /** Begins to watch, for what is about to be looked up and remembered. */
    begin: keepWatching,
    /** True where what is remembered holds. */
    isCurrent,
    /** The same after a short wait for a confirmation, where there is none. */
    async becomesCurrent(): Promise<boolean> {
      if (!isCurrent()) await confirmedSoon.run();
      return isCurrent();
    },
    /** Notes that a change was seen and obeyed; one that follows a gap does not close it. */
    seen(version: number): void {
      if (version === (seenVersion ?? Number.NaN) + 1) seenVersion = version;
    },
    /** Messages may have been lost: nothing counts as seen. */
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

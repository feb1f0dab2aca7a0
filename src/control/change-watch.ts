import { monotonicMs } from '../kernel/clock.ts';
import { confirmationLifeMs } from './store.ts';

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
/** Nobody asks for this long: neither is the database. */
const idleMs = 5_000;

/**
 * Says whether what a process remembers of keys may be used: only while the database has confirmed, a moment ago, that
 * there is no change that the process has not heard of. So a message that is late or lost delays nobody: without
 * confirmation each key is looked up anew.
 */
export function createChangeWatch(options: ChangeWatchOptions) {
  const { readVersion, forget, elapsedMs = monotonicMs } = options;
  /** The changes up to this one were heard of; undefined where nothing is known yet. */
  let heardVersion: number | undefined;
  let confirmedMs = Number.NEGATIVE_INFINITY;
  /** A change was missing at the last look; its message may have been on its way. */
  let missing = false;
  let askedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let watching = false;
  let stopped = false;

  /** Takes the database's count for known, and with it nothing that was remembered before. */
  function startOver(version: number): void {
    heardVersion = version;
    missing = false;
    forget();
  }

  async function confirm(): Promise<void> {
    const startMs = elapsedMs();
    const version = await readVersion();
    if (heardVersion === undefined) startOver(version);
    else if (version > heardVersion) {
      if (!missing) {
        missing = true;
        return;
      }
      startOver(version);
    }
    missing = false;
    confirmedMs = startMs;
  }

  async function watch(): Promise<void> {
    const startMs = elapsedMs();
    // A database that does not answer confirms nothing.
    await confirm().catch(() => {});
    watching = !stopped && elapsedMs() - askedMs < idleMs;
    if (watching) timer = setTimeout(watch, Math.max(0, confirmEveryMs - (elapsedMs() - startMs))).unref();
  }

  function keepWatching(): void {
    askedMs = elapsedMs();
    if (watching || stopped) return;
    watching = true;
    void watch();
  }

  return {
    /** Begins to watch, for what is about to be looked up and remembered. */
    begin: keepWatching,
    /** True where what is remembered holds. */
    isCurrent(): boolean {
      keepWatching();
      return askedMs - confirmedMs < confirmationLifeMs;
    },
    /** Notes that a change was heard of and obeyed; one that follows a gap does not close it. */
    heard(version: number): void {
      if (version === (heardVersion ?? Number.NaN) + 1) heardVersion = version;
    },
    /** Messages may have been lost: nothing counts as heard of. */
    reset(): void {
      heardVersion = undefined;
      confirmedMs = Number.NEGATIVE_INFINITY;
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export type ChangeWatch = ReturnType<typeof createChangeWatch>;

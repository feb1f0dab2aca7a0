import type { Sources } from '../endpoints/sources.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { withAbort } from '../kernel/with-abort.ts';

type ReadSources = Pick<Sources, 'tallies' | 'lifecycleQuarter'>;

export interface ReadAheadOptions {
  sources: ReadSources;
  /** Resolves once open positions are in memory: what is read ahead would only delay them. */
  after: Promise<void>;
  /** The machine's where absent. */
  timers?: Timers;
}

/** Somewhat less than the age at which an answer would be made anew while its caller waits. */
const everyMs = 40_000;

/**
 * Reads what takes long before the first asks for it, and what grows old again every 40 s. What fails is made for whoever asks, who is
 * told why.
 *
 * @returns `first` resolves once all was read, or has failed
 */
export function startReadAhead(options: ReadAheadOptions): { first: Promise<void>; close(): Promise<void> } {
  const { sources, after, timers = systemTimers } = options;
  const closing = new AbortController();
  const { signal } = closing;

  async function readAll(reads: readonly (() => Promise<unknown>)[]): Promise<void> {
    for (const read of reads) {
      if (signal.aborted) return;
      await read().catch(() => undefined);
    }
  }

  const growOld = [() => sources.lifecycleQuarter(signal)];
  const first = withAbort(after, signal)
    .then(() => readAll([async () => sources.tallies.all(), ...growOld]))
    .catch(() => undefined);

  async function keepUp(): Promise<void> {
    await first;
    while (!signal.aborted) {
      await timers.pause(everyMs, signal).catch(() => undefined);
      await readAll(growOld);
    }
  }
  const running = keepUp();
  return {
    first,
    async close() {
      closing.abort();
      await running;
    },
  };
}

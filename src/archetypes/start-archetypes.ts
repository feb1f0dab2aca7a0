import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import { type Clock, monotonicMs, utcDate } from '../kernel/clock.ts';
import { type Archetypes, createArchetypes, readFoldVersion } from './archetypes.ts';
import { listCatalogue } from './list-catalogue.ts';

export interface ArchetypesOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  clock: Clock;
  /** How often to ask the store whether lifecycles changed. */
  pollMs?: number;
  /** Between two readings, at least. */
  restMs?: number;
  onRefresh?(cost: { ms: number }): void;
  onError(error: unknown): void;
}

/** Of the time, for reading: where much is stored, lists become older rather than requests slower. */
const share = 0.25;

/** Keeps all lists: reads them again when lifecycles changed, and when a day begins. */
export function startArchetypes(options: ArchetypesOptions): Archetypes & { close(): Promise<void> } {
  const { store, clock, pollMs = 3_000, onRefresh, onError } = options;
  // With what a reading takes and the fold's own rest, answers are a minute old at most.
  const { restMs = 20_000 } = options;
  const lists = createArchetypes({ store, clock });
  const stop = new AbortController();
  let known: string | undefined;
  let due = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    if (monotonicMs() < due) return;
    const state = `${await readFoldVersion(store)} ${utcDate(clock.nowMs())}`;
    if (state === known) return;
    const startMs = monotonicMs();
    await lists.read(listCatalogue, stop.signal);
    known = state;
    const ms = monotonicMs() - startMs;
    due = monotonicMs() + Math.max(restMs, (ms * (1 - share)) / share);
    onRefresh?.({ ms });
  }

  function failed(error: unknown): void {
    // Lifecycles are being folded for the first time: requests are told so.
    const isEarly = error instanceof AnalyticsError && error.failure === 'unready';
    if (!isEarly && !stop.signal.aborted) onError(error);
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = refresh()
        .catch(failed)
        .finally(() => (stop.signal.aborted ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  // Not at once: a request that comes before reads its own list, and a process that ends soon reads none.
  schedule(pollMs);
  return {
    list: lists.list,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await turn;
    },
  };
}

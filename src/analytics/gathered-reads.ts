import { maxBatchCalls, runBatch } from './batch.ts';
import { laneRules } from './lane-rules.ts';
import { onLane } from './on-lane.ts';
import type { AnyQuery } from './query.ts';
import { AnalyticsError, type AnalyticsStore, type CallOptions } from './store.ts';

interface Waiting {
  name: string;
  signal: AbortSignal | undefined;
  /** Set where the call may share a statement. */
  batchable?: { query: AnyQuery; params: Record<string, unknown>; key: unknown; others: string };
  /** Calls that failed together are halved until the one to blame is alone: they join no other statement. */
  group?: readonly Waiting[];
  run(options: CallOptions): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** True once it has an answer, or its caller has left. */
  settled: boolean;
}

/** Calls that wait at the same time, before more are refused as `overloaded`. */
const queueLimit = 512;

/**
 * The store as requests get it: on their lane, with calls that wait for a connection gathered into one statement where
 * their query says how (`batchBy`). A call that finds a connection free starts at once, alone; so nothing waits for company.
 *
 * @param most maximum concurrent statements; default: the lane's number of connections
 */
export function requestReads(store: AnalyticsStore, most?: number): AnalyticsStore {
  const reads = onLane(store, 'read');
  const statements = () => most ?? laneRules.read[store.kind === 'chdb' ? 'embedded' : 'server'];
  const waiting = new Set<Waiting>();
  let running = 0;

  function call<T>(options: CallOptions, made: Pick<Waiting, 'name' | 'run' | 'batchable'>): Promise<T> {
    const { signal } = options;
    const { name } = made;
    if (signal?.aborted) return Promise.reject(cancelled(name));
    if (running >= statements() && waiting.size >= queueLimit) {
      const text = `${waiting.size} calls wait already (queueLimit ${queueLimit})`;
      return Promise.reject(new AnalyticsError('overloaded', name, text));
    }
    return new Promise<T>((resolve, reject) => {
      const one: Waiting = {
        ...made,
        signal,
        settled: false,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      function settle<V>(report: (value: V) => void) {
        return (value: V) => {
          one.settled = true;
          signal?.removeEventListener('abort', leave);
          report(value);
        };
      }
      function leave(): void {
        waiting.delete(one);
        one.reject(cancelled(name));
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(one);
      startWaiting();
    });
  }

  function startWaiting(): void {
    while (running < statements() && waiting.size > 0) {
      const calls = takeNext();
      running += 1;
      void answer(calls).finally(() => {
        running -= 1;
        startWaiting();
      });
    }
  }

  /** The call that waits the longest, and those that its statement can answer as well. */
  function takeNext(): Waiting[] {
    const [first] = waiting as Set<Waiting> as unknown as [Waiting];
    waiting.delete(first);
    if (first.batchable === undefined) return [first];
    const { query, key, others } = first.batchable;
    const calls = [first];
    const keys = new Set([key]);
    for (const other of first.group ?? waiting) {
      if (calls.length === maxBatchCalls) break;
      if (other.settled || other.group !== first.group || other.batchable?.query !== query) continue;
      if (other.batchable.others !== others || keys.has(other.batchable.key) || !waiting.has(other)) continue;
      keys.add(other.batchable.key);
      waiting.delete(other);
      calls.push(other);
    }
    return calls;
  }

  async function answer(calls: readonly Waiting[]): Promise<void> {
    const [first] = calls as [Waiting];
    if (calls.length > 1) return answerTogether(calls, first.batchable!.query);
    try {
      first.resolve(await first.run(first.signal === undefined ? {} : { signal: first.signal }));
    } catch (error) {
      first.reject(error);
    }
  }

  async function answerTogether(calls: readonly Waiting[], query: AnyQuery): Promise<void> {
    const gone = new AbortController();
    const onLeave = () => calls.every(({ settled }) => settled) && gone.abort();
    for (const { signal } of calls) signal?.addEventListener('abort', onLeave);
    try {
      const params = calls.map(({ batchable }) => batchable!.params);
      const answers = await runBatch(reads.rows, query, params, { signal: gone.signal });
      for (const [i, one] of calls.entries()) {
        if (one.settled) continue;
        const found = answers[i]!;
        if (found instanceof AnalyticsError) one.reject(found);
        else one.resolve(found);
      }
    } catch (error) {
      tryHalves(calls, error);
    } finally {
      for (const { signal } of calls) signal?.removeEventListener('abort', onLeave);
    }
  }

  /** One caller's fault must not be that of the others; that nothing can be answered at all is everybody's. */
  function tryHalves(calls: readonly Waiting[], error: unknown): void {
    const left = calls.filter(({ settled }) => !settled);
    const failure = error instanceof AnalyticsError ? error.failure : undefined;
    if (failure === 'unavailable' || failure === 'overloaded') {
      for (const one of left) one.reject(error);
      return;
    }
    const middle = Math.ceil(left.length / 2);
    for (const half of [left.slice(0, middle), left.slice(middle)]) {
      for (const one of half) {
        one.group = half;
        waiting.add(one);
      }
    }
  }

  return {
    get kind() {
      return store.kind;
    },
    rows(query, params, options = {}) {
      const run = (own: CallOptions) => reads.rows(query, params, own);
      const { name, batch } = query;
      if (batch === undefined) return call(options, { name, run });
      const { [batch.by]: key, ...rest } = params as Record<string, unknown>;
      const others = JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
      return call(options, { name, run, batchable: { query, params, key, others } });
    },
    bytes: (query, params, options = {}) =>
      call(options, { name: query.name, run: (own) => reads.bytes(query, params, own) }),
    command: reads.command,
    insertArrow: reads.insertArrow,
    close: reads.close,
  };
}

function cancelled(name: string): AnalyticsError {
  return new AnalyticsError('cancelled', name, 'cancelled by the caller');
}

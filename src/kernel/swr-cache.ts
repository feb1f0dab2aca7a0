import { BoundedMap } from './bounded-map.ts';
import { monotonicMs } from './clock.ts';
import { keyedFlights } from './single-flight.ts';
import { withAbort } from './with-abort.ts';

export interface SwrCacheOptions<V> {
  read(key: string): Promise<V>;
  /** Maximum age of a fresh value, in milliseconds from the end of its read, so that long reads have pauses between them. */
  freshMs: number;
  /** Up to this age a value is served and refreshed in the background; older values make the caller wait. Default: `freshMs`. */
  staleMs?: number;
  /** Maximum cached values; the oldest is evicted first. */
  limit: number;
  /** Whether a value may be served again; default: always. */
  isKept?(value: V): boolean;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
}

/**
 * A stale-while-revalidate cache with one read at a time per key. A failed read rejects for its waiting callers; a failed background
 * refresh is left to the next caller.
 *
 * @returns reads the value of a key; rejects as `read` does, or with the reason of the caller's own signal
 */
export function swrCache<V>(options: SwrCacheOptions<V>): (key: string, signal?: AbortSignal) => Promise<V> {
  const { read, freshMs, staleMs = freshMs, limit } = options;
  const { isKept = () => true, now = monotonicMs } = options;
  const held = new BoundedMap<string, { value: V; sinceMs: number }>(limit);
  const reads = keyedFlights<V>();

  async function readNow(key: string): Promise<V> {
    const value = await read(key);
    if (isKept(value)) held.set(key, { value, sinceMs: now() });
    for (const [old, one] of held) {
      if (now() - one.sinceMs < staleMs) break;
      held.delete(old);
    }
    return value;
  }

  return async (key, signal) => {
    signal?.throwIfAborted();
    const known = held.get(key);
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now() - known.sinceMs;
    if (known !== undefined && ageMs < freshMs) return known.value;
    const reading = reads.run(key, () => readNow(key));
    if (known === undefined || ageMs >= staleMs) return withAbort(reading, signal);
    reading.catch(() => undefined);
    return known.value;
  };
}

export function swrValue<V>(
  options: Omit<SwrCacheOptions<V>, 'limit'>,
): (signal?: AbortSignal) => Promise<V> {
  const cache = swrCache({ ...options, limit: 1 });
  return (signal) => cache('', signal);
}

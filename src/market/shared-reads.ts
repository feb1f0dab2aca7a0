import { monotonicMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';

export interface SharedReadsOptions<V> {
  read(key: string): Promise<V>;
  /** An answer is given again for so long after it came. */
  keepMs: number;
  /** Answers that are kept, at most. */
  keptLimit: number;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
}

/**
 * One reading for all who ask at the same time, and for those who ask soon after. A failure is told to all who wait for it,
 * and to nobody else.
 *
 * @returns a function that rejects as `read` does, or with the reason of the caller's own signal
 */
export function shareReads<V>(
  options: SharedReadsOptions<V>,
): (key: string, signal?: AbortSignal) => Promise<V> {
  const { read, keepMs, keptLimit, now = monotonicMs } = options;
  const underWay = new Map<string, Promise<V>>();
  /** Oldest first. */
  const kept = new Map<string, { value: V; untilMs: number }>();

  function keep(key: string, value: V): void {
    kept.delete(key);
    kept.set(key, { value, untilMs: now() + keepMs });
    for (const [old, { untilMs }] of kept) {
      if (untilMs > now() && kept.size <= keptLimit) break;
      kept.delete(old);
    }
  }

  function begin(key: string): Promise<V> {
    const reading = read(key)
      .then((value) => {
        keep(key, value);
        return value;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    // Each who waits is told; nobody may be left by then.
    reading.catch(() => undefined);
    return reading;
  }

  return async (key, signal) => {
    signal?.throwIfAborted();
    const known = kept.get(key);
    if (known !== undefined && known.untilMs > now()) return known.value;
    const reading = underWay.get(key) ?? begin(key);
    return withAbort(reading, signal);
  };
}

import { BoundedMap } from '../kernel/bounded-map.ts';

/**
 * Remembers one value per hash for a short time. Bounded: where it is full, the entry set longest
 * ago leaves. Entries live a second and are set again after it, so the order in which they were set is the
 * order of their last use to within that second, and a hit need not write anything.
 */
export interface KeyCache<T> {
  get(hash: string, nowMs: number): T | undefined;
  /** True also where the time of the value is over. */
  has(hash: string): boolean;
  set(hash: string, value: T, untilMs: number): void;
  delete(hash: string): void;
  clear(): void;
  readonly size: number;
}

/** @param limit entries held at most. Times are milliseconds of a monotonic clock. */
export function createKeyCache<T>(limit: number): KeyCache<T> {
  const entries = new BoundedMap<string, { value: T; untilMs: number }>(limit);
  return {
    get(hash, nowMs) {
      const entry = entries.get(hash);
      return entry !== undefined && nowMs < entry.untilMs ? entry.value : undefined;
    },
    has: (hash) => entries.has(hash),
    set: (hash, value, untilMs) => void entries.set(hash, { value, untilMs }),
    delete: (hash) => entries.delete(hash),
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}

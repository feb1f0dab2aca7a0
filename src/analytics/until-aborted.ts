import type { AnalyticsStore, CallOptions } from './store.ts';

/**
 * The store as one duty of the program reads it until it ends: once the signal aborts, calls fail as `cancelled`, those that wait for
 * their turn too. A statement that runs already may end first.
 */
export function untilAborted(
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>,
  signal: AbortSignal,
): Pick<AnalyticsStore, 'rows' | 'bytes'> {
  const bound = (options?: CallOptions): CallOptions => ({ ...options, signal });
  return {
    rows: (query, params, options) => store.rows(query, params, bound(options)),
    bytes: (query, params, options) => store.bytes(query, params, bound(options)),
  };
}

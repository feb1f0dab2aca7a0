import type { Lifecycle } from '../domain/lifecycle.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

export interface ChainStart {
  /** Unix milliseconds; earlier fills are ignored. */
  fromMs: number;
  /** The stored lifecycle that the fold resumes after; undefined if it restarts earlier, or nothing is stored. */
  after: Lifecycle | undefined;
  /** Number of earlier lifecycles of the chain; used if `after` is undefined. */
  count: number;
  /** Stored rows that the fold may replace. */
  replaced: readonly StoredLifecycle[];
}

/**
 * @param rows stored rows of the chain, ordered by number
 * @param fromMs time of the first new fill, unix milliseconds
 */
export function startOf(rows: readonly StoredLifecycle[], fromMs: number): ChainStart {
  const newest = rows.at(-1);
  const goesOn =
    newest === undefined ||
    (newest.lifecycle.lastMs < fromMs &&
      (newest.lifecycle.isClosed || newest.lifecycle.liquidatedFills === 0));
  if (goesOn) {
    const replaced = newest === undefined || newest.lifecycle.isClosed ? [] : [newest];
    return { fromMs, after: newest?.lifecycle, count: 0, replaced };
  }
  const first = rows.findLastIndex(({ lifecycle }) => lifecycle.startsApart && lifecycle.openedMs < fromMs);
  const replaced = rows.slice(Math.max(0, first));
  const since = first < 0 ? 0 : replaced[0]!.lifecycle.openedMs;
  return {
    fromMs: since,
    after: undefined,
    count: first < 0 ? 0 : replaced[0]!.lifecycle.num - 1,
    replaced,
  };
}

import type { Lifecycle } from '../domain/lifecycle.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** From where a chain is folded. */
export interface ChainStart {
  /** Unix milliseconds; fills before are left out. */
  fromMs: number;
  /** The lifecycle that it goes on from. */
  after: Lifecycle | undefined;
  /** How many there are before, where it does not go on. */
  count: number;
  /** Stored rows that it may replace. */
  replaced: readonly StoredLifecycle[];
}

/**
 * @param rows of the chain, by number
 * @param fromMs of its first new fill, unix milliseconds
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

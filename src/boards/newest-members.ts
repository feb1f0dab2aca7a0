import { largestRows } from './largest-rows.ts';
import type { TradersBoard } from './traders.ts';

/** Wallets among whose fills the newest ones of a cohort are, and since when to look for them. */
export interface NewestMembers {
  rows: number[];
  /** Unix milliseconds: of no wallet left out is a fill at this time or later. */
  fromMs: number;
}

/** No list of wallets is longer, where many traded last in the same millisecond. */
const membersLimit = 2_000;

/**
 * Of the wallets of a cohort those that traded last, as many as fills are wanted: each of them has a fill that is newer than
 * any of the others', so the newest fills are all theirs. One pass over all wallets in memory.
 *
 * @param places cohorts by wallet, of which `place` is the one that is meant
 * @param limit how many fills are wanted
 * @param sinceMs fills before it are not wanted
 */
export function newestMembers(
  board: TradersBoard,
  {
    places,
    place,
    limit,
    sinceMs,
  }: { places: ArrayLike<number>; place: number; limit: number; sinceMs: number },
): NewestMembers {
  const last = board.columns.lastTimeMs;
  const { rows, least } = largestRows(board.count, {
    accept: (row) => places[row] === place,
    value: (row) => last[row]!,
    wanted: limit,
    floor: sinceMs,
  });
  return { rows: rows.slice(0, membersLimit), fromMs: least };
}

import { largestRows } from './largest-rows.ts';
import type { TradersBoard } from './traders.ts';

/** Wallets that hold the newest fills of a cohort, and the time from which to search these fills. */
export interface NewestMembers {
  rows: number[];
  /** Unix milliseconds; an omitted wallet has no fill at this time or later, unless the list reached its maximum. */
  fromMs: number;
}

/** Maximum wallets in a list, if many have their last fill in the same millisecond. */
const membersLimit = 2_000;

/**
 * The wallets of a cohort that traded last, as many as requested fills. Each has a fill newer than all fills of the other wallets,
 * so the newest fills are all theirs. One pass over all wallets in memory.
 *
 * @param places cohort by wallet; `place` selects the cohort
 * @param limit maximum fills
 * @param sinceMs earliest fill time, unix milliseconds
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

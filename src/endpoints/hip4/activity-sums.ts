import { dayMs } from '../../kernel/clock.ts';
import type { DayNumber } from '../kept-days.ts';

/** What trades of one outcome come to. */
export interface ActivitySums {
  /** Market trades, each side of a match. */
  fills: number;
  /** Price × size of matches, USDH × 10^12. */
  notional: bigint;
  /** Unix milliseconds of the first trade; infinite without one. */
  firstMs: number;
  /** Of the last one; 0 without one. */
  lastMs: number;
}

/** One outcome on one UTC day on which it has a row. */
export interface OutcomeOfDay extends ActivitySums {
  day: DayNumber;
  outcome: number;
}

/** Both together. */
export function addSums(one: ActivitySums | undefined, other: ActivitySums): ActivitySums {
  if (one === undefined) return other;
  return {
    fills: one.fills + other.fills,
    notional: one.notional + other.notional,
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
  };
}

/** By outcome, the newest day first: what that day and all later ones come to. */
type Suffixes = Map<number, { day: DayNumber; sums: ActivitySums }[]>;

/**
 * Adds up every outcome from a day on. Sums from each day on are made once for the same days, so that a window costs a look for each
 * outcome, however many days it has.
 */
export function createDaySuffixes() {
  let made: { of: unknown; suffixes: Suffixes } | undefined;

  /** @param fromMs a UTC midnight @returns what each outcome with a row since then comes to; the caller's own map */
  return (
    days: ReadonlyMap<DayNumber, readonly OutcomeOfDay[]>,
    fromMs: number,
  ): Map<number, ActivitySums> => {
    if (made?.of !== days) made = { of: days, suffixes: suffixesOf(days) };
    const from = fromMs / dayMs;
    const sums = new Map<number, ActivitySums>();
    for (const [outcome, newestFirst] of made.suffixes) {
      // Outcomes live for days or weeks: most have few.
      const found = newestFirst.findLast(({ day }) => day >= from);
      if (found !== undefined) sums.set(outcome, found.sums);
    }
    return sums;
  };
}

function suffixesOf(days: ReadonlyMap<DayNumber, readonly OutcomeOfDay[]>): Suffixes {
  const suffixes: Suffixes = new Map();
  for (const day of [...days.keys()].sort((a, b) => b - a)) {
    for (const row of days.get(day)!) {
      const later = suffixes.get(row.outcome);
      if (later === undefined) suffixes.set(row.outcome, [{ day, sums: row }]);
      else later.push({ day, sums: addSums(later.at(-1)!.sums, row) });
    }
  }
  return suffixes;
}

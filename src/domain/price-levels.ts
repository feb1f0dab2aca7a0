/**
 * One grid of prices for every coin and hour: level n goes from 1.01^n up to 1.01^(n + 1) USD. Its bounds rest on nothing else, so that
 * the levels of two hours are the same prices (docs/methodology.md#liquidation-levels).
 */
const step = 1.01;

/** Width of a level, percent of its lower end. */
export const levelStepPct = 1;
/** Levels are kept that reach into this distance from the mark, percent of it: at most 64. */
export const levelRangePct = 30;

/** The lower end of a level, USD. */
export const levelPx = (level: number): number => step ** level;

/** The level that a price lies in. @param px above 0, USD */
export function levelOf(px: number): number {
  let level = Math.floor(Math.log(px) / Math.log(step));
  // The logarithm is off by its last digit at a bound.
  while (levelPx(level + 1) <= px) level += 1;
  while (levelPx(level) > px) level -= 1;
  return level;
}

/** The first and the last level that reach into the range around a mark. */
export function levelsAround(markPx: number): { first: number; last: number } {
  const reach = levelRangePct / 100;
  return { first: levelOf(markPx * (1 - reach)), last: levelOf(markPx * (1 + reach)) };
}

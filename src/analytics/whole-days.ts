import type { Window } from '../domain/window.ts';
import { dayMs } from '../kernel/clock.ts';

/*
 * A rolling window read from sums by UTC day: the days that lie in it whole, and at its two ends the fills themselves. Queries
 * over many fills read a hundredth of the rows so, and count the same.
 */

/** Values of the parameters {@link wholeDayParams}, unix milliseconds. */
export interface WholeDays {
  from: number;
  to: number;
  wholeFrom: number;
  wholeTo: number;
}

export function wholeDays({ fromMs, toMs }: Window): WholeDays {
  const wholeFrom = Math.ceil(fromMs / dayMs) * dayMs;
  const wholeTo = Math.max(wholeFrom, Math.floor(toMs / dayMs) * dayMs);
  return { from: fromMs, to: toMs, wholeFrom, wholeTo };
}

export function hasWholeDay({ wholeFrom, wholeTo }: Pick<WholeDays, 'wholeFrom' | 'wholeTo'>): boolean {
  return wholeFrom < wholeTo;
}

/** Parameters of a query with {@link onWholeDays} and {@link atItsEnds}. */
export const wholeDayParams = {
  from: 'TimeMs',
  to: 'TimeMs',
  wholeFrom: 'TimeMs',
  wholeTo: 'TimeMs',
} as const;

/** Condition of rows by `day`. */
export const onWholeDays = 'day >= toDate({wholeFrom:TimeMs}) AND day < toDate({wholeTo:TimeMs})';

/** Condition of fills by `time`. */
export const atItsEnds = `
  ((time >= {from:TimeMs} AND time < {wholeFrom:TimeMs}) OR time >= {wholeTo:TimeMs})
  AND time >= {from:TimeMs} AND time <= {to:TimeMs}`;

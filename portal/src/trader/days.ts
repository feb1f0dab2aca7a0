import type { Schemas } from '../api/calls.ts';

type Day = Schemas['TraderDailyStat'];

const dayMs = 86_400_000;

/** Drawdown of the cumulative PnL from its highest value so far, by day; 0 at a high. */
export function drawdownsOf(days: readonly Pick<Day, 'cumulativePnl'>[]): number[] {
  let high = 0;
  return days.map(({ cumulativePnl }) => {
    high = Math.max(high, cumulativePnl);
    return cumulativePnl - high;
  });
}

/** A day of the calendar; without data if there was no trade. */
export interface Cell {
  date: string;
  day: Day | undefined;
}

/** Weeks of whole days, Monday first, from the first day in the answer to the last. */
export function weeksOf(days: readonly Day[]): Cell[][] {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const byDate = new Map(days.map((day) => [day.date, day]));
  const firstMs = Date.parse(first.date);
  const startMs = firstMs - ((new Date(firstMs).getUTCDay() + 6) % 7) * dayMs;
  const weeks: Cell[][] = [];
  for (let atMs = startMs; atMs <= Date.parse(last.date); atMs += dayMs) {
    if ((atMs - startMs) % (7 * dayMs) === 0) weeks.push([]);
    const date = new Date(atMs).toISOString().slice(0, 10);
    weeks.at(-1)!.push({ date, day: byDate.get(date) });
  }
  return weeks;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** The month that begins in a week, or that of the first one; nothing between. */
export function monthOf(week: readonly Cell[], before: readonly Cell[] | undefined): string {
  const month = ({ date }: Cell) => date.slice(0, 7);
  const last = week.at(-1)!;
  return before !== undefined && month(before.at(-1)!) === month(last)
    ? ''
    : monthName.format(Date.parse(last.date));
}

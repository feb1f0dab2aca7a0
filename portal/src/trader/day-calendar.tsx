import type { Schemas } from '../api/calls.ts';
import { count, signedUsd, toneOf, usd } from '../format/numbers.ts';

type Day = Schemas['TraderDailyStat'];

const dayMs = 86_400_000;
/** Shades of a day's gain or loss, by its share of the largest. */
const shades = 4;

interface Cell {
  date: string;
  day: Day | undefined;
}

/** Weeks of whole days, Monday first, from the first day told to the last. */
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

function shadeOf(pnl: number, largest: number): number {
  if (pnl === 0 || largest === 0) return 0;
  return Math.max(1, Math.ceil(Math.sqrt(Math.abs(pnl) / largest) * shades));
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** The month that begins in a week, or that of the first one; nothing between. */
function monthOf(week: readonly Cell[], before: readonly Cell[] | undefined): string {
  const month = ({ date }: Cell) => date.slice(0, 7);
  const last = week.at(-1)!;
  return before !== undefined && month(before.at(-1)!) === month(last)
    ? ''
    : monthName.format(Date.parse(last.date));
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** UTC days as a calendar: a column a week, green for a gain, red for a loss, darker for more. */
export function DayCalendar({ days }: { days: readonly Day[] }) {
  const weeks = weeksOf(days);
  const largest = Math.max(0, ...days.map(({ pnl }) => Math.abs(pnl)));
  return (
    <table class="calendar" aria-label="Realized PnL by UTC day">
      <thead>
        <tr>
          <td class="none" />
          {weeks.map((week, i) => (
            <td key={week[0]!.date} class="month none">
              {monthOf(week, weeks[i - 1])}
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, row) => (
          <tr key={weekday}>
            <th scope="row">{weekday}</th>
            {weeks.map((week) => (
              <CalendarDay key={week[0]!.date} cell={week[row]} largest={largest} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CalendarDay({ cell, largest }: { cell: Cell | undefined; largest: number }) {
  if (cell === undefined) return <td class="none" />;
  const { date, day } = cell;
  const said =
    day === undefined
      ? `${date}: no fills`
      : `${date}: ${signedUsd(day.pnl)}, ${count(day.trades)} fills, ${usd(day.volume)} volume`;
  const shade =
    day === undefined ? 'idle' : `${toneOf(day.pnl) || 'flat'} shade-${shadeOf(day.pnl, largest)}`;
  return (
    <td class={shade} title={said}>
      <span class="sr">{said}</span>
    </td>
  );
}

import type { Schemas } from '../api/calls.ts';
import { count, signedUsd, toneOf, usd } from '../format/numbers.ts';
import { type Cell, monthOf, weeksOf } from './days.ts';

type Day = Schemas['TraderDailyStat'];

/** Shades of a day's gain or loss, by its share of the largest. */
const shades = 4;

function shadeOf(pnl: number, largest: number): number {
  if (pnl === 0 || largest === 0) return 0;
  return Math.max(1, Math.ceil(Math.sqrt(Math.abs(pnl) / largest) * shades));
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

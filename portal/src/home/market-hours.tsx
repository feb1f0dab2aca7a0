import { callOf, type Schemas } from '../api/calls.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/home.ts';
import { type Hour, HoursChart } from './hours-chart.tsx';

const hourMs = 3_600_000;

/** The hours of a week that either is known of, oldest first. */
export function hoursOf({ oi, liquidations }: Schemas['RiskOverviewHistory']): Hour[] {
  const hours = new Map<number, Hour>();
  const hourAt = (atMs: number) => {
    const timeMs = atMs - (atMs % hourMs);
    const hour = hours.get(timeMs) ?? { timeMs, openInterest: undefined, liquidated: 0 };
    hours.set(timeMs, hour);
    return hour;
  };
  for (const { timestamp, value } of oi ?? []) hourAt(Number(timestamp)).openInterest = value;
  for (const { bucketStart, totalNotional } of liquidations ?? [])
    hourAt(bucketStart).liquidated += Number(totalNotional);
  return [...hours.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Seven days of all coins at a glance. */
export function MarketHours() {
  return (
    <AnswerPanel
      title={words.hours}
      call={callOf('live.risk-overview')}
      everyMs={60_000}
      shape={{ height: 220 }}
      actions={<a href="/liquidations">{words.hoursMore}</a>}
      empty={({ history }) => (hoursOf(history).length < 2 ? words.noHours : undefined)}
    >
      {({ history }) => <HoursChart hours={hoursOf(history)} label={words.hours} />}
    </AnswerPanel>
  );
}

import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { DayCalendar } from './day-calendar.tsx';
import { drawdownsOf } from './days.ts';

type Day = Schemas['TraderDailyStat'];

const chartHeight = 240;

function RealizedChart({ days }: { days: readonly Day[] }) {
  const series = useMemo((): ChartSeries[] => {
    const drawdowns = drawdownsOf(days);
    const at = ({ date }: Day) => Date.parse(date);
    return [
      {
        id: 'realized',
        kind: 'area',
        colour: 'accent',
        format: usd,
        data: days.map((day) => ({ timeMs: at(day), value: day.cumulativePnl })),
      },
      {
        id: 'drawdown',
        kind: 'histogram',
        colour: 'down',
        format: usd,
        scale: 'below',
        data: days.map((day, i) => ({ timeMs: at(day), value: drawdowns[i]! })),
      },
    ];
  }, [days]);
  return (
    <TimeChart
      label="Realized PnL summed by UTC days, and how far it is below its highest"
      series={series}
      height={chartHeight}
      unit="utc-day"
    />
  );
}

/** Realized PnL summed by days with its drawdown, and the days as a calendar. */
export function Realized({ address }: { address: string }) {
  const call = callOf('pulse.trader-daily', { address });
  const none = (days: readonly Day[] | null) =>
    days?.length ? undefined : "No trades within your plan's history.";
  return (
    <>
      <AnswerPanel
        title="Realized PnL and drawdown"
        call={call}
        everyMs={30_000}
        shape={{ height: chartHeight }}
        span={8}
        empty={none}
        actions={<span class="dim">Before costs, cumulative by UTC day. Below: drawdown from the peak</span>}
      >
        {(days) => <RealizedChart days={days} />}
      </AnswerPanel>
      <AnswerPanel
        title="PnL calendar"
        call={call}
        everyMs={30_000}
        shape={{ height: chartHeight }}
        span={4}
        empty={none}
      >
        {(days) => <DayCalendar days={days} />}
      </AnswerPanel>
    </>
  );
}

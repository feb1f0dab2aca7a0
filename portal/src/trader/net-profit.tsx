import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { signedUsd, usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { reasonsOf, runningOf } from './costs.ts';

type Point = Schemas['PnlPoint'];
type Body = Schemas['TraderPnlBody'];

const chartHeight = 240;

/** Realized PnL and what is left of it after costs, summed up, and what the account was worth where that is known. */
function NetChart({ points }: { points: readonly Point[] }) {
  const series = useMemo((): ChartSeries[] => {
    const line = (id: string, colour: string, values: readonly (number | null)[]): ChartSeries => ({
      ...{ id, kind: 'line', colour, format: usd },
      data: points.flatMap((point, i) => {
        const value = values[i];
        return typeof value === 'number' ? [{ timeMs: Date.parse(point.from), value }] : [];
      }),
    });
    const worth = points.map(({ accountValue }) => accountValue);
    return [
      line('realized', 'dim', runningOf(points.map(({ realizedPnl }) => realizedPnl))),
      line('net', 'accent', runningOf(points.map(({ netPnl }) => netPnl))),
      ...(worth.some((value) => value !== null)
        ? [{ ...line('equity', 'up', worth), scale: 'left' as const }]
        : []),
    ];
  }, [points]);
  const isWorthKnown = series.length > 2;
  return (
    <>
      <TimeChart
        label={`Realized PnL and net PnL summed by UTC days${isWorthKnown ? ', and the value of the account' : ''}`}
        series={series}
        height={chartHeight}
        unit="utc-day"
      />
      <p class="dim">
        Grey: realized PnL; blue: net of fees and funding, both summed from the first day.{' '}
        {isWorthKnown ? 'Green, on the left: equity, the value of the account at the end of the day.' : ''}
      </p>
    </>
  );
}

/** From the realized PnL to the total return, cost by cost. */
function Costs({ total }: { total: Point }) {
  const part = (label: string, of: keyof Point & string, sign: 1 | -1 = 1) => {
    const amount = total[of] as number | null;
    return (
      <Figure
        label={label}
        of={`PnlPoint.${of}` as 'PnlPoint.netPnl'}
        value={amount}
        note={amount === null ? `not known: ${reasonsOf(total, of)}` : undefined}
      >
        <Toned value={amount === null ? null : sign * amount}>
          {signedUsd(amount === null ? null : sign * amount)}
        </Toned>
      </Figure>
    );
  };
  return (
    <Figures>
      {part('Realized PnL', 'realizedPnl')}
      {part('Fees', 'fees', -1)}
      {part('of these to builders', 'builderFees', -1)}
      {part('Funding', 'funding')}
      {part('Net PnL', 'netPnl')}
      {part('Change of open positions', 'unrealizedPnl')}
      {part('Total return', 'totalReturnUsd')}
      {part('Net deposits, no profit', 'netDeposits')}
    </Figures>
  );
}

/** What the wallet made after costs in the last 30 days. */
export function NetProfit({ address }: { address: string }) {
  const call = callOf('pulse.trader-pnl', { address });
  const none = (body: Body) => (body.points?.length ? undefined : 'No day of the window is in the record.');
  return (
    <>
      <AnswerPanel
        title="After costs, by day"
        call={call}
        everyMs={30_000}
        shape={{ height: chartHeight }}
        span={8}
        empty={none}
      >
        {({ points }) => <NetChart points={points ?? []} />}
      </AnswerPanel>
      <AnswerPanel
        title="From realized to total"
        call={call}
        everyMs={30_000}
        shape={{ figures: 8 }}
        span={4}
        empty={none}
      >
        {({ total }) => <Costs total={total} />}
      </AnswerPanel>
    </>
  );
}

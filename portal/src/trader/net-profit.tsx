import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Term } from '../figure/term.tsx';
import { Unknown } from '../figure/unknown.tsx';
import { Live, Toned } from '../format/change.tsx';
import { signedUsd, usd } from '../format/numbers.ts';
import { localTime } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { whenKnown, whyOf } from '../words/unknown.ts';
import { reasonOf, runningOf, type Step, stepsOf } from './costs.ts';

type Point = Schemas['PnlPoint'];
type Body = Schemas['TraderPnlBody'];

/** Pixels of the chart, and of the line that explains it. */
const [chartHeight, legendHeight] = [240, 34];

/** Cumulative realized PnL, PnL after costs, and account value where known. */
function NetChart({ points }: { points: readonly Point[] }) {
  const series = useMemo((): ChartSeries[] => {
    const line = (id: string, colour: string, values: readonly (number | null)[]): ChartSeries => ({
      id,
      kind: 'line',
      colour,
      format: usd,
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
        Grey: realized PnL. Blue: net PnL, after fees and funding. Both cumulative.{' '}
        {isWorthKnown ? 'Green, left axis: equity at the end of the day.' : ''}
      </p>
    </>
  );
}

const stepLabels: Record<Step['part'], string> = {
  realizedPnl: 'Realized PnL',
  fees: 'Fees',
  funding: 'Funding',
  netPnl: 'Net PnL',
  unrealizedPnl: 'Change in unrealized PnL',
  totalReturnUsd: 'Total return',
};

/** An amount of a span with its sign, or why it is not known. */
function Amount({ total, part, amount }: { total: Point; part: string; amount: number | null }) {
  return amount === null ? <Unknown why={whyOf(reasonOf(total, part))} /> : signedUsd(amount);
}

/** Waterfall from realized PnL to total return: each bar begins at the end of the bar above. */
function Waterfall({ total }: { total: Point }) {
  const { steps, zero } = stepsOf(total);
  const percent = (share: number) => `${share * 100}%`;
  return (
    <ol class="waterfall">
      {steps.map(({ part, amount, bar }) => (
        <li key={part}>
          <Term of={`PnlPoint.${part}`}>{stepLabels[part]}</Term>
          <Live value={amount}>
            <Toned value={amount}>
              <Amount total={total} part={part} amount={amount} />
            </Toned>
          </Live>
          <span class="fall" aria-hidden="true">
            <i class="zero" style={{ left: percent(zero) }} />
            {bar !== undefined && (
              <i
                class={amount! < 0 ? 'down' : 'up'}
                style={{ left: percent(bar.from), width: percent(bar.width) }}
              />
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Amounts outside the waterfall from realized to total, and when unknown ones become known. */
function Beside({ total }: { total: Point }) {
  const { builderFees, netDeposits, flowsTo, unknown } = total;
  const paid = builderFees === null ? null : -builderFees;
  return (
    <p class="dim">
      <Term of="PnlPoint.builderFees">Builder fees</Term>, included in fees:{' '}
      <Amount total={total} part="builderFees" amount={paid} />.{' '}
      <Term of="PnlPoint.netDeposits">Net deposits</Term>, not part of PnL:{' '}
      <Amount total={total} part="netDeposits" amount={netDeposits} />
      {netDeposits !== null && flowsTo !== undefined && `, read until ${localTime(flowsTo, false)}`}.{' '}
      {whenKnown(unknown?.map(({ reason }) => reason))}
    </p>
  );
}

const none = (body: Body) => (body.points?.length ? undefined : 'No data for this period.');

/** Profit of the wallet after costs in the last 30 days, by day. */
export function NetProfit({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="Net PnL by day"
      call={callOf('pulse.trader-pnl', { address })}
      everyMs={30_000}
      shape={{ height: chartHeight + legendHeight }}
      empty={none}
    >
      {({ points }) => <NetChart points={points ?? []} />}
    </AnswerPanel>
  );
}

/** The parts of its profit of the last 30 days. */
export function Breakdown({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="PnL breakdown, 30 days"
      call={callOf('pulse.trader-pnl', { address })}
      everyMs={30_000}
      shape={{ rows: 6 }}
      empty={none}
    >
      {({ total }) => (
        <>
          <Waterfall total={total} />
          <Beside total={total} />
        </>
      )}
    </AnswerPanel>
  );
}

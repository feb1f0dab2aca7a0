import { useMemo } from 'preact/hooks';
import { callOf, type ParametersOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { TimeUnit } from '../chart/chart-time.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count, usd } from '../format/numbers.ts';
import { AnswerPanel, Shown } from '../states/answer-panel.tsx';
import { words } from '../words/liquidations.ts';

interface WindowProps {
  window: ParametersOf<'live.liquidations-summary'>;
}

const everyMs = 5_000;
const height = 220;
const dayMs = 86_400_000;

/** The window in figures. */
export function SummaryFigures({ window }: WindowProps) {
  const answer = useAnswer(callOf('live.liquidations-summary', window), { everyMs });
  return (
    <section class="panel" aria-label={words.summary}>
      <Shown answer={answer} shape={{ figures: 7 }}>
        {(body) => {
          const { gain, dollars, counted, shown } = figuresOf('LiquidationSummaryBody', body);
          const { longNotional, longEvents, shortNotional, shortEvents } = body;
          return (
            <Figures>
              {counted('Liquidations', 'count')}
              {counted('Wallets', 'wallets')}
              {dollars('Notional', 'totalNotional')}
              {shown('Longs', 'longNotional', <span class="up">{usd(longNotional)}</span>, count(longEvents))}
              {shown(
                'Shorts',
                'shortNotional',
                <span class="down">{usd(shortNotional)}</span>,
                count(shortEvents),
              )}
              {gain('Realized PnL', 'totalClosedPnl')}
              {dollars('Penalties', 'totalPenaltyFees')}
            </Figures>
          );
        }}
      </Shown>
    </section>
  );
}

/** Notional by hour; longer steps for longer windows. */
export function Timeline({ window }: WindowProps) {
  return (
    <AnswerPanel
      title={words.timeline}
      call={callOf('live.liquidations-summary', window)}
      everyMs={everyMs}
      shape={{ height }}
      empty={({ count: many }) => (many === 0 ? words.none : undefined)}
    >
      {({ timeline, bucketSizeMs }) => (
        <Bars
          key={`${window.since} ${window.coin}`}
          rows={timeline ?? []}
          unit={bucketSizeMs === dayMs ? 'utc-day' : 'instant'}
        />
      )}
    </AnswerPanel>
  );
}

interface BarsProps {
  rows: readonly Schemas['GetLiquidationSummaryTimelineRow'][];
  unit: TimeUnit;
}

function Bars({ rows, unit }: BarsProps) {
  const series = useMemo((): ChartSeries[] => {
    const notional = rows.map((row) => ({ timeMs: row.bucketStart, value: Number(row.totalNotional) }));
    return [{ id: 'notional', kind: 'histogram', colour: 'down', data: notional, format: usd }];
  }, [rows]);
  return <TimeChart label={words.timeline} series={series} height={height} unit={unit} />;
}

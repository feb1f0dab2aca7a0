import { useMemo } from 'preact/hooks';
import { callOf, type ParametersOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { count, signedUsd, usd } from '../format/numbers.ts';
import { AnswerPanel, Shown } from '../states/answer-panel.tsx';
import { words } from '../words/liquidations.ts';

interface WindowProps {
  window: ParametersOf<'live.liquidations-summary'>;
}

const everyMs = 5_000;
const height = 220;

/** The window in figures. */
export function SummaryFigures({ window }: WindowProps) {
  const answer = useAnswer(callOf('live.liquidations-summary', window), { everyMs });
  return (
    <section class="panel" aria-label={words.summary}>
      <Shown answer={answer} shape={{ figures: 7 }}>
        {(body) => (
          <Figures>
            <Figure label="Liquidations" of="LiquidationSummaryBody.count" value={body.count}>
              {count(body.count)}
            </Figure>
            <Figure label="Wallets" of="LiquidationSummaryBody.wallets" value={body.wallets}>
              {count(body.wallets)}
            </Figure>
            <Figure label="Notional" of="LiquidationSummaryBody.totalNotional" value={body.totalNotional}>
              {usd(body.totalNotional)}
            </Figure>
            <Figure
              label="Longs"
              of="LiquidationSummaryBody.longNotional"
              value={body.longNotional}
              note={count(body.longEvents)}
            >
              <span class="up">{usd(body.longNotional)}</span>
            </Figure>
            <Figure
              label="Shorts"
              of="LiquidationSummaryBody.shortNotional"
              value={body.shortNotional}
              note={count(body.shortEvents)}
            >
              <span class="down">{usd(body.shortNotional)}</span>
            </Figure>
            <Figure label="Closed PnL" of="LiquidationSummaryBody.totalClosedPnl" value={body.totalClosedPnl}>
              <Toned value={body.totalClosedPnl}>{signedUsd(body.totalClosedPnl)}</Toned>
            </Figure>
            <Figure
              label="Penalties"
              of="LiquidationSummaryBody.totalPenaltyFees"
              value={body.totalPenaltyFees}
            >
              {usd(body.totalPenaltyFees)}
            </Figure>
          </Figures>
        )}
      </Shown>
    </section>
  );
}

/** Notional by the hour, or by longer where the window is. */
export function Timeline({ window }: WindowProps) {
  return (
    <AnswerPanel
      title={words.timeline}
      call={callOf('live.liquidations-summary', window)}
      everyMs={everyMs}
      shape={{ height }}
      empty={({ count: many }) => (many === 0 ? words.none : undefined)}
    >
      {({ timeline }) => <Bars key={`${window.since} ${window.coin}`} rows={timeline ?? []} />}
    </AnswerPanel>
  );
}

function Bars({ rows }: { rows: readonly Schemas['GetLiquidationSummaryTimelineRow'][] }) {
  const series = useMemo((): ChartSeries[] => {
    const notional = rows.map((row) => ({ timeMs: row.bucketStart, value: Number(row.totalNotional) }));
    return [{ id: 'notional', kind: 'histogram', colour: 'down', data: notional, format: usd }];
  }, [rows]);
  return <TimeChart label={words.timeline} series={series} height={height} />;
}

import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count, share, short } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';

const everyMs = 4_000;
const height = 180;

/** Longs against shorts in figures. */
export function LongShortPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.longShort}
      call={callOf('live.coin-long-short', { coin })}
      everyMs={everyMs}
      span={4}
      shape={{ height: 260 }}
      empty={({ sampleSize }) => (sampleSize === 0 ? words.noPositions : undefined)}
    >
      {(body) => <LongShort body={body} />}
    </AnswerPanel>
  );
}

function LongShort({ body }: { body: Schemas['CoinLongShortBody'] }) {
  const { longAccounts, shortAccounts, avgLongLeverage, avgShortLeverage } = body;
  const { gain, dollars, shown } = figuresOf('CoinLongShortBody', body);
  const leverage = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)}×`);
  return (
    <>
      <div class="panel-body">
        <p class="ends">
          <span class="up">{count(longAccounts)} long</span>
          <span class="down">{count(shortAccounts)} short</span>
        </p>
        <BalanceBar
          long={longAccounts}
          short={shortAccounts}
          label={`${longAccounts} long, ${shortAccounts} short`}
        />
      </div>
      <Figures>
        {shown('Ratio', 'ratio', short(body.ratio))}
        {shown('Top 5 hold', 'concentrationTop5', share(body.concentrationTop5))}
        {dollars('Mean long', 'avgLongSize')}
        {dollars('Mean short', 'avgShortSize')}
        {gain('Longs’ PnL', 'longUnrealizedPnl')}
        {gain('Shorts’ PnL', 'shortUnrealizedPnl')}
        {shown('Leverage, longs', 'avgLongLeverage', leverage(avgLongLeverage))}
        {shown('Leverage, shorts', 'avgShortLeverage', leverage(avgShortLeverage))}
      </Figures>
    </>
  );
}

/** The balance over seven days. */
export function LongShortHistoryPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.longShortHistory}
      call={callOf('live.long-short-history', { coin })}
      everyMs={60_000}
      span={4}
      shape={{ height }}
      empty={({ history }) => (history?.length ? undefined : words.noHistory)}
    >
      {({ history }) => <History rows={history ?? []} />}
    </AnswerPanel>
  );
}

function History({ rows }: { rows: readonly Schemas['LongShortHistoryEntry'][] }) {
  const series = useMemo((): ChartSeries[] => {
    const points = (pick: (row: Schemas['LongShortHistoryEntry']) => number) =>
      rows.map((row) => ({ timeMs: row.timestamp, value: pick(row) }));
    return [
      { id: 'long', kind: 'line', colour: 'up', data: points((row) => row.longAccounts), format: count },
      { id: 'short', kind: 'line', colour: 'down', data: points((row) => row.shortAccounts), format: count },
    ];
  }, [rows]);
  return <TimeChart label={words.longShortHistory} series={series} height={height} />;
}

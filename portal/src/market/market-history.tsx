import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { share, usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/market.ts';

const height = 170;
const everyMs = 60_000;
const overview = callOf('live.risk-overview');

interface HistoryPanelProps {
  title: string;
  empty: string;
  pick: (history: Schemas['RiskOverviewHistory']) => ChartSeries | undefined;
}

function HistoryPanel({ title, empty, pick }: HistoryPanelProps) {
  return (
    <AnswerPanel
      title={title}
      call={overview}
      everyMs={everyMs}
      span={4}
      shape={{ height }}
      empty={({ history }) => (pick(history) === undefined ? empty : undefined)}
    >
      {({ history }) => <HistoryChart {...{ title, history, pick }} />}
    </AnswerPanel>
  );
}

function HistoryChart({
  title,
  history,
  pick,
}: Omit<HistoryPanelProps, 'empty'> & { history: Schemas['RiskOverviewHistory'] }) {
  const series = useMemo(() => [pick(history)].filter((one) => one !== undefined), [history, pick]);
  return <TimeChart label={title} series={series} height={height} />;
}

function openInterest({ oi }: Schemas['RiskOverviewHistory']): ChartSeries | undefined {
  const data = (oi ?? []).map(({ timestamp, value }) => ({ timeMs: Number(timestamp), value }));
  return data.length === 0 ? undefined : { id: 'oi', kind: 'area', data, format: usd };
}

function netBias({ netBias: bias }: Schemas['RiskOverviewHistory']): ChartSeries | undefined {
  const data = (bias ?? []).map(({ timestamp, value }) => ({ timeMs: Number(timestamp), value }));
  return data.length === 0 ? undefined : { id: 'bias', kind: 'line', data, format: share };
}

function liquidated({ liquidations }: Schemas['RiskOverviewHistory']): ChartSeries | undefined {
  const rows = liquidations ?? [];
  const data = rows.map(({ bucketStart, totalNotional }) => ({
    timeMs: bucketStart,
    value: Number(totalNotional),
  }));
  if (data.every(({ value }) => value === 0)) return undefined;
  return { id: 'liquidated', kind: 'histogram', colour: 'down', data, format: usd };
}

/** Seven days of all coins: open interest, net bias, liquidations. */
export function MarketHistory() {
  return (
    <>
      <HistoryPanel title={words.openInterest} empty={words.noHistory} pick={openInterest} />
      <HistoryPanel title={words.longShort} empty={words.noHistory} pick={netBias} />
      <HistoryPanel title={words.liquidations} empty={words.noLiquidations} pick={liquidated} />
    </>
  );
}

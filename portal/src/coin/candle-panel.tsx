import { useMemo } from 'preact/hooks';
import { type BodyOf, callOf, type ParametersOf } from '../api/calls.ts';
import type { TimeUnit } from '../chart/chart-time.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { price, short } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';

type Interval = NonNullable<ParametersOf<'pulse.market-candles-recent'>['interval']>;

const height = 428;
const candles = 360;
const everyMs = 3_000;
const intervals: readonly (readonly [Interval, string])[] = ['1m', '5m', '15m', '1h', '4h', '1d'].map(
  (one) => [one as Interval, one] as const,
);

/** Candles with volume. */
export function CandlePanel({ coin }: { coin: string }) {
  const [interval, setInterval] = useAddressState('interval', '15m');
  const known = intervals.find(([id]) => id === interval)?.[0] ?? '15m';
  return (
    <AnswerPanel
      title={words.candles}
      call={callOf('pulse.market-candles-recent', { symbol: coin, interval: known, limit: candles })}
      everyMs={everyMs}
      span={9}
      shape={{ height }}
      empty={(body) => (body?.length ? undefined : words.noCandles)}
      actions={<Choice label="Interval" options={intervals} value={known} onChange={setInterval} />}
    >
      {(body) => (
        <Candles
          key={body[0]?.interval}
          coin={coin}
          body={body}
          unit={known === '1d' ? 'utc-day' : 'instant'}
        />
      )}
    </AnswerPanel>
  );
}

type Body = NonNullable<BodyOf<'pulse.market-candles-recent'>>;

function Candles({ coin, body, unit }: { coin: string; body: Body; unit: TimeUnit }) {
  const series = useMemo(() => seriesOf(body), [body]);
  return <TimeChart label={`${words.candles}, ${coin}`} series={series} height={height} unit={unit} />;
}

function seriesOf(body: Body): ChartSeries[] {
  const bars = body.map(({ timeMs, open, high, low, close }) => ({ timeMs, open, high, low, close }));
  const volumes = body.map(({ timeMs, volume, open, close }) => ({
    timeMs,
    value: volume,
    colour: close >= open ? 'up-bar' : 'down-bar',
  }));
  return [
    { id: 'volume', kind: 'histogram', scale: 'volume', data: volumes, format: short },
    { id: 'price', kind: 'candles', data: bars, format: price },
  ];
}

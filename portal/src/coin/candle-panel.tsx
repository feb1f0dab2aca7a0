import { useMemo, useRef, useState } from 'preact/hooks';
import { type BodyOf, callOf, type ParametersOf } from '../api/calls.ts';
import { type TimeUnit, toChartTime } from '../chart/chart-time.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { price, short } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { movingAverage } from './averages.ts';
import { CandleLegend } from './candle-legend.tsx';

type Interval = NonNullable<ParametersOf<'pulse.market-candles-recent'>['interval']>;

const height = 428;
const legendHeight = 24;
const candles = 360;
const everyMs = 3_000;
const intervals: readonly (readonly [Interval, string])[] = ['1m', '5m', '15m', '1h', '4h', '1d'].map(
  (one) => [one as Interval, one] as const,
);

const averages = [
  { length: 20, colour: 'accent' },
  { length: 50, colour: 'warn' },
] as const;
const lines: readonly (readonly ['none' | 'averages', string])[] = [
  ['none', 'Candles'],
  ['averages', `MA ${averages.map(({ length }) => length).join(', ')}`],
];

/** Candles with volume, and averages where they are wanted. */
export function CandlePanel({ coin }: { coin: string }) {
  const [interval, setInterval] = useAddressState('interval', '15m');
  const [shown, setShown] = useAddressState('lines', 'none');
  const place = useRef<HTMLDivElement>(null);
  const known = intervals.find(([id]) => id === interval)?.[0] ?? '15m';
  return (
    <AnswerPanel
      title={words.candles}
      call={callOf('pulse.market-candles-recent', { symbol: coin, interval: known, limit: candles })}
      everyMs={everyMs}
      push={{ type: 'candle', coin, interval: known, source: 'trade' }}
      span={9}
      shape={{ height }}
      empty={(body) => (body?.length ? undefined : words.noCandles)}
      actions={
        <>
          <Choice label="Lines" options={lines} value={shown} onChange={setShown} />
          <Choice label="Interval" options={intervals} value={known} onChange={setInterval} />
          {document.fullscreenEnabled && (
            <button type="button" onClick={() => void place.current?.requestFullscreen()}>
              {words.fullScreen}
            </button>
          )}
        </>
      }
    >
      {(body) => (
        <div ref={place} class="candles">
          <Candles
            key={body[0]?.interval}
            coin={coin}
            body={body}
            unit={known === '1d' ? 'utc-day' : 'instant'}
            hasAverages={shown === 'averages'}
          />
        </div>
      )}
    </AnswerPanel>
  );
}

type Body = NonNullable<BodyOf<'pulse.market-candles-recent'>>;

interface CandlesProps {
  coin: string;
  body: Body;
  unit: TimeUnit;
  hasAverages: boolean;
}

function Candles({ coin, body, unit, hasAverages }: CandlesProps) {
  const series = useMemo(() => seriesOf(body, hasAverages), [body, hasAverages]);
  const [time, setTime] = useState<number>();
  const pointed =
    time === undefined ? undefined : body.find(({ timeMs }) => toChartTime(timeMs, unit) === time);
  const candle = pointed ?? body.at(-1);
  return (
    <>
      {candle !== undefined && <CandleLegend candle={candle} />}
      <TimeChart
        label={`${words.candles}, ${coin}`}
        series={series}
        height={height - legendHeight}
        unit={unit}
        onPoint={setTime}
      />
    </>
  );
}

function seriesOf(body: Body, hasAverages: boolean): ChartSeries[] {
  const bars = body.map(({ timeMs, open, high, low, close }) => ({ timeMs, open, high, low, close }));
  const volumes = body.map(({ timeMs, volume, open, close }) => ({
    timeMs,
    value: volume,
    colour: close >= open ? 'up-bar' : 'down-bar',
  }));
  return [
    { id: 'volume', kind: 'histogram', scale: 'volume', data: volumes, format: short },
    { id: 'price', kind: 'candles', data: bars, format: price },
    ...(hasAverages ? averages : []).map(({ length, colour }): ChartSeries => {
      return { id: `ma-${length}`, kind: 'line', colour, data: movingAverage(bars, length), format: price };
    }),
  ];
}

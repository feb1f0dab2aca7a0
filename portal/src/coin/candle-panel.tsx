import { useMemo, useRef, useState } from 'preact/hooks';
import { type BodyOf, callOf, type ParametersOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { type TimeUnit, toChartTime } from '../chart/chart-time.ts';
import type { ChartSeries, Point } from '../chart/drawing.ts';
import type { Ground } from '../chart/ground.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { price, short } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Chips } from '../frame/chips.tsx';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { CandleLegend } from './candle-legend.tsx';
import { liquidationsCall } from './coin-liquidations.tsx';
import { heatmapCall, usualRange } from './heatmap-panel.tsx';
import { exponentialAverage, movingAverage, relativeStrength, volumeWeighted } from './indicators.ts';
import type { LevelHistory } from './level-columns.ts';
import { levelGround, stakeOf } from './level-ground.ts';
import { LevelLegend, largestLevel } from './level-legend.tsx';
import { type Liquidations, liquidationGround } from './liquidation-ground.ts';
import { useLevels } from './use-levels.ts';

type Interval = NonNullable<ParametersOf<'pulse.market-candles-recent'>['interval']>;

const height = 428;
const legendHeight = 24;
const candles = 360;
const everyMs = 3_000;
const intervals: readonly (readonly [Interval, string])[] = ['1m', '5m', '15m', '1h', '4h', '1d'].map(
  (one) => [one as Interval, one] as const,
);

type Line = 'volume' | 'liquidations' | 'levels' | 'ma' | 'ema' | 'vwap' | 'rsi';

const lines: readonly (readonly [Line, string])[] = [
  ['volume', 'Volume'],
  ['liquidations', 'Liquidations'],
  ['levels', 'Levels over time'],
  ['ma', 'MA 20, 50'],
  ['ema', 'EMA 21'],
  ['vwap', 'VWAP'],
  ['rsi', 'RSI 14'],
];
const usualLines = 'volume,liquidations';

/** Candles with volume, liquidations and indicators, those that are wanted. */
export function CandlePanel({ coin }: { coin: string }) {
  const [interval, setInterval] = useAddressState('interval', '15m');
  const [shown, setShown] = useAddressState('lines', usualLines);
  const wanted = useMemo(() => new Set(shown.split(',')), [shown]);
  const place = useRef<HTMLDivElement>(null);
  const ground = useLiquidations(coin, wanted.has('liquidations'));
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
          <Chips
            label="Lines"
            options={lines}
            values={wanted}
            onChange={(chosen) => setShown(chosen.join(',') || 'none')}
          />
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
            wanted={wanted}
            ground={wanted.has('liquidations') ? ground : undefined}
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
  wanted: ReadonlySet<string>;
  ground: Liquidations | undefined;
}

function Candles({ coin, body, unit, wanted, ground }: CandlesProps) {
  const levels = useLevels(coin, timesOf(body), wanted.has('levels'));
  const largest = useMemo(() => levels && largestLevel(levels, rangeOf(body)), [levels, body]);
  const series = useMemo(() => {
    const under = [
      levels && levelsUnder(body, levels, largest ? stakeOf(largest) : 1),
      ground && eventsUnder(body, ground),
    ];
    return seriesOf(body, wanted, groundOf(under));
  }, [body, wanted, ground, levels, largest]);
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
      {levels !== undefined && <LevelLegend levels={levels} largest={largest} />}
      {ground !== undefined && <p class="dim ground-note">{words.ground}</p>}
    </>
  );
}

/** Liquidations of a week, and those that wait; the panels below ask for the same. */
function useLiquidations(coin: string, isWanted: boolean): Liquidations | undefined {
  const [range] = useAddressState('range', usualRange);
  const events = useAnswer(isWanted ? liquidationsCall(coin) : undefined, { everyMs: 10_000 }).body?.events;
  const levels = useAnswer(isWanted ? heatmapCall(coin, range) : undefined, { everyMs: 10_000 }).body
    ?.buckets;
  return useMemo(
    () => (isWanted ? { events: events ?? [], levels: levels ?? [] } : undefined),
    [events, levels, isWanted],
  );
}

const timesOf = (body: Body) => body.map(({ timeMs }) => timeMs);

/** The prices of candles, from the least to the largest. */
const rangeOf = (body: Body) => ({
  low: Math.min(...body.map(({ low }) => low)),
  high: Math.max(...body.map(({ high }) => high)),
});

const levelsUnder = (body: Body, levels: LevelHistory, most: number) =>
  levelGround(levels, timesOf(body), most);
const eventsUnder = (body: Body, liquidations: Liquidations) =>
  liquidationGround({ ...liquidations, timesMs: timesOf(body) });

/** Drawings on each other, the first at the bottom. */
function groundOf(drawings: readonly (Ground | undefined)[]): Ground | undefined {
  const drawn = drawings.filter((one) => one !== undefined);
  if (drawn.length === 0) return undefined;
  return (pen, places) => {
    for (const draw of drawn) draw(pen, places);
  };
}

function seriesOf(body: Body, wanted: ReadonlySet<string>, ground: Ground | undefined): ChartSeries[] {
  const bars = body.map(({ timeMs, open, high, low, close }) => ({ timeMs, open, high, low, close }));
  const volumes = body.map(({ timeMs, volume, open, close }) => ({
    timeMs,
    value: volume,
    colour: close >= open ? 'up-bar' : 'down-bar',
  }));
  const line = (id: string, colour: string, data: Point[]): ChartSeries => {
    return { id, kind: 'line', colour, data, format: price };
  };
  const optional: Readonly<Record<Line, () => ChartSeries[]>> = {
    volume: () => [{ id: 'volume', kind: 'histogram', scale: 'volume', data: volumes, format: short }],
    liquidations: () => [],
    levels: () => [],
    ma: () => [
      line('ma-20', 'accent', movingAverage(body, 20)),
      line('ma-50', 'warn', movingAverage(body, 50)),
    ],
    ema: () => [line('ema', 'ink', exponentialAverage(body, 21))],
    vwap: () => [{ ...line('vwap', 'warn', volumeWeighted(body)), lineStyle: 'dashed' }],
    rsi: () => [
      {
        ...line('rsi', 'accent', relativeStrength(body, 14)),
        scale: 'below',
        format: rounded,
        lines: [30, 70].map((value) => ({ value, title: '', colour: 'dim' })),
      },
    ],
  };
  return [
    { id: 'price', kind: 'candles', data: bars, format: price, ground },
    ...lines.flatMap(([id]) => (wanted.has(id) ? optional[id]() : [])),
  ];
}

const rounded = (value: number) => value.toFixed(0);

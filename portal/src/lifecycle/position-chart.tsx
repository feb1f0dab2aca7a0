import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { fillMarks } from '../chart/fill-marks.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { price } from '../format/numbers.ts';
import { Shown } from '../states/answer-panel.tsx';
import { type CandleSpan, candleSpanOf } from './candle-span.ts';

type Detail = Schemas['LifecycleDetailBody'];
type Candle = Schemas['MarketCandle'];
type Fill = Schemas['LifecycleFill'];

const hourMs = 3_600_000;
/** Fills that opened and closed it. */
function marksOf(fills: readonly Fill[], side: string, { intervalMs }: CandleSpan) {
  const marked = fills.map(({ rawTime, side: fillSide, attributedSize }) => ({
    timeMs: rawTime,
    size: attributedSize,
    isBuy: /^b/i.test(fillSide),
  }));
  return fillMarks(marked, intervalMs, (isBuy) => (isBuy === (side === 'long') ? 'accent' : 'warn'));
}

function isShown({ timeMs }: Candle, { fromMs, toMs, intervalMs }: CandleSpan): boolean {
  return timeMs >= fromMs - intervalMs && timeMs <= toMs;
}

/** The finest candles that reach back to the opening; hours if the stored minutes do not. */
function useCandles(coin: string, openedMs: number, closedMs: number | undefined, nowMs: number) {
  const spanFrom = (leastMs: number) => candleSpanOf(openedMs, closedMs, nowMs, leastMs);
  const [fine, coarse] = useMemo(() => [spanFrom(0), spanFrom(hourMs)], [openedMs, closedMs, nowMs]);
  const callFor = ({ interval, limit }: CandleSpan) =>
    callOf('pulse.market-candles-recent', { symbol: coin, interval, limit });
  const fineAnswer = useAnswer(callFor(fine));
  const { body } = fineAnswer;
  const isShort = body !== undefined && !((body?.[0]?.timeMs ?? Number.POSITIVE_INFINITY) <= openedMs);
  const coarseAnswer = useAnswer(isShort ? callFor(coarse) : undefined);
  return isShort ? ([coarse, coarseAnswer] as const) : ([fine, fineAnswer] as const);
}

interface DrawnProps {
  detail: Detail;
  candles: readonly Candle[];
  span: CandleSpan;
  extremes: { maePx: number | null; mfePx: number | null } | undefined;
}

function Drawn({ detail: { lifecycle, fills }, candles, span, extremes }: DrawnProps) {
  const series = useMemo((): ChartSeries[] => {
    const shown = candles.filter((candle) => isShown(candle, span));
    const line = (value: number | null | undefined, title: string, colour: string) =>
      value ? [{ value, title, colour }] : [];
    return [
      {
        id: 'price',
        kind: 'candles',
        format: price,
        data: shown.map(({ timeMs, open, high, low, close }) => ({ timeMs, open, high, low, close })),
        markers: marksOf(fills ?? [], lifecycle.side, span),
        lines: [
          ...line(lifecycle.entryVwap, 'entry', 'accent'),
          ...line(lifecycle.exitVwap, 'exit', 'warn'),
          ...line(extremes?.maePx, 'worst', 'down'),
          ...line(extremes?.mfePx, 'best', 'up'),
        ],
      },
    ];
  }, [candles, lifecycle, fills, span, extremes]);
  return (
    <TimeChart
      label={`Price of ${lifecycle.coin} while the position was open, with its entries and exits`}
      series={series}
      height={300}
      unit={span.interval === '1d' ? 'utc-day' : 'instant'}
    />
  );
}

/** The price while a position was open, with its entries (blue) and exits (amber), its averages, and the worst and best price. */
export function PositionChart({ detail, nowMs }: { detail: Detail; nowMs: number }) {
  const { openedAtRaw, closedAtRaw, coin, id } = detail.lifecycle;
  const [span, candles] = useCandles(coin, openedAtRaw, closedAtRaw, nowMs);
  const drawdowns = useAnswer(
    closedAtRaw === undefined
      ? undefined
      : callOf('pulse.wallet-drawdown-curve', { address: detail.address, limit: 500 }),
  );
  const extremes = useMemo(() => drawdowns.body?.find((row) => row.id === id), [drawdowns.body, id]);
  return (
    <Shown
      answer={candles}
      shape={{ height: 300 }}
      empty={(rows) =>
        rows?.some((row) => isShown(row, span)) ? undefined : 'No price history of this market for that time.'
      }
    >
      {(rows) => <Drawn detail={detail} candles={rows} span={span} extremes={extremes} />}
    </Shown>
  );
}

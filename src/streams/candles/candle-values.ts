import { intervalMs } from '../../domain/intervals.ts';
import { cutScaled, scaledText } from '../../kernel/scaled.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { candleIntervals } from '../../wire/candle.ts';

/** What prices and sizes are made of: marks have no size. */
export const candleSources = ['trade', 'mark'] as const;
export type CandleSource = (typeof candleSources)[number];

/** What happened in a span, decimals as text. */
export interface CandleValues {
  open: string;
  high: string;
  low: string;
  close: string;
  /** In coins. */
  volume: string;
  trades: number;
}

export const isCandleInterval = (text: unknown): text is string =>
  typeof text === 'string' && candleIntervals.includes(text);

/**
 * The candle of an interval that a moment is in (docs/exchange.md#candles).
 *
 * @param interval one of the exchange's fourteen
 * @param timeMs unix milliseconds
 */
export function bucketAt(interval: string, timeMs: number): HalfOpenSpan {
  if (interval === '1M') {
    const date = new Date(timeMs);
    const startOf = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
    return { fromMs: startOf(0), untilMs: startOf(1) };
  }
  const lengthMs = intervalMs[interval as keyof typeof intervalMs];
  const fromMs = Math.floor(timeMs / lengthMs) * lengthMs;
  return { fromMs, untilMs: fromMs + lengthMs };
}

/** Of both spans. @param later begins where `earlier` ends, or behind it */
export function joined(earlier: CandleValues | undefined, later: CandleValues): CandleValues {
  if (earlier === undefined) return later;
  return {
    open: earlier.open,
    ...extremes(earlier, later),
    close: later.close,
    volume: sum(earlier.volume, later.volume),
    trades: earlier.trades + later.trades,
  };
}

/** The highest and the lowest of two. */
export function extremes(a: CandleValues, b: CandleValues): Pick<CandleValues, 'high' | 'low'> {
  return {
    high: Number(a.high) >= Number(b.high) ? a.high : b.high,
    low: Number(a.low) <= Number(b.low) ? a.low : b.low,
  };
}

const decimals = 12;

/** @returns exact */
function sum(a: string, b: string): string {
  return scaledText(cutScaled(a, decimals) + cutScaled(b, decimals), decimals, decimals);
}

/** As the exchange writes one. */
export function wireCandle(
  { open, high, low, close, volume, trades }: CandleValues,
  of: { coin: string; interval: string; bucket: HalfOpenSpan; isClosed: boolean },
): string {
  const { coin, interval, bucket, isClosed } = of;
  return JSON.stringify({
    t: bucket.fromMs,
    T: bucket.untilMs - 1,
    s: coin,
    i: interval,
    o: decimal(open),
    c: decimal(close),
    h: decimal(high),
    l: decimal(low),
    v: decimal(volume),
    n: trades,
    ...(isClosed && { closed: true }),
  });
}

/** Whole numbers have a decimal, and no fraction ends with zeros. */
function decimal(text: string): string {
  return text.includes('.') ? text.replace(/(\.\d+?)0+$/, '$1') : `${text}.0`;
}

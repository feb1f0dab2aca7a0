import { intervalMs } from '../../domain/intervals.ts';
import { cutScaled, scaledText } from '../../kernel/scaled.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { candleIntervals } from '../../wire/candle.ts';

/** Source of prices and sizes; marks have no size. */
export const candleSources = ['trade', 'mark'] as const;
export type CandleSource = (typeof candleSources)[number];

/** Decimals as text. */
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
 * The bucket of an interval that contains a time (docs/exchange.md#candles).
 *
 * @param interval One of the exchange's fourteen.
 * @param timeMs Unix milliseconds.
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

/** @param later Starts at or after the end of `earlier`. */
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

export function extremes(a: CandleValues, b: CandleValues): Pick<CandleValues, 'high' | 'low'> {
  return {
    high: Number(a.high) >= Number(b.high) ? a.high : b.high,
    low: Number(a.low) <= Number(b.low) ? a.low : b.low,
  };
}

const decimals = 12;

function sum(a: string, b: string): string {
  return scaledText(cutScaled(a, decimals) + cutScaled(b, decimals), decimals, decimals);
}

/** Candle in the exchange's JSON format. */
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

/** Formats as the exchange does: whole numbers as `1.0`, fractions without trailing zeros. */
function decimal(text: string): string {
  return text.includes('.') ? text.replace(/(\.\d+?)0+$/, '$1') : `${text}.0`;
}

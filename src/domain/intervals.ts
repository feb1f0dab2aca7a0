import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';

export const periodMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
export type Period = keyof typeof periodMs;

/** How long each interval is; the exchange begins them at multiples of their length since 1970. */
export const intervalMs = {
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '2h': 2 * hourMs,
  '4h': 4 * hourMs,
  '8h': 8 * hourMs,
  '12h': 12 * hourMs,
  '1d': dayMs,
  '3d': 3 * dayMs,
  '1w': 7 * dayMs,
} as const;

export type CandleInterval = keyof typeof intervalMs;

/** Candle intervals, shortest first, as the exchange names them. */
export const candleIntervals = Object.keys(intervalMs) as CandleInterval[];

import { dayMs } from '../../kernel/clock.ts';
import type { Param } from './param.ts';
import { enumeration } from './scalars.ts';

/** Length of each rolling period. */
export const periodMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
export type Period = keyof typeof periodMs;

/** A rolling window that ends now. */
export function period(byDefault: Period): Param<Period> {
  const description = 'The last 24 hours, 7 days or 30 days.';
  return enumeration(Object.keys(periodMs) as Period[], { default: byDefault, description });
}

/** Candle intervals, shortest first, as the exchange names them. */
export const candleIntervals = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
] as const;
export type CandleInterval = (typeof candleIntervals)[number];

/** Length of a candle. */
export function candleInterval(byDefault: CandleInterval): Param<CandleInterval> {
  return enumeration(candleIntervals, { default: byDefault, description: 'Length of a candle.' });
}

import { type CandleInterval, candleIntervals, type Period, periodMs } from '../../domain/intervals.ts';
import type { Param } from './param.ts';
import { enumeration } from './scalars.ts';

/** A rolling window that ends now. */
export function period(byDefault: Period): Param<Period> {
  const description = 'The last 24 hours, 7 days or 30 days.';
  return enumeration(Object.keys(periodMs) as Period[], { default: byDefault, description });
}

/** Length of a candle. */
export function candleInterval(byDefault: CandleInterval): Param<CandleInterval> {
  return enumeration(candleIntervals, { default: byDefault, description: 'Length of a candle.' });
}

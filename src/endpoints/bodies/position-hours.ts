import type { Static } from 'typebox';
import { biasOf, ratioOf } from '../../domain/exposure.ts';
import type { PositionHour } from '../../positions/position-hours.ts';
import { bodySchema, optional } from '../schema.ts';
import { coinName, double, int64, list, timeMs, untyped } from './fields.ts';

/** A value at a time; the list gives its meaning. */
export const timestampValue = bodySchema('TimestampValue', {
  timestamp: timeMs('Time of the value'),
  value: double('The value.'),
});

/** A minute in which the mark price deviated from the oracle price. */
export const markDislocation = bodySchema('MarkDislocation', {
  timestamp: timeMs('Start of the minute'),
  markPx: double('Mark price, USD.'),
  oraclePx: double('Oracle price, USD.'),
  basisPct: double('(mark − oracle) / oracle × 100: positive if the mark is above.'),
});

export const openInterestPoint = bodySchema('OISnapshot', {
  timestamp: untyped('Start of the hour, unix milliseconds.', 'unix-ms'),
  coin: coinName(),
  openInterest: double('One side, USD at mark.'),
  markPx: optional(untyped('Mark price, USD; absent if unknown, and for all coins together.', 'number')),
});

export const openInterestBody = bodySchema('OIHistoryBody', {
  history: list(openInterestPoint),
  latest: optional(openInterestPoint),
});

export const longShortHour = bodySchema('LongShortHistoryEntry', {
  timestamp: timeMs('Start of the hour'),
  coin: coinName(),
  longAccounts: int64('Longs, one a wallet and coin.'),
  shortAccounts: int64('Shorts, one a wallet and coin.'),
  longVolume: double('Notional of longs at mark, USD.'),
  shortVolume: double('Notional of shorts at mark, USD.'),
  accountRatio: double('Longs / shorts by count; 0 without shorts.'),
  volumeRatio: double('Notional of longs / notional of shorts; 0 without shorts.'),
  avgLongLeverage: double('Weighted by notional, over longs whose leverage is known; 0 if none is.'),
  avgShortLeverage: double('Weighted by notional, over shorts whose leverage is known; 0 if none is.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
});

export function longShortEntry(hour: PositionHour): Static<typeof longShortHour> {
  const { coin, timestamp, longs, shorts, longNotional, shortNotional } = hour;
  return {
    timestamp,
    coin,
    longAccounts: longs,
    shortAccounts: shorts,
    longVolume: longNotional,
    shortVolume: shortNotional,
    accountRatio: ratioOf(longs, shorts),
    volumeRatio: ratioOf(longNotional, shortNotional),
    avgLongLeverage: hour.longLeverage,
    avgShortLeverage: hour.shortLeverage,
    netBias: biasOf(longNotional, shortNotional),
    totalUnrealizedPnl: hour.unrealizedPnl,
  };
}

/** An hour for the history of derived open interest: the longs. */
export function derivedPoint({
  coin,
  timestamp,
  longNotional,
  markPx,
}: Pick<PositionHour, 'coin' | 'timestamp' | 'longNotional' | 'markPx'>): Static<typeof openInterestPoint> {
  return { timestamp, coin, openInterest: longNotional, ...(markPx !== undefined && { markPx }) };
}

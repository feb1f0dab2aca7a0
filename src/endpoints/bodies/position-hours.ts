import type { Static } from 'typebox';
import { biasOf, ratioOf } from '../../domain/exposure.ts';
import type { PositionHour } from '../../positions/position-hours.ts';
import { bodySchema } from '../schema.ts';
import { coinName, double, int64, timeMs } from './fields.ts';
import type { openInterestPoint } from './time-series.ts';

export const longShortHour = bodySchema('LongShortHistoryEntry', {
  timestamp: timeMs('Start of the hour'),
  coin: coinName(),
  longAccounts: int64('Longs, one a wallet and coin.'),
  shortAccounts: int64('Shorts, one a wallet and coin.'),
  longVolume: double('Notional of longs at mark, USD.'),
  shortVolume: double('Notional of shorts at mark, USD.'),
  accountRatio: double('Longs / shorts by count; 0 without shorts.'),
  volumeRatio: double('Notional of longs / notional of shorts; 0 without shorts.'),
  avgLongLeverage: double('Weighted by notional, over longs whose leverage is known; 0 where none is.'),
  avgShortLeverage: double('Weighted by notional, over shorts whose leverage is known; 0 where none is.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
});

/** As the history of longs and shorts shows it. */
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

/** As the history of derived open interest shows it: the longs. */
export function derivedPoint({
  coin,
  timestamp,
  longNotional,
  markPx,
}: PositionHour): Static<typeof openInterestPoint> {
  return { timestamp, coin, openInterest: longNotional, ...(markPx !== undefined && { markPx }) };
}

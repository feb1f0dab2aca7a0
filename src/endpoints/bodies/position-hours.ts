import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { biasOf, ratioOf } from '../../domain/exposure.ts';
import { bodySchema } from '../schema.ts';
import type { Window } from '../window.ts';
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

const hoursLimit = 366 * 24;

const positionHours = query({
  name: 'position_hours_of_coin',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    at: Type.Integer(),
    longs: Type.Integer(),
    shorts: Type.Integer(),
    amounts: Type.Array(Type.Number()),
  }),
  sql: `
    SELECT toUnixTimestamp(hour) AS at, argMax(longs, made) AS longs, argMax(shorts, made) AS shorts,
      argMax([long_notional, short_notional, long_pnl, short_pnl, long_leverage, short_leverage, mark_px], made) AS amounts
    FROM long_short_hours
    WHERE coin = {coin:String} AND hour >= {from:TimeMs} AND hour <= {to:TimeMs}
    GROUP BY hour
    ORDER BY hour
    LIMIT ${hoursLimit}`,
  limits: { maxRows: hoursLimit },
});

/** The positions of a coin, or of all, at the start of an hour, in sums; USD at mark. */
export interface PositionHour {
  coin: string;
  timestamp: number;
  longs: number;
  shorts: number;
  longNotional: number;
  shortNotional: number;
  unrealizedPnl: number;
  /** 0 where none is known. */
  longLeverage: number;
  shortLeverage: number;
  /** Undefined where it was not known, and of all coins together. */
  markPx: number | undefined;
}

/**
 * What was kept on the hour, oldest first.
 *
 * @param coin in the exchange's own spelling, or what stands for all
 * @throws AnalyticsError
 */
export async function readPositionHours(
  store: Pick<AnalyticsStore, 'rows'>,
  coin: string,
  { fromMs, toMs }: Window,
  signal: AbortSignal,
): Promise<PositionHour[]> {
  const rows = await store.rows(positionHours, { coin, from: fromMs, to: toMs }, { signal });
  return rows.map(({ at, longs, shorts, amounts }) => ({
    coin,
    timestamp: at * 1_000,
    longs,
    shorts,
    longNotional: amounts[0]!,
    shortNotional: amounts[1]!,
    unrealizedPnl: amounts[2]! + amounts[3]!,
    longLeverage: amounts[4]!,
    shortLeverage: amounts[5]!,
    markPx: amounts[6]! > 0 ? amounts[6]! : undefined,
  }));
}

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

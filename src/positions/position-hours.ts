import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Window } from '../domain/window.ts';

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

/** Position totals of a coin, or of all coins, at the start of an hour; USD at mark. */
export interface PositionHour {
  coin: string;
  timestamp: number;
  longs: number;
  shorts: number;
  longNotional: number;
  shortNotional: number;
  unrealizedPnl: number;
  /** 0 if unknown. */
  longLeverage: number;
  shortLeverage: number;
  /** Undefined if unknown, and for all coins together. */
  markPx: number | undefined;
}

/**
 * @param coin in the exchange's own spelling, or `_GLOBAL` for all coins
 * @returns oldest first
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

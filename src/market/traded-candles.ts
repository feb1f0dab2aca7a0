import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { isTrade } from '../analytics/trade-sql.ts';
import { hourMs } from '../kernel/clock.ts';

/** A candle as queries give it: numbers that are exact in texts. */
export const candleRow = Type.Object({
  at: Type.String(),
  prices: Type.Array(Type.Number()),
  volume_text: Type.String(),
  count: Type.String(),
});

const shown = (candles: string) => `
  SELECT toString(start) AS at, [toFloat64(first.3), toFloat64(most), toFloat64(least), toFloat64(last.3)] AS prices,
    toString(volume) AS volume_text, toString(trades) AS count
  FROM (${candles})
  ORDER BY start DESC
  LIMIT {limit:UInt64}`;
const bucketOf = (time: string) => `intDiv(toUnixTimestamp64Milli(${time}), {length:Int64}) * {length:Int64}`;

/** Of hours, which count each match once; hours without a trade are none. */
const candlesOfHours = query({
  name: 'traded_candles_of_hours',
  params: { coin: 'String', length: 'Int64', limit: 'UInt64' },
  row: candleRow,
  sql: shown(`
    SELECT ${bucketOf('toDateTime64(hour, 3)')} AS start, min(opened) AS first, min(least_px) AS least, max(most_px) AS most,
      max(closed) AS last, sum(size) AS volume, sum(matches) AS trades
    FROM (
      SELECT hour, min(first_trade) AS opened, min(low) AS least_px, max(high) AS most_px, max(last_trade) AS closed,
        greatest(sum(taker_size), sum(maker_size)) AS size, greatest(sum(taker_fills), sum(maker_fills)) AS matches
      FROM coin_hour
      WHERE coin = {coin:String}
      GROUP BY hour
      HAVING matches > 0)
    GROUP BY start`),
});

/** Of fills, each match once: its sides have one time and one tid. */
const candlesOfFills = query({
  name: 'traded_candles_of_fills',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs', length: 'Int64', limit: 'UInt64' },
  row: candleRow,
  sql: shown(`
    SELECT ${bucketOf('time')} AS start, min(trade) AS first, min(trade.3) AS least, max(trade.3) AS most, max(trade) AS last,
      sum(size) AS volume, count() AS trades
    FROM (
      SELECT time, tid, min((time, seq, px)) AS trade, max(sz) AS size
      FROM fills_by_time
      WHERE time >= {from:TimeMs} AND time <= {to:TimeMs} AND coin = {coin:String} AND ${isTrade}
      GROUP BY time, tid)
    GROUP BY start`),
});

/**
 * Candles of stored fills, the newest first, up to the newest trade of the coin. Those shorter than an hour reach back as far as `limit` of them
 * would without holes.
 *
 * @param coin in the exchange's own spelling
 * @param toMs of its newest trade, unix milliseconds
 * @throws AnalyticsError
 */
export async function tradedCandles(
  analytics: Pick<AnalyticsStore, 'rows'>,
  asked: { coin: string; lengthMs: number; limit: number; toMs: number },
  signal: AbortSignal,
) {
  const { coin, lengthMs: length, limit, toMs } = asked;
  if (length >= hourMs) return analytics.rows(candlesOfHours, { coin, length, limit }, { signal });
  const from = Math.max(0, Math.floor(toMs / length) * length - (limit - 1) * length);
  return analytics.rows(candlesOfFills, { coin, from, to: toMs, length, limit }, { signal });
}

import { Type } from 'typebox';
import { type ParamsOf, query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { isTrade } from '../analytics/trade-sql.ts';
import { type CandleInterval, intervalMs } from '../domain/intervals.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import type { Market } from './market.ts';

/** A candle as queries give it: numbers that are exact in texts. */
const candleRow = Type.Object({
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
async function tradedCandles(
  analytics: Pick<AnalyticsStore, 'rows'>,
  asked: { coin: string; lengthMs: number; limit: number; toMs: number },
  signal: AbortSignal,
) {
  const { coin, lengthMs: length, limit, toMs } = asked;
  if (length >= hourMs) return analytics.rows(candlesOfHours, { coin, length, limit }, { signal });
  const from = Math.max(0, Math.floor(toMs / length) * length - (limit - 1) * length);
  return analytics.rows(candlesOfFills, { coin, from, to: toMs, length, limit }, { signal });
}

/** Intervals that are stored: others are made of the longest of these that fits into them. */
const storedIntervals = { '1m': minuteMs, '1h': hourMs, '1d': dayMs } as const;
type StoredInterval = keyof typeof storedIntervals;

const values = 'open, high, low, close, volume, trades';

/** The newest row of each candle of an interval: the one with the most trades. */
function stored(interval: StoredInterval, where: string, limit = ''): string {
  return `
    SELECT open_time, ${values} FROM candles
    WHERE coin = {coin:String} AND interval = '${interval}' AND ${where}
    ORDER BY open_time DESC, trades DESC LIMIT 1 BY open_time ${limit}`;
}

/** Longer candles of shorter ones. @param length of the longer ones, an SQL expression of milliseconds */
function folded(source: string, length: string): string {
  return `
    SELECT
      fromUnixTimestamp64Milli(intDiv(toUnixTimestamp64Milli(open_time), ${length}) * ${length}, 'UTC') AS start,
      argMin(open, open_time) AS first, max(high) AS most, min(low) AS least, argMax(close, open_time) AS last,
      sum(volume) AS traded, sum(trades) AS counted
    FROM (${source}) GROUP BY start`;
}

/** Candles of a stored interval as they are: to fold each by itself takes the engine long to plan. */
function asStored(source: string): string {
  return `
    SELECT open_time AS start, open AS first, high AS most, low AS least, close AS last, volume AS traded, trades AS counted
    FROM (${source})`;
}

/** Of each candle the one with more trades: those of an hour or a day come by REST, hours apart, and minutes all the time. */
function completed(source: string, finer: string, length: number): string {
  return `
    SELECT start AS open_time, argMax(first, counted) AS open, argMax(most, counted) AS high,
      argMax(least, counted) AS low, argMax(last, counted) AS close, argMax(traded, counted) AS volume,
      max(counted) AS trades
    FROM (
      ${asStored(source)}
      UNION ALL ${folded(finer, `toInt64(${length})`)})
    GROUP BY start`;
}

/** Stored minutes and the one that is open now, which is not stored yet. */
const minutes = (where: string, limit = '') => `
  SELECT open_time, ${values} FROM (
    SELECT * FROM (${stored('1m', where, limit)})
    UNION ALL
    SELECT {minute:TimeMs}, toDecimal128({open:String}, 12), toDecimal128({high:String}, 12), toDecimal128({low:String}, 12),
      toDecimal128({close:String}, 12), toDecimal128({volume:String}, 12), {trades:UInt64}
    WHERE {trades:UInt64} > 0)
  ORDER BY open_time DESC, trades DESC LIMIT 1 BY open_time`;

const newestRows = 'LIMIT {rows:UInt64}';
const lateMinutes = minutes('open_time >= {minutesFrom:TimeMs}');
const sources: Readonly<Record<StoredInterval, string>> = {
  '1m': minutes('1', newestRows),
  '1h': completed(stored('1h', '1', newestRows), lateMinutes, hourMs),
  '1d': completed(
    stored('1d', '1', newestRows),
    completed(stored('1h', 'open_time >= {hoursFrom:TimeMs}'), lateMinutes, hourMs),
    dayMs,
  ),
};

const candleQuery = (interval: StoredInterval, candles: string) =>
  query({
    name: `newest_candles_${interval}`,
    params: {
      ...{ coin: 'String', length: 'Int64', rows: 'UInt64', limit: 'UInt64' },
      ...{ minutesFrom: 'TimeMs', hoursFrom: 'TimeMs' },
      ...{ minute: 'TimeMs', open: 'String', high: 'String', low: 'String', close: 'String' },
      ...{ volume: 'String', trades: 'UInt64' },
    },
    row: candleRow,
    sql: `
      SELECT toString(toUnixTimestamp64Milli(start)) AS at,
        [toFloat64(first), toFloat64(most), toFloat64(least), toFloat64(last)] AS prices, toString(traded) AS volume_text,
        toString(counted) AS count
      FROM (${candles})
      ORDER BY start DESC
      LIMIT {limit:UInt64}`,
  });
/** Of a stored interval, and of longer ones that are made of it. */
const queriesOf = (interval: StoredInterval) => ({
  same: candleQuery(interval, asStored(sources[interval])),
  longer: candleQuery(interval, folded(sources[interval], '{length:Int64}')),
});
const queries = { '1m': queriesOf('1m'), '1h': queriesOf('1h'), '1d': queriesOf('1d') };

/** What minutes complete of hours, and hours of days: longer than the exchange is not asked for them. */
const lateMs = { minutes: 2 * dayMs, hours: 4 * dayMs };

/**
 * The newest candles of a market, oldest first, the open one included; those without a trade may be missing. Where the exchange
 * has none, as in an archive, they are made of stored fills.
 *
 * @param coin in the exchange's own spelling
 * @throws AnalyticsError
 */
export async function newestCandles(
  { analytics, market }: { analytics: AnalyticsStore; market: Market },
  asked: { coin: string; interval: CandleInterval; limit: number; nowMs: number },
  signal: AbortSignal,
) {
  const { coin, interval, limit, nowMs } = asked;
  const length = intervalMs[interval];
  const base = length < hourMs ? '1m' : length < dayMs ? '1h' : '1d';
  const open = market.candle(coin, '1m');
  const wholeDays = (ms: number) => Math.floor((nowMs - ms) / dayMs) * dayMs;
  const params: ParamsOf<(typeof queries)[typeof base]['same']> = {
    ...{ coin, length, limit, rows: (limit * length) / storedIntervals[base] },
    ...{ minutesFrom: wholeDays(lateMs.minutes), hoursFrom: wholeDays(lateMs.hours) },
    ...{ minute: open?.openMs ?? 0, open: open?.open ?? '0', high: open?.high ?? '0', low: open?.low ?? '0' },
    ...{ close: open?.close ?? '0', volume: open?.volume ?? '0', trades: open?.trades ?? 0 },
  };
  const kind = length === storedIntervals[base] ? 'same' : 'longer';
  let rows = await analytics.rows(queries[base][kind], params, { signal });
  if (rows.length === 0 && open === undefined) {
    const newest = market.mark(coin);
    if (newest?.basis === 'trade') {
      const of = { coin, lengthMs: length, limit, toMs: newest.observedAtMs };
      rows = await tradedCandles(analytics, of, signal);
    }
  }
  return rows.reverse().map(({ at, prices, volume_text, count }) => ({
    coin,
    interval,
    timeMs: Number(at),
    open: prices[0]!,
    high: prices[1]!,
    low: prices[2]!,
    close: prices[3]!,
    volume: Number(volume_text),
    tradeCount: Number(count),
  }));
}

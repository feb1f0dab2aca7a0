import { type ParamsOf, query } from '../analytics/query.ts';
import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import { type CandleInterval, intervalMs } from '../domain/intervals.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import type { Market } from './market.ts';
import { type CandleRow, candleRow, tradedCandles } from './traded-candles.ts';

/** Stored intervals; others are folded from the longest stored interval that fits. */
const storedIntervals = { '1m': minuteMs, '1h': hourMs, '1d': dayMs } as const;
type StoredInterval = keyof typeof storedIntervals;

const values = 'open, high, low, close, volume, trades';

/** The row of each candle of an interval with the most trades, which is the newest. */
function stored(interval: StoredInterval, where: string, limit = ''): string {
  return `
    SELECT open_time, ${values} FROM candles
    WHERE coin = {coin:String} AND interval = '${interval}' AND ${where}
    ORDER BY open_time DESC, trades DESC LIMIT 1 BY open_time ${limit}`;
}

/** @param length of the longer candles, an SQL expression of milliseconds */
function folded(source: string, length: string): string {
  return `
    SELECT
      fromUnixTimestamp64Milli(intDiv(toUnixTimestamp64Milli(open_time), ${length}) * ${length}, 'UTC') AS start,
      argMin(open, open_time) AS first, max(high) AS most, min(low) AS least, argMax(close, open_time) AS last,
      sum(volume) AS traded, sum(trades) AS counted
    FROM (${source}) GROUP BY start`;
}

/** Candles of a stored interval unchanged: folding each by itself makes the engine's planning slow. */
function asStored(source: string): string {
  return `
    SELECT open_time AS start, open AS first, high AS most, low AS least, close AS last, volume AS traded, trades AS counted
    FROM (${source})`;
}

/** Picks the version of each candle with more trades: hours and days come by REST, hours apart, minutes continuously. */
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

/** Stored minutes, and the open minute, which is not stored yet. */
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
      coin: 'String',
      length: 'Int64',
      rows: 'UInt64',
      limit: 'UInt64',
      minutesFrom: 'TimeMs',
      hoursFrom: 'TimeMs',
      minute: 'TimeMs',
      open: 'String',
      high: 'String',
      low: 'String',
      close: 'String',
      volume: 'String',
      trades: 'UInt64',
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
const queriesOf = (interval: StoredInterval) => ({
  same: candleQuery(interval, asStored(sources[interval])),
  longer: candleQuery(interval, folded(sources[interval], '{length:Int64}')),
});
const queries = { '1m': queriesOf('1m'), '1h': queriesOf('1h'), '1d': queriesOf('1d') };

/** How far back minutes complete hours, and hours complete days: longer than the time between REST reads. */
const lateMs = { minutes: 2 * dayMs, hours: 4 * dayMs };

/** One candle; sizes in units of the coin, prices in the collateral. */
export interface Candle {
  coin: string;
  interval: CandleInterval;
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  tradeCount: number;
}

export interface NewestCandles {
  /** Oldest first. */
  candles: Candle[];
  /** Start times of candles made of fills, where the exchange's own are missing or have fewer trades; newest first. */
  ofFills: number[];
}

/**
 * The newest candles of a market, including the open one; candles without a trade may be missing. Each candle is the exchange's or, if
 * stored fills cover all wallets, made of fills: the version with more trades wins, the exchange's on a tie.
 *
 * @param coin in the exchange's own spelling
 * @throws AnalyticsError
 */
export async function newestCandles(
  sources: { analytics: AnalyticsStore; market: Market },
  params: { coin: string; interval: CandleInterval; limit: number; nowMs: number },
  signal: AbortSignal,
): Promise<NewestCandles> {
  const { coin, interval, limit } = params;
  const [own, traded] = await Promise.all([
    exchangeCandles(sources, params, signal),
    ofStoredFills(sources, params, signal),
  ]);
  const best = new Map(own.map((row) => [row.at, { row, isOfFills: false }]));
  for (const row of traded) {
    const known = best.get(row.at);
    if (known === undefined || Number(known.row.count) < Number(row.count))
      best.set(row.at, { row, isOfFills: true });
  }
  const newest = [...best.values()].sort((a, b) => Number(b.row.at) - Number(a.row.at)).slice(0, limit);
  const ofFills = newest.filter(({ isOfFills }) => isOfFills).map(({ row }) => Number(row.at));
  return { candles: newest.reverse().map(({ row }) => candleOf(row, { coin, interval })), ofFills };
}

function candleOf(
  { at, prices, volume_text, count }: CandleRow,
  of: { coin: string; interval: CandleInterval },
): Candle {
  const [open, high, low, close] = prices as [number, number, number, number];
  const [timeMs, volume, tradeCount] = [Number(at), Number(volume_text), Number(count)];
  return { ...of, timeMs, open, high, low, close, volume, tradeCount };
}

/** The exchange's own candles, newest first. */
async function exchangeCandles(
  { analytics, market }: { analytics: AnalyticsStore; market: Market },
  { coin, interval, limit, nowMs }: { coin: string; interval: CandleInterval; limit: number; nowMs: number },
  signal: AbortSignal,
): Promise<CandleRow[]> {
  const length = intervalMs[interval];
  const base = length < hourMs ? '1m' : length < dayMs ? '1h' : '1d';
  const open = market.candle(coin, '1m');
  const wholeDays = (ms: number) => Math.floor((nowMs - ms) / dayMs) * dayMs;
  const params: ParamsOf<(typeof queries)[typeof base]['same']> = {
    coin,
    length,
    limit,
    rows: (limit * length) / storedIntervals[base],
    minutesFrom: wholeDays(lateMs.minutes),
    hoursFrom: wholeDays(lateMs.hours),
    minute: open?.openMs ?? 0,
    open: open?.open ?? '0',
    high: open?.high ?? '0',
    low: open?.low ?? '0',
    close: open?.close ?? '0',
    volume: open?.volume ?? '0',
    trades: open?.trades ?? 0,
  };
  const kind = length === storedIntervals[base] ? 'same' : 'longer';
  return analytics.rows(queries[base][kind], params, { signal });
}

/** Candles made of fills, newest first; empty while their tables are being filled in a process that reads an exchange. */
async function ofStoredFills(
  { analytics, market }: { analytics: AnalyticsStore; market: Market },
  { coin, interval, limit, nowMs }: { coin: string; interval: CandleInterval; limit: number; nowMs: number },
  signal: AbortSignal,
): Promise<CandleRow[]> {
  const newest = market.mark(coin);
  const toMs = newest?.basis === 'trade' ? Math.min(nowMs, newest.observedAtMs) : nowMs;
  const of = { coin, lengthMs: intervalMs[interval], limit, toMs, isArchive: !market.hasSource };
  try {
    return await tradedCandles(analytics, of, signal);
  } catch (error) {
    if (market.hasSource && error instanceof AnalyticsError && error.failure === 'unready') return [];
    throw error;
  }
}

import { Type } from 'typebox';
import { type ParamsOf, query } from '../analytics/query.ts';
import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import { isOutcome } from '../domain/coin-name.ts';
import { type CandleInterval, intervalMs } from '../domain/intervals.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { type CandleReads, type CandleUnit, candleUnits, foldedCandles, unitMs } from './candle-sql.ts';
import type { Market } from './market.ts';

const reads: CandleReads = {
  coins: (table) => `${table}.coin = {coin:String}`,
  exchange: {
    '1m': 'open_time >= {minutesFrom:TimeMs}',
    '1h': 'open_time >= {hoursFrom:TimeMs}',
    '1d': '1',
  },
  fills: {
    minutes: `day >= toDate({fillMinutesFrom:TimeMs}) AND minute >= toStartOfMinute({fillMinutesFrom:TimeMs})
      AND minute <= {to:TimeMs}`,
    hours: 'hour <= {fillHoursTo:TimeMs}',
  },
  openMinute: `
    SELECT {coin:String}, toUnixTimestamp64Milli({minute:TimeMs}), toDecimal128({open:String}, 12), toDecimal128({high:String}, 12),
      toDecimal128({low:String}, 12), toDecimal128({close:String}, 12), toDecimal128({volume:String}, 12), {trades:UInt64}, 0
    WHERE {trades:UInt64} > 0`,
};

/** Of the unit itself the newest candles, as many as can be needed; a market without trades for long has none in between. */
const newest = 'TRUE ORDER BY open_time DESC, trades DESC LIMIT 1 BY open_time LIMIT {rows:UInt64}';

const candleQuery = (unit: CandleUnit, withFills: boolean) =>
  query({
    name: `newest_candles_${unit}${withFills ? '' : '_of_exchange'}`,
    params: {
      coin: 'String',
      length: 'Int64',
      rows: 'UInt64',
      limit: 'UInt64',
      minutesFrom: 'TimeMs',
      hoursFrom: 'TimeMs',
      fillMinutesFrom: 'TimeMs',
      fillHoursTo: 'TimeMs',
      to: 'TimeMs',
      archive: 'UInt64',
      minute: 'TimeMs',
      open: 'String',
      high: 'String',
      low: 'String',
      close: 'String',
      volume: 'String',
      trades: 'UInt64',
    },
    row: Type.Object({
      at: Type.String(),
      prices: Type.Array(Type.Number()),
      volume_text: Type.String(),
      count: Type.String(),
      is_of_fills: Type.Boolean(),
    }),
    sql: `
      SELECT toString(start) AS at, [toFloat64(open), toFloat64(high), toFloat64(low), toFloat64(close)] AS prices,
        toString(volume) AS volume_text, toString(trades) AS count, toBool(of_fills) AS is_of_fills
      FROM (${foldedCandles(
        candleUnits(unit, { ...reads, exchange: { ...reads.exchange, [unit]: newest } }, { withFills }),
        'intDiv(at, {length:Int64}) * {length:Int64}',
      )})
      ORDER BY start DESC
      LIMIT {limit:UInt64}`,
  });
const queriesOf = (unit: CandleUnit) => ({
  all: candleQuery(unit, true),
  ofExchange: candleQuery(unit, false),
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
  /** Start times of candles with a part made of fills, which the exchange has not sent or knows fewer trades of; newest first. */
  ofFills: number[];
}

type CandleMarket = Pick<Market, 'candle' | 'mark' | 'hasSource'>;

/**
 * The newest candles of a market, including the open one; candles without a trade may be missing. While the tables of fills are being
 * filled in a process that reads an exchange, these are the exchange's alone.
 *
 * @param coin in the exchange's own spelling
 * @throws AnalyticsError
 */
export async function newestCandles(
  { analytics, market }: { analytics: Pick<AnalyticsStore, 'rows'>; market: CandleMarket },
  of: { coin: string; interval: CandleInterval; limit: number; nowMs: number },
  signal: AbortSignal,
): Promise<NewestCandles> {
  const { coin, interval } = of;
  const length = intervalMs[interval];
  const unit = length < hourMs ? '1m' : length < dayMs ? '1h' : '1d';
  const params = { ...readsOf(market, { ...of, length }), rows: (of.limit * length) / unitMs[unit] };
  const { all, ofExchange } = queries[unit];
  const rows = await analytics.rows(all, params, { signal }).catch((error: unknown) => {
    if (!market.hasSource || !(error instanceof AnalyticsError) || error.failure !== 'unready') throw error;
    return analytics.rows(ofExchange, params, { signal });
  });
  const candles = rows.map(({ at, prices, volume_text, count }) => {
    const [open, high, low, close] = prices as [number, number, number, number];
    const [timeMs, volume, tradeCount] = [Number(at), Number(volume_text), Number(count)];
    return { coin, interval, timeMs, open, high, low, close, volume, tradeCount };
  });
  const ofFills = rows.filter((row) => row.is_of_fills).map(({ at }) => Number(at));
  return { candles: candles.reverse(), ofFills };
}

function readsOf(
  market: CandleMarket,
  { coin, length, limit, nowMs }: { coin: string; length: number; limit: number; nowMs: number },
): Omit<ParamsOf<(typeof queries)['1m']['all']>, 'rows'> {
  const open = market.candle(coin, '1m');
  const mark = market.mark(coin);
  const to = mark?.basis === 'trade' ? Math.min(nowMs, mark.observedAtMs) : nowMs;
  // Hourly rows of an outcome include makers that name the other side. Minutes of fills reach back as far as `limit` candles without holes.
  const isOfMinutes = length < hourMs || isOutcome(coin);
  const wholeDays = (ms: number) => Math.floor((nowMs - ms) / dayMs) * dayMs;
  return {
    coin,
    length,
    limit,
    minutesFrom: wholeDays(lateMs.minutes),
    hoursFrom: wholeDays(lateMs.hours),
    fillMinutesFrom: isOfMinutes
      ? Math.max(0, Math.floor(to / length) * length - (limit - 1) * length)
      : nowMs + dayMs,
    fillHoursTo: isOfMinutes ? 0 : to,
    to,
    archive: market.hasSource ? 0 : 1,
    minute: open?.openMs ?? 0,
    open: open?.open ?? '0',
    high: open?.high ?? '0',
    low: open?.low ?? '0',
    close: open?.close ?? '0',
    volume: open?.volume ?? '0',
    trades: open?.trades ?? 0,
  };
}

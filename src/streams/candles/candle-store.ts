import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import { tradedParts } from '../../market/traded-candles.ts';
import type { CandleSource, CandleValues } from './candle-values.ts';

export interface StoredSpan {
  source: CandleSource;
  /** In the exchange's own spelling; undefined for all. */
  coins: readonly string[] | undefined;
  /** Bounds of the two spans, unix milliseconds; each end is exclusive. */
  fromMs: number;
  splitMs: number;
  toMs: number;
  /** Length of the candles; those shorter than an hour are built from minutes only. */
  lengthMs: number;
  /** True without an exchange source; fills without blocks then count as well. */
  isArchive: boolean;
}

export interface StoredCandle {
  coin: string;
  /** In the span before the split. */
  isBefore: boolean;
  values: CandleValues;
}

const params = {
  ...({ coins: 'Array(String)', all: 'UInt64', from: 'TimeMs', split: 'TimeMs', to: 'TimeMs' } as const),
  ...({ hour: 'TimeMs', unit: 'Int64', hours: 'UInt64', archive: 'UInt64', minutes: 'TimeMs' } as const),
};
const row = Type.Object({
  coin: Type.String(),
  before: Type.Boolean(),
  opened: Type.String(),
  most: Type.String(),
  least: Type.String(),
  closed: Type.String(),
  size: Type.String(),
  counted: Type.String(),
});
/** Minutes of this span complete the hours, which are fetched by REST, hours apart. */
const lateMs = 2 * dayMs;
/** At most two rows per coin. */
const limits = { deadlineMs: 30_000, maxRows: 20_000 };

const ofCoins = (table: string) =>
  `({all:UInt64} = 1 OR ${table}.coin IN (SELECT arrayJoin({coins:Array(String)})))`;
const unitOf = (ms: string) => `fromUnixTimestamp64Milli(intDiv(${ms}, {unit:Int64}) * {unit:Int64}, 'UTC')`;
const exact = (value: string) => `toDecimal128(${value}, 12)`;

/** Hours from the exchange and hours summed from minutes; of an hour in both, the one with more trades wins. */
const exchangeUnits = `
  SELECT toString(coin) AS name, open_time AS at, open AS o, high AS h, low AS l, close AS c, volume AS v, trades AS n
  FROM candles
  WHERE interval = '1h' AND {hours:UInt64} = 1 AND open_time >= {from:TimeMs} AND open_time < {hour:TimeMs} AND ${ofCoins('candles')}
  UNION ALL
  SELECT name, ${unitOf('toUnixTimestamp64Milli(minute)')} AS at, argMin(o1, minute), max(h1), min(l1), argMax(c1, minute), sum(v1), sum(n1)
  FROM (
    SELECT toString(coin) AS name, open_time AS minute, argMax(open, trades) AS o1, argMax(high, trades) AS h1,
      argMax(low, trades) AS l1, argMax(close, trades) AS c1, argMax(volume, trades) AS v1, max(trades) AS n1
    FROM candles
    WHERE interval = '1m' AND open_time >= {minutes:TimeMs} AND open_time < {to:TimeMs} AND ${ofCoins('candles')}
    GROUP BY name, minute)
  GROUP BY name, at`;

function fillUnits(table: string, part: 'minute' | 'hour', where: string): string {
  return `
    SELECT toString(coin) AS name, ${unitOf('toInt64(toUnixTimestamp(part)) * 1000')} AS at, ${exact('min(opened).3')},
      ${exact('max(most_px)')}, ${exact('min(least_px)')}, ${exact('max(closed).3')}, ${exact('sum(size)')}, sum(matches)
    FROM (${tradedParts(table, part, `${where} AND ${ofCoins(table)}`)})
    GROUP BY name, at`;
}

// Hour rows of outcomes include makers that name the other side, so outcomes are read from minutes.
const tradedUnits = `
  ${exchangeUnits}
  UNION ALL ${fillUnits(
    'coin_hour',
    'hour',
    `{hours:UInt64} = 1 AND hour >= toStartOfHour({from:TimeMs}) AND hour < {hour:TimeMs} AND NOT startsWith(coin, '#')`,
  )}
  UNION ALL ${fillUnits(
    'coin_minutes',
    'minute',
    `day >= toDate({from:TimeMs}) AND minute >= {from:TimeMs} AND minute < {to:TimeMs}
      AND ({hours:UInt64} = 0 OR minute >= {hour:TimeMs} OR startsWith(coin, '#'))`,
  )}`;

const candlesOf = (name: string, units: string) =>
  query({
    name,
    params,
    row,
    limits,
    sql: `
      SELECT name AS coin, toBool(at < {split:TimeMs}) AS before, toString(argMin(o2, at)) AS opened, toString(max(h2)) AS most,
        toString(min(l2)) AS least, toString(argMax(c2, at)) AS closed, toString(sum(v2)) AS size, toString(sum(n2)) AS counted
      FROM (
        SELECT name, at, argMax(o, n) AS o2, argMax(h, n) AS h2, argMax(l, n) AS l2, argMax(c, n) AS c2, argMax(v, n) AS v2,
          max(n) AS n2
        FROM (${units})
        GROUP BY name, at)
      GROUP BY name, before`,
  });
const ofFills = candlesOf('stream_candles', tradedUnits);
const ofExchange = candlesOf('stream_candles_of_exchange', exchangeUnits);

const ofMarks = query({
  name: 'stream_candles_of_marks',
  params: { coins: 'Array(String)', all: 'UInt64', from: 'TimeMs', split: 'TimeMs', to: 'TimeMs' },
  row,
  limits,
  sql: `
    SELECT toString(asset_contexts.coin) AS coin, toBool(asset_contexts.minute < {split:TimeMs}) AS before, toString(argMin(mark_px, time)) AS opened,
      toString(max(mark_px)) AS most, toString(min(mark_px)) AS least, toString(argMax(mark_px, time)) AS closed,
      '0' AS size, '0' AS counted
    FROM asset_contexts
    WHERE asset_contexts.minute >= {from:TimeMs} AND asset_contexts.minute < {to:TimeMs} AND mark_px > 0 AND ${ofCoins('asset_contexts')}
    GROUP BY coin, before`,
});

/** Reads stored candles in one query. @throws AnalyticsError */
export async function storedCandles(
  store: Pick<AnalyticsStore, 'rows'>,
  { source, coins, fromMs: from, splitMs: split, toMs: to, lengthMs, isArchive }: StoredSpan,
  signal: AbortSignal,
): Promise<StoredCandle[]> {
  const span = { coins: coins ?? [], all: coins === undefined ? 1 : 0, from, split, to };
  const isOfHours = lengthMs >= hourMs;
  const requests = {
    ...span,
    hour: Math.floor((to - 1) / hourMs) * hourMs,
    unit: Math.min(lengthMs, hourMs),
    hours: isOfHours ? 1 : 0,
    archive: isArchive ? 1 : 0,
    minutes: isOfHours ? Math.max(from, Math.floor((to - lateMs) / hourMs) * hourMs) : from,
  };
  const call = { signal };
  const rows = await (source === 'mark'
    ? store.rows(ofMarks, span, call)
    : store.rows(ofFills, requests, call).catch((error: unknown) => {
        // Falls back to exchange candles while the tables of fills are being backfilled.
        if (isArchive || !(error instanceof AnalyticsError) || error.failure !== 'unready') throw error;
        return store.rows(ofExchange, requests, call);
      }));
  return rows.map(({ coin, before, opened, most, least, closed, size, counted }) => ({
    coin,
    isBefore: before,
    values: { open: opened, high: most, low: least, close: closed, volume: size, trades: Number(counted) },
  }));
}

export const minuteAt = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs;

import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import { type CandleReads, candleUnits, foldedCandles } from '../../market/candle-sql.ts';
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
  ...({ hour: 'TimeMs', archive: 'UInt64', minutes: 'TimeMs' } as const),
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
/** Hour rows of outcomes include makers that name the other side, so outcomes are read from minutes. */
const reads: CandleReads = {
  coins: ofCoins,
  exchange: {
    '1m': 'open_time >= {minutes:TimeMs} AND open_time < {to:TimeMs}',
    '1h': 'open_time >= {from:TimeMs} AND open_time < {hour:TimeMs}',
    '1d': 'FALSE',
  },
  fills: {
    minutes: `day >= toDate({from:TimeMs}) AND minute >= {from:TimeMs} AND minute < {to:TimeMs}
      AND (minute >= {hour:TimeMs} OR startsWith(coin, '#'))`,
    hours: `hour >= toStartOfHour({from:TimeMs}) AND hour < {hour:TimeMs} AND NOT startsWith(coin, '#')`,
  },
};

const candleQuery = (unit: '1m' | '1h', withFills: boolean) =>
  query({
    name: `stream_candles_${unit}${withFills ? '' : '_of_exchange'}`,
    params,
    row,
    limits,
    sql: `
      SELECT name AS coin, toBool(start) AS before, toString(open) AS opened, toString(high) AS most, toString(low) AS least,
        toString(close) AS closed, toString(volume) AS size, toString(trades) AS counted
      FROM (${foldedCandles(
        candleUnits(unit, reads, { withFills }),
        'at < toUnixTimestamp64Milli({split:TimeMs})',
      )})`,
  });
const queriesOf = (unit: '1m' | '1h') => ({
  all: candleQuery(unit, true),
  ofExchange: candleQuery(unit, false),
});
const queries = { minutes: queriesOf('1m'), hours: queriesOf('1h') };

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
  const { all, ofExchange } = isOfHours ? queries.hours : queries.minutes;
  const requests = {
    ...span,
    hour: isOfHours ? Math.floor((to - 1) / hourMs) * hourMs : from,
    archive: isArchive ? 1 : 0,
    minutes: isOfHours ? Math.max(from, Math.floor((to - lateMs) / hourMs) * hourMs) : from,
  };
  const call = { signal };
  const rows = await (source === 'mark'
    ? store.rows(ofMarks, span, call)
    : store.rows(all, requests, call).catch((error: unknown) => {
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

import { type Static, Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { readCoverage } from '../coverage/coverage-read.ts';
import { isOutcome } from '../domain/coin-name.ts';
import { hourMs } from '../kernel/clock.ts';

/** Exact numbers are texts. */
export const candleRow = Type.Object({
  at: Type.String(),
  prices: Type.Array(Type.Number()),
  volume_text: Type.String(),
  count: Type.String(),
});
export type CandleRow = Static<typeof candleRow>;

/**
 * Matches of each coin per minute or hour. Each match counts once: it has one taker and one maker. Only parts with the fills of all
 * wallets count: a node's blocks, and in an archive also parts with both sides of every match, such as a node's files without blocks.
 * Fills of single wallets form no candle.
 *
 * @param where a condition in SQL; the parameter `archive` is 1 without an exchange
 */
export const tradedParts = (table: string, part: 'minute' | 'hour', where: string) => `
  SELECT coin, ${part} AS part, min(first_trade) AS opened, min(low) AS least_px, max(high) AS most_px, max(last_trade) AS closed,
    greatest(sum(taker_size), sum(maker_size)) AS size, greatest(sum(taker_fills), sum(maker_fills)) AS matches
  FROM ${table}
  WHERE ${where}
  GROUP BY coin, part
  HAVING matches > 0
    AND (max(last_block) > 0 OR ({archive:UInt64} = 1 AND sum(taker_fills) = sum(maker_fills)))`;

const candlesOf = (name: string, table: string, part: 'minute' | 'hour', inSpan: string) =>
  query({
    name,
    params: {
      coin: 'String',
      from: 'TimeMs',
      to: 'TimeMs',
      length: 'Int64',
      limit: 'UInt64',
      archive: 'UInt64',
    },
    row: candleRow,
    sql: `
      SELECT toString(start) AS at, [toFloat64(first.3), toFloat64(most), toFloat64(least), toFloat64(last.3)] AS prices,
        toString(volume) AS volume_text, toString(trades) AS count
      FROM (
        SELECT intDiv(toInt64(toUnixTimestamp(part)) * 1000, {length:Int64}) * {length:Int64} AS start,
          min(opened) AS first, min(least_px) AS least, max(most_px) AS most, max(closed) AS last,
          sum(size) AS volume, sum(matches) AS trades
        FROM (${tradedParts(table, part, `coin = {coin:String} AND ${inSpan}`)})
        GROUP BY start)
      ORDER BY start DESC
      LIMIT {limit:UInt64}`,
  });

const ofMinutes = candlesOf(
  'traded_candles_of_minutes',
  'coin_minutes',
  'minute',
  'day >= toDate({from:TimeMs}) AND minute >= toStartOfMinute({from:TimeMs}) AND minute <= {to:TimeMs}',
);
const ofHours = candlesOf(
  'traded_candles_of_hours',
  'coin_hour',
  'hour',
  'hour >= toStartOfHour({from:TimeMs}) AND hour <= {to:TimeMs}',
);

/**
 * Candles of stored fills up to a time, newest first. Candles made of minutes, which include all of outcomes, reach back as far as
 * `limit` candles would without holes.
 *
 * @param of.coin in the exchange's own spelling
 * @param of.isArchive true if no exchange is read
 * @throws AnalyticsError
 */
export async function tradedCandles(
  analytics: Pick<AnalyticsStore, 'rows'>,
  of: { coin: string; lengthMs: number; limit: number; toMs: number; isArchive: boolean },
  signal: AbortSignal,
): Promise<CandleRow[]> {
  const { coin, lengthMs: length, limit, toMs: to } = of;
  const params = { coin, to, length, limit, archive: of.isArchive ? 1 : 0 };
  // Hourly rows of an outcome include makers that name the other side.
  if (length >= hourMs && !isOutcome(coin))
    return analytics.rows(ofHours, { ...params, from: 0 }, { signal });
  const from = Math.max(0, Math.floor(to / length) * length - (limit - 1) * length);
  return analytics.rows(ofMinutes, { ...params, from }, { signal });
}

const gapLimit = 1_000;

/**
 * Number of spans with a gap in the node's blocks.
 *
 * @param spans.starts unix milliseconds, newest first
 * @throws AnalyticsError
 */
export async function spansWithGaps(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { starts, lengthMs }: { starts: readonly number[]; lengthMs: number },
  signal: AbortSignal,
): Promise<number> {
  if (starts.length === 0) return 0;
  const [fromMs, toMs] = [starts.at(-1)!, starts[0]! + lengthMs - 1];
  const params = { feed: 'node_fills', fromMs, toMs, limit: gapLimit, states: ['open', 'lost'] as const };
  const gaps = await readCoverage(analytics, params, { signal });
  const hasGap = (ms: number) => gaps.some((gap) => gap.fromMs < ms + lengthMs && gap.toMs >= ms);
  return starts.filter(hasGap).length;
}

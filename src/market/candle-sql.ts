import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';

/** Lengths of the stored candles; longer candles are folded from the longest of these that fits. */
export const unitMs = { '1m': minuteMs, '1h': hourMs, '1d': dayMs } as const;
export type CandleUnit = keyof typeof unitMs;

/** What a query reads of each table, in SQL. */
export interface CandleReads {
  /** A condition on the coin of a table. */
  coins: (table: string) => string;
  /** What follows WHERE for candles of the exchange, on `open_time`. */
  exchange: Readonly<Record<CandleUnit, string>>;
  /** A condition on `day` and `minute` of `coin_minutes`, and one on `hour` of `coin_hour`. */
  fills: { minutes: string; hours: string };
  /** A row of the open minute, which is not stored yet. */
  openMinute?: string;
}

const exchangeCandles = (unit: CandleUnit, { coins, exchange }: CandleReads) => `
  SELECT toString(coin) AS name, toUnixTimestamp64Milli(open_time) AS at, open, high, low, close, volume, trades, 0 AS of_fills
  FROM (
    SELECT coin, open_time, open, high, low, close, volume, trades FROM candles
    WHERE interval = '${unit}' AND ${coins('candles')} AND ${exchange[unit]})`;

/**
 * Candles of fills. Each match counts once: it has one taker and one maker. Only parts with the fills of all wallets count: a node's
 * blocks, and in an archive also parts with both sides of every match, such as a node's files without blocks. Fills of single wallets
 * form no candle. The parameter `archive` is 1 without an exchange.
 */
const candlesOfFills = (table: string, part: 'minute' | 'hour', where: string) => `
  SELECT toString(coin), toInt64(toUnixTimestamp(part)) * 1000, toDecimal128(opened.3, 12), toDecimal128(most_px, 12),
    toDecimal128(least_px, 12), toDecimal128(closed.3, 12), toDecimal128(size, 12), matches, 1
  FROM (
    SELECT coin, ${part} AS part, min(first_trade) AS opened, min(low) AS least_px, max(high) AS most_px, max(last_trade) AS closed,
      greatest(sum(taker_size), sum(maker_size)) AS size, greatest(sum(taker_fills), sum(maker_fills)) AS matches
    FROM ${table}
    WHERE ${where}
    GROUP BY coin, part
    HAVING matches > 0
      AND (max(last_block) > 0 OR ({archive:UInt64} = 1 AND sum(taker_fills) = sum(maker_fills))))`;

/** Of each unit the version with the most trades, which is the newest and most complete; the exchange's on a tie. */
function best(...sources: readonly (string | undefined)[]): string {
  const values = ['open', 'high', 'low', 'close', 'volume', 'trades', 'of_fills'];
  return `
    SELECT name, at, ${values.map((value) => `argMax(${value}, trades * 2 + 1 - of_fills) AS best_${value}`).join(', ')}
    FROM (${sources.filter((source) => source !== undefined).join(' UNION ALL ')})
    GROUP BY name, at`;
}

/**
 * Joins candles of units to longer candles.
 *
 * @param units of `candleUnits`
 * @param start in SQL, what the units of a longer candle have in common, such as its start
 */
export const foldedCandles = (units: string, start: string) => `
  SELECT name, ${start} AS start, argMin(best_open, at) AS open, max(best_high) AS high, min(best_low) AS low,
    argMax(best_close, at) AS close, sum(best_volume) AS volume, sum(best_trades) AS trades, max(best_of_fills) AS of_fills
  FROM (${units})
  GROUP BY name, start`;

const startOf = (lengthMs: number) => `intDiv(at, ${lengthMs}) * ${lengthMs}`;

/**
 * Minutes, hours or days of coins, each from the source that knows most of its trades: the exchange's candle, shorter candles (hours
 * and days come by REST, hours apart, minutes continuously), or fills.
 *
 * @param options.withFills false reads the exchange's candles alone
 */
export function candleUnits(
  unit: CandleUnit,
  reads: CandleReads,
  { withFills }: { withFills: boolean },
): string {
  const { coins, fills, openMinute } = reads;
  const ofFills = (table: string, part: 'minute' | 'hour', where: string) =>
    withFills ? candlesOfFills(table, part, `${coins(table)} AND ${where}`) : undefined;
  const minutes = best(
    exchangeCandles('1m', reads),
    openMinute,
    ofFills('coin_minutes', 'minute', fills.minutes),
  );
  if (unit === '1m') return minutes;
  const hours = best(
    exchangeCandles('1h', reads),
    foldedCandles(minutes, startOf(hourMs)),
    ofFills('coin_hour', 'hour', fills.hours),
  );
  return unit === '1h' ? hours : best(exchangeCandles('1d', reads), foldedCandles(hours, startOf(dayMs)));
}

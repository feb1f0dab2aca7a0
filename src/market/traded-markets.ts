import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs } from '../kernel/clock.ts';

const marketsLimit = 100_000;

/** A market without a trade for this long has no price of the day before. */
const reachMs = 30 * dayMs;

/** Each match counts once per hour (`methodology.md`); an empty `coin` selects all except outcomes. */
const tradedMarkets = query({
  name: 'traded_markets',
  params: { coin: 'String', since: 'TimeMs', from: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), volume_usd: Type.String(), before_px: Type.String() }),
  limits: { maxRows: marketsLimit },
  sql: `
    SELECT coin, toString(sumIf(usd, is_recent)) AS volume_usd, toString(maxIf(last, NOT is_recent).3) AS before_px
    FROM (
      SELECT coin, hour, hour > {from:TimeMs} AS is_recent, greatest(sum(taker_volume), sum(maker_volume)) AS usd,
        max(last_trade) AS last
      FROM coin_hour
      WHERE hour >= {since:TimeMs} AND if(empty({coin:String}), NOT startsWith(coin, '#'), coin = {coin:String})
      GROUP BY coin, hour)
    GROUP BY coin
    LIMIT ${marketsLimit}`,
});

/** Market figures from stored fills, for processes that read no exchange. */
export interface TradedMarket {
  /** Volume of the hours that began in the last 24 hours, in the collateral, exact. */
  volume: string;
  /** Price of the newest earlier trade; undefined if there was none in 30 days. */
  beforePx: string | undefined;
}

/**
 * @param coin in the exchange's own spelling; default: all except outcomes
 * @throws AnalyticsError
 */
export async function readTradedMarkets(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { coin = '', nowMs }: { coin?: string; nowMs: number },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TradedMarket>> {
  const span = { since: Math.max(0, nowMs - reachMs), from: Math.max(0, nowMs - dayMs) };
  const rows = await analytics.rows(tradedMarkets, { coin, ...span }, { signal });
  return new Map(
    rows.map((row) => [
      row.coin,
      { volume: row.volume_usd, beforePx: row.before_px === '0' ? undefined : row.before_px },
    ]),
  );
}

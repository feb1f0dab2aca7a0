import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs } from '../kernel/clock.ts';

const marketsLimit = 100_000;

/** A market without trades for longer has no price of the day before. */
const reachMs = 30 * dayMs;

/** Hours count each match once, as `methodology.md` says of matches; `coin` may be empty for all but outcomes. */
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

/** What stored fills say of a market where no exchange is read. */
export interface TradedMarket {
  /** Of the hours that began in the last 24 hours, in the collateral, exact. */
  volume: string;
  /** Of the newest trade before them; undefined where there was none in 30 days. */
  beforePx: string | undefined;
}

/**
 * @param coin in the exchange's own spelling; all but outcomes where absent
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

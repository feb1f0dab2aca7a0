import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import type { ListedMarket, MarketKind } from './listed-market.ts';

/** More markets than the exchange ever listed at once. */
const marketsLimit = 100_000;

/** Settled outcomes are returned only after a `since` above 0, for readers that may know them as open. */
const storedMarkets = query({
  name: 'stored_markets',
  params: { since: 'TimeMs' },
  row: Type.Object({
    at: Type.String(),
    coin: Type.String(),
    kind: Type.Union([
      Type.Literal('perp'),
      Type.Literal('hip3'),
      Type.Literal('spot'),
      Type.Literal('outcome'),
    ]),
    dex: Type.String(),
    place: Type.String(),
    ticker: Type.String(),
    symbol: Type.String(),
    display_name: Type.String(),
    keywords: Type.Array(Type.String()),
    collateral: Type.String(),
    chain: Type.String(),
    sz_decimals: Type.Integer(),
    max_leverage: Type.Integer(),
    only_isolated: Type.Boolean(),
    bounds: Type.Array(Type.Number()),
    leverages: Type.Array(Type.Integer()),
    is_delisted: Type.Boolean(),
  }),
  sql: `
    SELECT toString(toUnixTimestamp64Milli(time)) AS at, coin, kind, dex, toString(place) AS place, ticker, symbol,
      display_name, keywords, collateral, if(chain = '', coin, chain) AS chain, sz_decimals, max_leverage, only_isolated, arrayMap(bound -> toFloat64(bound), tier_bounds) AS bounds,
      tier_leverages AS leverages, is_delisted
    FROM listed_markets FINAL
    WHERE listed_markets.time > {since:TimeMs} AND ({since:TimeMs} > toDateTime64(0, 3) OR kind != 'outcome' OR NOT is_delisted)
    LIMIT ${marketsLimit}`,
  limits: { deadlineMs: 60_000, maxRows: marketsLimit },
});

/** Listed markets, and the time up to which the listing is known, unix milliseconds. */
export interface StoredListing {
  markets: ListedMarket[];
  toMs: number;
}

/**
 * @param sinceMs returns only rows stored later, unix milliseconds; 0: all except settled outcomes
 * @throws AnalyticsError
 */
export async function readStoredListing(
  analytics: Pick<AnalyticsStore, 'rows'>,
  sinceMs = 0,
  options: CallOptions = {},
): Promise<StoredListing> {
  const rows = await analytics.rows(storedMarkets, { since: sinceMs }, options);
  const toMs = rows.reduce((newest, { at }) => Math.max(newest, Number(at)), sinceMs);
  const markets = rows.map(
    (row): ListedMarket => ({
      coin: row.coin,
      kind: row.kind satisfies MarketKind,
      dex: row.dex,
      index: Number(row.place),
      ticker: row.ticker,
      symbol: row.symbol,
      ...(row.display_name !== '' && { displayName: row.display_name }),
      ...(row.keywords.length > 0 && { keywords: row.keywords }),
      collateral: row.collateral,
      chain: row.chain,
      szDecimals: row.sz_decimals < 0 ? undefined : row.sz_decimals,
      maxLeverage: row.max_leverage,
      onlyIsolated: row.only_isolated,
      marginTiers: row.bounds.map((lowerBound, tier) => ({ lowerBound, maxLeverage: row.leverages[tier]! })),
      isDelisted: row.is_delisted,
    }),
  );
  return { markets, toMs };
}

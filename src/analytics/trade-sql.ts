/**
 * What of a row of fills counts as a trade: asked here by every statement that counts trades, matches, traders or volume. The column
 * is set when a fill is stored, by `isMarketTrade` of its `dir`; settlements, conversions and book-keeping are fills and no trades.
 */
export const isTrade = 'market';

/** Volume of a row, USD: 0 where it is no trade. */
export const tradedUsd = 'px * sz * market';

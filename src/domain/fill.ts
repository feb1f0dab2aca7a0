/**
 * Rows that are no market trade: they are fills with their closed PnL, but count no volume
 * (docs/methodology.md#sums; docs/exchange.md#texts-of-fills).
 */
const bookKeepingDirs = new Set([
  'Spot Dust Conversion',
  'Settlement',
  'Split Outcome',
  'Merge Outcome',
  'Merge Question',
  'Negate Outcome',
  'Net Child Vaults',
  'Partial Borrow Liquidation',
  'Backstop Borrow Liquidation',
]);

/** True where a fill of this `dir` changed hands on a market; unknown values count as trades. */
export function isMarketTrade(dir: string): boolean {
  return !bookKeepingDirs.has(dir);
}

/**
 * The `dir` of a profitable position that the exchange closes against one that is under water
 * (docs/exchange.md#liquidations): neither a liquidation nor the taking over of one. A fill that names its own
 * wallet as the liquidated one is that wallet's liquidation, whatever its `dir`.
 */
export const autoDeleveraging = 'Auto-Deleveraging';

/** Fee tokens that count as one USD each (docs/methodology.md#sums). */
const stablecoins = new Set(['USDC', 'USDH', 'USDE', 'USDT0']);

export function isStablecoin(token: string): boolean {
  return stablecoins.has(token);
}

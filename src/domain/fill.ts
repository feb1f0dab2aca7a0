/**
 * Rows that are no market trade: they are fills with their closed PnL, but count no volume
 * (settled details §5; the exchange's values, exchange format notes §7.1).
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
 * The `dir` of both sides where the exchange closes a profitable position against one that is under water (exchange notes §8): an
 * event of its own kind, neither a liquidation nor the taking over of one.
 */
export const autoDeleveraging = 'Auto-Deleveraging';

/** Fee tokens that count as one USD each (settled details §5). */
const stablecoins = new Set(['USDC', 'USDH', 'USDE', 'USDT0']);

export function isStablecoin(token: string): boolean {
  return stablecoins.has(token);
}

import { isSpotPair, isStablecoin } from '../domain/fill.ts';
import type { WireFill } from '../wire/fill.ts';

/**
 * USD price of one unit of each fill's fee token (settled details §5): stablecoins 1; the base token of a
 * spot buy at the fill's own price; any other token at its latest price seen so far.
 * Fills must be given in time order, duplicates included, so that reading files again gives the same prices.
 */
export interface FeePrices {
  /** The price as decimal text, or undefined where this run has not seen the token yet. */
  priceOf(fill: WireFill): string | number | undefined;
}

/** What a fee in USD may come to: a rollup holds ten times as much, and one more would fail its whole batch. */
const feeUsdLimit = 1e15;

/** True where the fee's value in USD is one the store can hold; a fee beyond that counts as unknown. */
export function isFeeBounded(fee: string | number, px: string | number): boolean {
  return Math.abs(Number(fee) * Number(px)) < feeUsdLimit;
}

export function createFeePrices(): FeePrices {
  // Keyed by coin or token name: the perp `HYPE` prices the token HYPE.
  const latest = new Map<string, string | number>();
  return {
    priceOf(fill) {
      const { coin, feeToken, side, px } = fill;
      if (coin.charCodeAt(0) !== 64) latest.set(coin, px);
      if (feeToken == null || isStablecoin(feeToken)) return '1';
      if (side === 'B' && isSpotPair(coin)) {
        latest.set(feeToken, px);
        return px;
      }
      return latest.get(feeToken) ?? (Number(fill.fee) === 0 ? '0' : undefined);
    },
  };
}

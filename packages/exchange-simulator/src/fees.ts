import { mulDiv } from './decimal.ts';
import type { Market } from './market.ts';

/** Rates in 10^-8 of the notional: 45,000 is 4.5 basis points. */
export interface FeeTier {
  taker: number;
  maker: number;
  spotTaker: number;
  spotMaker: number;
}

function tier(taker: number, maker: number, spotTaker: number, spotMaker: number): FeeTier {
  return { taker, maker, spotTaker, spotMaker };
}

/**
 * The exchange's own wallets, two market makers with rebates, then the rates measured on real traders
 * (docs/exchange.md#fees).
 */
export const feeTiers: readonly FeeTier[] = [
  tier(0, 0, 0, 0),
  tier(24_000, -1_000, 30_000, -1_000),
  tier(26_000, -3_000, 32_000, -1_000),
  tier(45_000, 15_000, 70_000, 40_000),
  tier(43_200, 14_400, 67_200, 38_400),
  tier(40_500, 13_500, 63_000, 36_000),
  tier(40_000, 12_000, 60_000, 30_000),
  tier(35_000, 8_000, 50_000, 20_000),
];

const rateUnit = 100_000_000;
/** A tenth of a basis point in units of a rate. */
const builderFeeUnit = 1_000;

/** Fee of a side, in 10^-8 of the notional; negative for a rebate. */
export function feeRate(
  market: Market,
  feeTier: FeeTier,
  { crossed, isBuy }: { crossed: boolean; isBuy: boolean },
): number {
  if (market.kind === 'outcome') {
    const { feeScale: scale } = market;
    // Only leaving costs, and there are no rebates (docs/exchange.md#fees).
    if (scale === undefined || isBuy) return 0;
    return Math.max(0, crossed ? feeTier.spotTaker : feeTier.spotMaker) * (scale + Math.max(scale, 1));
  }
  if (market.kind === 'spot') return crossed ? feeTier.spotTaker : feeTier.spotMaker;
  const rate = crossed ? feeTier.taker : feeTier.maker;
  if (market.dex === 0) return rate;
  // HIP-3 with a deployer scale of 1: twice the fee, rebates as they are; a tenth in growth mode
  // (docs/exchange.md#fees).
  const scaled = rate > 0 ? rate * 2 : rate;
  return market.growthMode ? scaled / 10 : scaled;
}

/** Part of an amount by a rate in 10^-8, cut toward zero as the exchange does. */
export function feeOf(amount: number, rate: number): number {
  return rate === 0 ? 0 : mulDiv(amount, rate, rateUnit);
}

/**
 * A builder's fee: charged in quote only, so never on spot buys, and on outcomes on sells
 * (docs/exchange.md#builder-fees).
 */
export function builderFeeOf(options: {
  market: Market;
  /** Tenths of a basis point. */
  tenthsBp: number;
  notional: number;
  isBuy: boolean;
}): number {
  const { market, tenthsBp, notional, isBuy } = options;
  if (tenthsBp === 0 || (market.kind !== 'perp' && isBuy)) return 0;
  return feeOf(notional, tenthsBp * builderFeeUnit);
}

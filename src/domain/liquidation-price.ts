import type { MarginTable } from './margin-tiers.ts';

/** A cross position with what the rest of its account adds; all money in one unit. */
export interface CrossExposure {
  /** Signed size. */
  szi: number;
  markPx: number;
  /** Value of all cross positions and their collateral: `crossMarginSummary.accountValue`. */
  accountValue: number;
  /** Maintenance margin of the account's other cross positions at their present marks. */
  otherMaintenance: number;
  table: MarginTable;
}

export interface IsolatedExposure {
  /** Signed size. */
  szi: number;
  /** Its own cash, negative on most longs: `leverage.rawUsd`. */
  rawUsd: number;
  table: MarginTable;
}

/**
 * The mark at which the account's value falls to its maintenance margin, other coins held at their
 * present mark (docs/exchange.md#liquidation-price). Right for standard accounts; unified and portfolio
 * accounts have spot balances behind them that this formula does not know.
 *
 * @returns the price, or undefined where no price above 0 liquidates.
 */
export function crossLiquidationPrice(exposure: CrossExposure): number | undefined {
  const { szi, markPx, accountValue, otherMaintenance, table } = exposure;
  return liquidationPriceOf(szi, otherMaintenance - accountValue + szi * markPx, table);
}

/** The same for an isolated position, whose own margin is all it can lose. */
export function isolatedLiquidationPrice({ szi, rawUsd, table }: IsolatedExposure): number | undefined {
  return liquidationPriceOf(szi, -rawUsd, table);
}

/**
 * Solves `szi × x − maintenance(|szi| × x) = debt`. The debt is the amount that the position must cover: the needs of the rest of
 * the account, and the position's cost. The margin tier is that of the notional at x, not at the mark. The left side
 * is continuous and strictly monotone in x, so exactly one tier contains its own solution.
 */
export function liquidationPriceOf(szi: number, debt: number, table: MarginTable): number | undefined {
  const size = Math.abs(szi);
  if (size === 0) return undefined;
  for (const { rate, deduction, lowerBound, upperBound } of table) {
    const price = (debt - deduction) / (szi - size * rate);
    const notional = size * price;
    if (notional < upperBound && (notional >= lowerBound || lowerBound === 0)) {
      return price > 0 ? price : undefined;
    }
  }
  return undefined;
}

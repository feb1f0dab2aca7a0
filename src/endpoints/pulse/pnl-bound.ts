import { Decimal } from 'decimal.js';

/** Scale of `closed_pnl` (migrations/0001_fills.sql). */
const pnlDecimals = 12;
/** No stored PnL has more than 15 whole digits; a wider bound means the same and would not fit the column. */
const pnlLimit = 1e15;

/**
 * A bound on `closed_pnl` as plain decimal text at the column's scale, so that the engine compares decimals
 * and its index prunes; a float would make it read every row.
 *
 * @param toward the end that an unrepresentable bound is rounded to, so that no row outside of it passes
 */
export function pnlBound(usd: number, toward: 'up' | 'down'): string {
  const clamped = Math.min(pnlLimit, Math.max(-pnlLimit, usd));
  return new Decimal(clamped).toFixed(
    pnlDecimals,
    toward === 'up' ? Decimal.ROUND_CEIL : Decimal.ROUND_FLOOR,
  );
}

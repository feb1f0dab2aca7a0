import { Decimal } from 'decimal.js';
import type { Window } from '../../domain/window.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';

/** Liquidations of one coin that began in one bucket of time; amounts are exact, USD × 10^22: see {@link exactAmount}. */
export interface LiquidationCell {
  coin: string;
  bucketStartMs: number;
  longEvents: number;
  shortEvents: number;
  longNotional: bigint;
  shortNotional: bigint;
  /** Events with the victim's own fills stored; other events have no closed PnL and no fee. */
  knownEvents: number;
  closedPnl: bigint;
  penaltyFees: bigint;
}

export interface LiquidationSums {
  byCoin: Iterable<LiquidationCell>;
  /** In buckets of {@link liquidationBucketMs} of the window; any number a bucket. */
  byBucket: Iterable<LiquidationCell>;
  /** Distinct victims. */
  wallets: number;
}

/** Length of a bucket: 1 h in windows up to 7 days, 6 h up to 42 days, else 24 h. */
export function liquidationBucketMs({ fromMs, toMs }: Window): number {
  const windowMs = toMs - fromMs;
  if (windowMs <= 7 * dayMs) return hourMs;
  return windowMs <= 42 * dayMs ? 6 * hourMs : dayMs;
}

/** Decimals of an exact amount, as price × size has. Integers keep sums exact; a week has up to one cell per coin and hour. */
const scale = 22;

/** An amount × 10^22. @param text a decimal */
export function exactAmount(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** The number nearest to an exact amount. */
export function amountOf(value: bigint): number {
  return decimalOf(value).toNumber();
}

/** The number nearest to a quotient of two exact amounts. @param of other than 0 */
export function quotientOf(value: bigint, of: bigint): number {
  return decimalOf(value).div(decimalOf(of)).toNumber();
}

export function decimalOf(value: bigint): Decimal {
  return new Decimal(`${value}e-${scale}`);
}

export function emptyCell(coin: string, bucketStartMs: number): LiquidationCell {
  return {
    coin,
    bucketStartMs,
    longEvents: 0,
    shortEvents: 0,
    knownEvents: 0,
    longNotional: 0n,
    shortNotional: 0n,
    closedPnl: 0n,
    penaltyFees: 0n,
  };
}

/** Adds a cell to a sum, or takes it out again. */
export function addCell(sum: LiquidationCell, cell: LiquidationCell, sign: 1 | -1 = 1): void {
  const times = BigInt(sign);
  sum.longEvents += sign * cell.longEvents;
  sum.shortEvents += sign * cell.shortEvents;
  sum.knownEvents += sign * cell.knownEvents;
  sum.longNotional += times * cell.longNotional;
  sum.shortNotional += times * cell.shortNotional;
  sum.closedPnl += times * cell.closedPnl;
  sum.penaltyFees += times * cell.penaltyFees;
}

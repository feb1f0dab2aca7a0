import { ascendingOrder } from './value-order.ts';

/** A trader needs this many fills and days for risk-adjusted and score (docs/methodology.md#leaderboard). */
export const eligibleTrades = 10;
export const eligibleDays = 5;

const daysPerYear = 365;
const z95 = 1.959963984540054;

/** Weights of the percentile ranks in the score, in tenths (docs/methodology.md#leaderboard). */
const weights = { pnl: 4, riskAdjusted: 3, wilson: 2, volume: 1 };

/**
 * mean / sample standard deviation of daily realized PnL × √365 over the days traded; NaN if the trader
 * is not eligible or the days do not differ.
 * @param stddev sample standard deviation of the daily PnL, USD.
 */
export function riskAdjusted(pnl: number, trades: number, days: number, stddev: number): number {
  if (trades < eligibleTrades || days < eligibleDays || !(stddev > 0)) return Number.NaN;
  return (pnl / days / stddev) * Math.sqrt(daysPerYear);
}

/** Lower bound of the 95 % Wilson score interval of wins / trades. */
export function wilsonLowerBound(wins: number, trades: number): number {
  // Both terms are equal: float noise in their difference would rank wallets without a win.
  if (wins === 0) return 0;
  const rate = wins / trades;
  const z2 = (z95 * z95) / trades;
  return (rate + z2 / 2 - z95 * Math.sqrt((rate * (1 - rate) + z2 / 4) / trades)) / (1 + z2);
}

export interface ScoredColumns {
  trades: ArrayLike<number>;
  wins: ArrayLike<number>;
  pnl: ArrayLike<number>;
  volume: ArrayLike<number>;
  /** NaN if the trader is not eligible. */
  riskAdjusted: ArrayLike<number>;
}

/**
 * Fills in scores 0–100 of all rows: weighted percentile ranks among the eligible ones (those with a risk-adjusted
 * value), NaN for the others. The percentile rank of a value is the share of the other eligible traders
 * below it, an equal one counting half. Ranks are summed as whole numbers of halves and divided once, so that equal scores
 * are equal numbers and a tie is left to the address.
 */
export function scores(result: Float64Array, columns: ScoredColumns): void {
  const { trades, wins, pnl, volume } = columns;
  result.fill(Number.NaN);
  const eligible = new Uint32Array(result.length);
  let eligibleCount = 0;
  for (let row = 0; row < result.length; row++) {
    if (!Number.isNaN(columns.riskAdjusted[row]!)) eligible[eligibleCount++] = row;
  }
  const rows = eligible.subarray(0, eligibleCount);
  const parts: [number, (row: number) => number][] = [
    [weights.pnl, (row) => pnl[row]!],
    [weights.riskAdjusted, (row) => columns.riskAdjusted[row]!],
    [weights.wilson, (row) => wilsonLowerBound(wins[row]!, trades[row]!)],
    [weights.volume, (row) => volume[row]!],
  ];
  for (const row of rows) result[row] = 0;
  for (const [weight, measure] of parts) {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) values[i] = measure(rows[i]!);
    addRanks(result, rows, values, weight);
  }
  // A rank is halves / 2 / others, a weight tenths / 10.
  for (const row of rows) result[row] = (result[row]! * 5) / Math.max(1, rows.length - 1);
}

/** Adds `weight` × twice the other rows below its value, an equal one counting half, to the result of each row. */
function addRanks(result: Float64Array, rows: Uint32Array, values: Float64Array, weight: number): void {
  const order = ascendingOrder(values);
  for (let from = 0; from < order.length; ) {
    const value = values[order[from]!]!;
    let to = from + 1;
    while (to < order.length && values[order[to]!] === value) to += 1;
    // The only eligible trader is the best one.
    const halves = order.length === 1 ? 2 : 2 * from + (to - from - 1);
    for (let i = from; i < to; i++) result[rows[order[i]!]!]! += weight * halves;
    from = to;
  }
}

/** A trader needs this many fills and days for risk-adjusted and score (settled details §5). */
export const eligibleTrades = 10;
export const eligibleDays = 5;

const daysPerYear = 365;
const z95 = 1.959963984540054;

/** Weights of the percentile ranks in the score (settled details §5). */
const weights = { pnl: 0.4, riskAdjusted: 0.3, wilson: 0.2, volume: 0.1 };

/**
 * mean / sample standard deviation of daily realized PnL × √365 over the days traded; NaN where the trader
 * is not eligible or the days do not differ.
 * @param stddev sample standard deviation of the daily PnL, USD.
 */
export function riskAdjusted(pnl: number, trades: number, days: number, stddev: number): number {
  if (trades < eligibleTrades || days < eligibleDays || !(stddev > 0)) return Number.NaN;
  return (pnl / days / stddev) * Math.sqrt(daysPerYear);
}

/** Lower bound of the 95 % Wilson score interval of wins / trades. */
export function wilsonLowerBound(wins: number, trades: number): number {
  const rate = wins / trades;
  const z2 = (z95 * z95) / trades;
  return (rate + z2 / 2 - z95 * Math.sqrt((rate * (1 - rate) + z2 / 4) / trades)) / (1 + z2);
}

/**
 * Scores 0–100 of all rows: weighted percentile ranks among the eligible ones (those with a risk-adjusted
 * value), NaN for the others. The percentile rank of a value is the share of the other eligible traders
 * below it, an equal one counting half.
 */
export function scores(columns: {
  count: number;
  trades: Float64Array;
  wins: Float64Array;
  pnl: Float64Array;
  volume: Float64Array;
  riskAdjusted: Float64Array;
}): Float64Array {
  const { count, trades, wins, pnl, volume } = columns;
  const result = new Float64Array(count).fill(Number.NaN);
  const eligible: number[] = [];
  for (let row = 0; row < count; row++) if (!Number.isNaN(columns.riskAdjusted[row]!)) eligible.push(row);
  const rows = Uint32Array.from(eligible);
  const parts: [number, (row: number) => number][] = [
    [weights.pnl, (row) => pnl[row]!],
    [weights.riskAdjusted, (row) => columns.riskAdjusted[row]!],
    [weights.wilson, (row) => wilsonLowerBound(wins[row]!, trades[row]!)],
    [weights.volume, (row) => volume[row]!],
  ];
  for (const row of rows) result[row] = 0;
  for (const [weight, measure] of parts) {
    const values = Float64Array.from(rows, measure);
    const sorted = values.slice().sort();
    for (let i = 0; i < rows.length; i++)
      result[rows[i]!]! += 100 * weight * percentileRank(sorted, values[i]!);
  }
  return result;
}

function percentileRank(sorted: Float64Array, value: number): number {
  if (sorted.length === 1) return 1;
  const below = firstIndex(sorted, (other) => other >= value);
  const notAbove = firstIndex(sorted, (other) => other > value);
  return (below + (notAbove - below - 1) / 2) / (sorted.length - 1);
}

function firstIndex(sorted: Float64Array, holds: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

import type { Dialect } from './dialect.ts';

/** A fill as the API shows it. */
export const trade = ({ address }: Dialect) => `
  time_ms as "rawTime", ${address('wallet')} as address, coin, side, dir as direction, px as price, sz as size, px * sz as volume,
  closed_pnl as pnl, fee, tid, start_position as "startPosition"`;
/** Sums of a wallet in a coin. */
export const coinSums = `pnl, trades, wins as "winningTrades", wins * 100.0::float8 / trades as "winRate", volume`;
/** Sums of a wallet. */
export const traderSums = ({ address }: Dialect) => `
  ${address('wallet')} as address, pnl as "totalPnl", trades as "totalTrades", wins as "winningTrades",
  wins * 100.0::float8 / trades as "winRate", volume as "totalVolume"`;
/** Fields of the answer for all time, which has more of them. */
export const alltimeSums = (dialect: Dialect) => `
  ${traderSums(dialect)}, fees as "totalFees", largest_win as "largestWin", least(largest_loss, 0) as "largestLoss"`;

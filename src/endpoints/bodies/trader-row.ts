import { cohortOf } from '../../boards/trader-cohorts.ts';
import type { BoardPeriod, TradersBoard } from '../../boards/traders.ts';
import { dayMs, rfc3339, utcDate } from '../../kernel/clock.ts';
import { type LeaderboardTrader, largestLossUsd } from './leaderboard-trader.ts';
import { winRatePercent } from './win-rate.ts';

/**
 * A trader as answers show one; what only allTime knows is null in windows
 * (docs/contract.md#leaderboard-rows).
 */
/** @param nowMs tells the recent window, whose figures a wallet has that traded in it */
export function traderRow(
  board: TradersBoard,
  row: number,
  period: BoardPeriod,
  nowMs: number,
): LeaderboardTrader {
  const { columns } = board;
  const trades = columns[`${period}Trades`][row]!;
  const wins = columns[`${period}Wins`][row]!;
  const alltime = period === 'allTime';
  return {
    address: board.address(row),
    totalPnl: columns[`${period}Pnl`][row]!,
    totalTrades: trades,
    winningTrades: wins,
    winRate: winRatePercent(wins, trades),
    totalVolume: columns[`${period}Volume`][row]!,
    totalFees: alltime ? columns.fees[row]! : null,
    largestWin: alltime ? columns.largestWin[row]! : null,
    largestLoss: alltime ? largestLossUsd(columns.largestLoss[row]!) : null,
    firstTradeAt: alltime ? rfc3339(columns.firstTimeMs[row]!) : null,
    lastTradeAt: alltime ? rfc3339(columns.lastTimeMs[row]!) : null,
    ...cohortFields(board, row, nowMs),
  };
}

function cohortFields(board: TradersBoard, row: number, nowMs: number): Partial<LeaderboardTrader> {
  const { columns } = board;
  const [pnlTier, sizeTier] = [
    cohortOf(board, row, 'pnl', 'alltime'),
    cohortOf(board, row, 'size', 'alltime'),
  ];
  const pnlTierRecent = cohortOf(board, row, 'pnl', 'recent');
  const sizeTierRecent = cohortOf(board, row, 'size', 'recent');
  return {
    ...(pnlTier !== undefined && { pnlTier }),
    ...(pnlTierRecent !== undefined && { pnlTierRecent }),
    ...(sizeTier !== undefined && { sizeTier }),
    ...(sizeTierRecent !== undefined && { sizeTierRecent }),
    ...(pnlTierRecent !== undefined && {
      recentPnl: columns.recentPnl[row]!,
      recentVolume: columns.recentVolume[row]!,
      recentWindowEnd: utcDate(nowMs - dayMs),
    }),
  };
}

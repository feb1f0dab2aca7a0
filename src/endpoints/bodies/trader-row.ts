import type { BoardPeriod, TradersBoard } from '../../boards/traders.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type LeaderboardTrader, largestLossUsd } from './leaderboard-trader.ts';
import { winRatePercent } from './win-rate.ts';

/** A trader as answers show one; what only allTime knows is null in windows (interface.md, leaderboard rule 4). */
export function traderRow(board: TradersBoard, row: number, period: BoardPeriod): LeaderboardTrader {
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
  };
}

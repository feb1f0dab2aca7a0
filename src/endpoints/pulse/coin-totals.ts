import { winRatePercent } from '../bodies/win-rate.ts';

/** Sums of one wallet's fills in one coin, as the engine gives them: exact, as text. */
export interface CoinTotalsRow {
  trades: string;
  winning_trades: string;
  pnl_usd: string;
  volume_usd: string;
}

/** The same sums as answers show them. */
export function coinTotals(row: CoinTotalsRow) {
  const trades = Number(row.trades);
  const winningTrades = Number(row.winning_trades);
  return {
    pnl: Number(row.pnl_usd),
    trades,
    winningTrades,
    winRate: winRatePercent(winningTrades, trades),
    volume: Number(row.volume_usd),
  };
}

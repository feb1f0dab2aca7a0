import { cohortOf } from '../boards/trader-cohorts.ts';
import type { TradersBoard } from '../boards/traders.ts';

/** Returns the all-time PnL tier of a wallet; undefined without one. */
export function pnlTierOf(board: TradersBoard): (address: string) => string | undefined {
  return (address) => {
    const row = board.find(address);
    return row === undefined ? undefined : cohortOf(board, row, 'pnl', 'alltime');
  };
}

import { double, int64, winRatePercent } from './fields.ts';

/** Sums of one wallet's fills in one coin, as a part of a body. */
export const coinTotals = {
  pnl: double('Closed PnL in the coin as the exchange reports it, before fees, USD.'),
  trades: int64('Fills in the coin.'),
  winningTrades: int64('Fills in the coin with a closed PnL above 0.'),
  winRate: double('winningTrades / trades × 100.'),
  volume: double('Sum of price × size over market trades in the coin, USD.'),
};

export const coinTotalFields = {
  pnl: 'pnl_usd',
  volume: 'volume_usd',
  winRate: ({ trades, winningTrades }: { trades: number; winningTrades: number }) =>
    winRatePercent(winningTrades, trades),
} as const;

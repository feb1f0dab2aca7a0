import { type Static, Type } from 'typebox';
import { cohortOf } from '../../boards/trader-cohorts.ts';
import type { BoardPeriod, TradersBoard } from '../../boards/traders.ts';
import { dayMs, rfc3339, utcDate } from '../../kernel/clock.ts';
import { bodySchema, nullable, optional } from '../schema.ts';
import { accountValueBody } from './account-value.ts';
import { dateTime, double, int64, utcDay, walletAddress, winRatePercent } from './fields.ts';

const cohort = (description: string) => optional(Type.String({ description }));

/** Fields beyond the totals of a wallet's fills, for the leaderboard and for a single wallet; absent if unknown. */
const netTotalFields = {
  funding: optional(double('Funding received on all perps in the period, USD; negative is paid.')),
  netPnl: optional(double('totalPnl − fees + funding of the period, USD: PnL after costs, in every period.')),
  unrealizedPnl: optional(double('Unrealized PnL of its open perp positions at mark, USD.')),
  positionWinRate: optional(
    double(
      'Perp positions closed in the period with a realized PnL above 0 / closed × 100: positions from flat to flat, not fills.',
    ),
  ),
};

/** A row of the leaderboard (docs/contract.md#leaderboard-rows). */
export const leaderboardTrader = bodySchema('LeaderboardTrader', {
  address: walletAddress(),
  totalPnl: double('Closed PnL over all fills of the period as the exchange reports it, before fees, USD.'),
  totalTrades: int64('Fills of the period; not positions.'),
  winningTrades: int64('Fills with a closed PnL above 0.'),
  winRate: double('winningTrades / totalTrades × 100.'),
  totalVolume: double('Sum of price × size over market trades, USD.'),
  totalFees: nullable(double('All fees paid, rebates subtracted, USD; null unless the period is allTime.')),
  largestWin: nullable(double('Largest closed PnL of one fill, USD; null unless the period is allTime.')),
  largestLoss: nullable(
    double(
      'Most negative closed PnL of one fill, 0 without a losing fill, USD; null unless the period is allTime.',
    ),
  ),
  firstTradeAt: nullable(dateTime('First indexed fill; null unless the period is allTime.')),
  lastTradeAt: nullable(dateTime('Last indexed fill; null unless the period is allTime.')),
  pnlTier: cohort('All-time cohort by realized PnL net of fees: a legacy slug.'),
  pnlTierRecent: cohort('Cohort of the recent window, by smaller cut-offs; absent without a fill in it.'),
  sizeTier: cohort('All-time cohort by traded notional: a legacy slug.'),
  sizeTierRecent: cohort('Cohort of the recent window, by smaller cut-offs; absent without a fill in it.'),
  recentPnl: optional(
    double('Closed PnL of the recent window, the 30 whole UTC days before today, before fees, USD.'),
  ),
  recentVolume: optional(
    double('Traded notional of the recent window, the 30 whole UTC days before today, USD.'),
  ),
  ...netTotalFields,
  recentWindowEnd: optional(utcDay('Last of the 30 whole days of the recent window: yesterday')),
  accountValue: optional(accountValueBody),
});

export type LeaderboardTrader = Static<typeof leaderboardTrader>;

/** 0, as the contract requires, if the wallet has no losing fill. */
export function largestLossUsd(leastPnl: number): number {
  return Math.min(leastPnl, 0);
}

export const leaderboardTraderExample: LeaderboardTrader = {
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  totalPnl: 1840250.75,
  totalTrades: 18214,
  winningTrades: 7012,
  winRate: 38.49785878993083,
  totalVolume: 912340500.25,
  totalFees: 203118.4,
  largestWin: 96420.5,
  largestLoss: -41200.25,
  firstTradeAt: '2024-11-02T08:14:03.120Z',
  lastTradeAt: '2026-01-15T09:30:12.486Z',
  pnlTier: 'money_printer',
  pnlTierRecent: 'smart_money',
  sizeTier: 'tidal_whale',
  sizeTierRecent: 'whale',
  recentPnl: 41200.5,
  recentVolume: 9120340.25,
  recentWindowEnd: '2026-01-14',
};

/**
 * A trader's row; all-time fields are null in other periods
 * (docs/contract.md#leaderboard-rows).
 *
 * @param nowMs end of the recent window, whose figures are set if the wallet traded in it
 */
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

export function untradedRow(address: string): LeaderboardTrader {
  return {
    address,
    totalPnl: 0,
    totalTrades: 0,
    winningTrades: 0,
    winRate: 0,
    totalVolume: 0,
    totalFees: 0,
    largestWin: 0,
    largestLoss: 0,
    firstTradeAt: null,
    lastTradeAt: null,
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

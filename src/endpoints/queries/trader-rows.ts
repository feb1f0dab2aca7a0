import { type BoardPeriod, boardPeriods, type TradersBoard } from '../../boards/traders.ts';
import { dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { accountValueOf } from '../bodies/account-value.ts';
import { type LeaderboardTrader, traderRow } from '../bodies/leaderboard-trader.ts';
import type { RunContext } from '../endpoint.ts';
import { readAccountValues } from './account-value.ts';
import { readNetTotals } from './net-totals.ts';

/** The first moment of a period's UTC days, unix milliseconds; undefined of all time. */
export function periodStartMs(period: BoardPeriod, nowMs: number): number | undefined {
  return period === 'allTime' ? undefined : utcDayStartMs(nowMs) - (boardPeriods[period] - 1) * dayMs;
}

/**
 * Traders as answers show them, in their order: the totals of their fills from memory, what is left after costs in the same days, and
 * what each account is worth now.
 *
 * @throws AnalyticsError
 */
export async function readTraderRows(
  board: TradersBoard,
  rows: Iterable<number>,
  {
    period = 'allTime',
    sources,
    clock,
    signal,
  }: Pick<RunContext, 'sources' | 'clock' | 'signal'> & { period?: BoardPeriod },
): Promise<LeaderboardTrader[]> {
  const nowMs = clock.nowMs();
  // At once: after a wait the board may be a newer one.
  const listed = Array.from(rows, (row) => ({
    shown: traderRow(board, row, period, nowMs),
    wallet: { address: board.address(row), firstMs: board.columns.firstTimeMs[row]! },
  }));
  const wallets = listed.map(({ wallet }) => wallet);
  const addresses = wallets.map(({ address }) => address);
  const [net, values] = await Promise.all([
    readNetTotals(sources, wallets, { fromMs: periodStartMs(period, nowMs), clock, signal }),
    readAccountValues(sources, addresses, signal),
  ]);
  return listed.map(({ shown }, i) => {
    const value = values[i];
    return { ...shown, ...net[i], ...(value && { accountValue: accountValueOf(value) }) };
  });
}

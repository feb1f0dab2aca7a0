import { AnalyticsError } from '../../analytics/store.ts';
import { type BoardPeriod, boardPeriods, type TradersBoard } from '../../boards/traders.ts';
import { dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import { accountValueOf } from '../bodies/account-value.ts';
import { winRatePercent } from '../bodies/fields.ts';
import { type LeaderboardTrader, traderRow } from '../bodies/leaderboard-trader.ts';
import type { RunContext } from '../endpoint.ts';
import type { Sources } from '../sources.ts';
import { readAccountValues } from './account-value.ts';

/** Deadline for the account values of a page. */
const valuesWithinMs = 1_000;

/** Start of a period's UTC days, unix milliseconds; undefined for all time. */
export function periodStartMs(period: BoardPeriod, nowMs: number): number | undefined {
  return period === 'allTime' ? undefined : utcDayStartMs(nowMs) - (boardPeriods[period] - 1) * dayMs;
}

/**
 * Rows of traders in their order: the totals of their fills from memory, net figures of the same days, and
 * current account values. A failure of the additional figures does not fail the rows.
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
  // Read synchronously: after an await the board may have been replaced.
  const listed = Array.from(rows, (row) => ({ row, shown: traderRow(board, row, period, nowMs) }));
  const addresses = listed.map(({ shown }) => shown.address);
  const [values] = await Promise.all([
    valuesInTime(readAccountValues(sources, addresses, signal)),
    sources.netTotals.settled(),
  ]);
  return listed.map(({ row, shown }, i) => {
    const value = values[i];
    const net = netOf(sources, { wallet: row, address: shown.address, period, nowMs });
    return { ...shown, ...net, ...(value && { accountValue: accountValueOf(value) }) };
  });
}

/** The values of accounts; empty if the read fails or takes too long, so that the rows are sent without them. */
async function valuesInTime(
  reading: ReturnType<typeof readAccountValues>,
): ReturnType<typeof readAccountValues> {
  try {
    return await withTimeout(reading, valuesWithinMs, () => []);
  } catch (error) {
    if (error instanceof AnalyticsError) return [];
    throw error;
  }
}

/** Net profit of a wallet and the unrealized PnL of its perp positions at mark; unknown fields are left out. */
function netOf(
  { netTotals, positions, market }: Pick<Sources, 'netTotals' | 'positions' | 'market'>,
  of: { wallet: number; address: string; period: BoardPeriod; nowMs: number },
): Partial<LeaderboardTrader> {
  const { wallet, address, period, nowMs } = of;
  const open = positions.ofWallet(address);
  const { closed, ...net } = netTotals.of(wallet, { period, nowMs, hasOpen: open.length > 0 });
  const knownMs = new Map(
    open.map(({ coin, updatedMs, stateMs = 0 }) => [coin, Math.max(updatedMs, stateMs)]),
  );
  let unrealizedPnl = netTotals.arePositionsKnown(wallet, knownMs) ? 0 : undefined;
  for (const { coin, size, entryPx } of open) {
    const mark = market.mark(coin);
    if (entryPx === undefined || mark === undefined) unrealizedPnl = undefined;
    else if (unrealizedPnl !== undefined)
      unrealizedPnl = roundedUsd(unrealizedPnl + size * (Number(mark.px) - entryPx));
  }
  return {
    ...net,
    ...(unrealizedPnl !== undefined && { unrealizedPnl }),
    ...(closed !== undefined && { positionWinRate: winRatePercent(closed.won, closed.positions) }),
  };
}

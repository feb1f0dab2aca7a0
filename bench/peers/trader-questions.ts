import { dayMs } from '../../src/kernel/clock.ts';
import { addressOf } from '../cold-requests.ts';
import { alltimeSums, coinSums, trade, traderSums } from './answer-columns.ts';
import type { Dialect } from './dialect.ts';
import { type AnswerRow, bareRows, type PeerData, type PeerQuestion } from './question.ts';

const tradersOf = (body: unknown) => (body as { traders: AnswerRow[] }).traders;

/** Wallets ranked by sums of their fills. */
export function boardQuestions({ nowMs }: PeerData): PeerQuestion[] {
  const today = Math.floor(nowMs / dayMs);

  const board = (period: string, days: number, sort: string, order: string): PeerQuestion => ({
    name: `leaderboard-${sort}-${period}`,
    pathOf: (n) => `leaderboard?period=${period}&sort=${sort}&limit=${20 + (n % 80)}&minTrades=${10 + n}`,
    sql: (dialect, n) => `
      select ${traderSums(dialect)}
      from (
        select wallet, sum(trades) as trades, sum(wins) as wins, sum(pnl) as pnl, sum(volume) as volume
        from wallet_days where day > ${today - days} group by wallet having sum(trades) >= ${10 + n}) as sums
      order by ${order}, wallet limit ${20 + (n % 80)}`,
    rowsOf: tradersOf,
  });
  return [
    {
      name: 'leaderboard-pnl-allTime',
      pathOf: (n) => `leaderboard?limit=${20 + (n % 80)}&minTrades=${10 + n}`,
      sql: (dialect, n) => `
        select ${alltimeSums(dialect)} from wallet_totals where trades >= ${10 + n}
        order by pnl desc, wallet limit ${20 + (n % 80)}`,
      rowsOf: tradersOf,
    },
    board('week', 7, 'winrate', '"winRate" desc, trades desc'),
    board('month', 30, 'volume', 'volume desc'),
    board('day', 1, 'losers', 'pnl'),
    {
      name: 'hidden-gems',
      pathOf: (n) => `hidden-gems?minTrades=${10 + n}&maxTrades=5000&minPnl=1000&minWinRate=30`,
      sql: (dialect, n) => `
        select ${alltimeSums(dialect)} from wallet_totals
        where trades between ${10 + n} and 5000 and pnl >= 1000 and win_rate >= 30
        order by win_rate desc, pnl desc, wallet limit 20`,
      rowsOf: bareRows,
    },
  ];
}

/** The fills of one wallet, and their sums. */
export function walletQuestions({ wallets, nowMs }: PeerData): PeerQuestion[] {
  // Spread over all wallets, without repeats: 7919 divides no number of wallets used here.
  const hexOf = (n: number) => addressOf((n * 7_919) % wallets);

  const ofWallet = (
    name: string,
    tail: string,
    sql: (dialect: Dialect, wallet: string) => string,
    rowsOf: PeerQuestion['rowsOf'] = bareRows,
  ): PeerQuestion => ({
    name,
    pathOf: (n) => `trader/0x${hexOf(n)}${tail}`,
    sql: (dialect, n) => sql(dialect, dialect.wallet(hexOf(n))),
    rowsOf,
  });
  return [
    ofWallet(
      'trader',
      '',
      (dialect, wallet) => `select ${alltimeSums(dialect)} from wallet_totals where wallet = ${wallet}`,
    ),
    ofWallet(
      'trader-daily',
      '/daily',
      (_, wallet) => `
        select day, pnl, trades, wins as "winningTrades", volume,
          sum(pnl) over (order by day rows unbounded preceding) as "cumulativePnl"
        from wallet_days where wallet = ${wallet} order by day`,
      (body) => (body as { date: string }[]).map((row) => ({ ...row, day: Date.parse(row.date) / dayMs })),
    ),
    ofWallet(
      'trader-tokens',
      '/tokens',
      (_, wallet) =>
        `select coin, ${coinSums} from wallet_coins where wallet = ${wallet} order by pnl desc, coin`,
    ),
    ofWallet(
      'trader-trades',
      '/trades?since=30d',
      (dialect, wallet) => `
        select ${trade(dialect)} from fills where wallet = ${wallet} and time_ms >= ${nowMs - 30 * dayMs}
        order by time_ms desc, seq desc limit 50`,
    ),
  ];
}

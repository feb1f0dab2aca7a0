import { pnlCohorts } from '../../src/domain/cohort.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { addressOf } from '../cold-requests.ts';
import type { Dialect } from './dialect.ts';
import { type AnswerRow, bareRows, type PeerData, type PeerQuestion } from './question.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** A fill as the API shows it. */
const trade = ({ address }: Dialect) => `
  time_ms as "rawTime", ${address('wallet')} as address, coin, side, dir as direction, px as price, sz as size, px * sz as volume,
  closed_pnl as pnl, fee, tid, start_position as "startPosition"`;
const coinSums = `pnl, trades, wins as "winningTrades", wins * 100.0::float8 / trades as "winRate", volume`;
const traderSums = ({ address }: Dialect) => `
  ${address('wallet')} as address, pnl as "totalPnl", trades as "totalTrades", wins as "winningTrades",
  wins * 100.0::float8 / trades as "winRate", volume as "totalVolume"`;
const alltimeSums = (dialect: Dialect) => `
  ${traderSums(dialect)}, fees as "totalFees", largest_win as "largestWin", least(largest_loss, 0) as "largestLoss"`;
const tradersOf = (body: unknown) => (body as { traders: AnswerRow[] }).traders;

/** Questions that rest on fills. */
export function fillQuestions({ wallets, coins, nowMs }: PeerData): PeerQuestion[] {
  // Spread over all wallets, none twice: 7919 divides no number of wallets used here.
  const hexOf = (n: number) => addressOf((n * 7_919) % wallets);
  const today = Math.floor(nowMs / dayMs);

  const ofWallet = (
    name: string,
    tail: string,
    sql: (dialect: Dialect, wallet: string) => string,
  ): PeerQuestion => ({
    name,
    pathOf: (n) => `trader/0x${hexOf(n)}${tail}`,
    sql: (dialect, n) => sql(dialect, dialect.wallet(hexOf(n))),
    rowsOf: bareRows,
  });
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
  const largest = (
    name: string,
    param: string,
    sign: string,
    condition: string,
    order: string,
  ): PeerQuestion => ({
    name,
    pathOf: (n) => `${name}?${param}=${sign}${50_000 + n}&limit=${20 + (n % 80)}`,
    sql: (dialect, n) => `
      select ${trade(dialect)} from ${dialect.largeFills} where closed_pnl ${condition} ${sign}${50_000 + n}
      order by ${order}, time_ms, seq, wallet limit ${20 + (n % 80)}`,
    rowsOf: bareRows,
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
    ofWallet(
      'trader',
      '',
      (dialect, wallet) => `select ${alltimeSums(dialect)} from wallet_totals where wallet = ${wallet}`,
    ),
    ofWallet(
      'trader-daily',
      '/daily',
      (_, wallet) => `
        select pnl, trades, wins as "winningTrades", volume,
          sum(pnl) over (order by day rows unbounded preceding) as "cumulativePnl"
        from wallet_days where wallet = ${wallet} order by day`,
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
    {
      name: 'trades-recent',
      pathOf: (n) => `trades/recent?since=${60 + n}m`,
      sql: (dialect, n) => `
        select ${trade(dialect)} from ${dialect.fillsByTime} where time_ms >= ${nowMs - (60 + n) * minuteMs}
        order by abs(closed_pnl) desc, time_ms desc, seq desc, wallet limit 50`,
      rowsOf: bareRows,
    },
    largest('biggest-wins', 'minPnl', '', '>=', 'closed_pnl desc'),
    largest('biggest-losses', 'maxPnl', '-', '<=', 'closed_pnl'),
    {
      name: 'token-leaderboard',
      pathOf: (n) =>
        `token-leaderboard/${coins[n % coins.length]}?limit=${50 + Math.floor(n / coins.length)}`,
      sql: (dialect, n) => `
        select ${dialect.address('wallet')} as address, ${coinSums} from wallet_coins where coin = '${coins[n % coins.length]}'
        order by pnl desc, wallet limit ${50 + Math.floor(n / coins.length)}`,
      rowsOf: bareRows,
    },
    {
      name: 'most-traded',
      pathOf: (n) => `most-traded?limit=${20 + n}`,
      sql: (_, n) => `
        select coin, traders, trades as "totalTrades", pnl as "totalPnl" from coin_totals order by trades desc, coin
        limit ${20 + n}`,
      rowsOf: bareRows,
    },
    {
      name: 'cohort-trades',
      pathOf: (n) => `cohorts/pnl/${pnlCohorts[1 + (n % 5)]}/trades?since=${dayMinutes + n}m`,
      sql: (dialect, n) => `
        select ${trade(dialect)} from ${dialect.fillsByTime} as fills
        where time_ms >= ${nowMs - (dayMinutes + n) * minuteMs} and exists (
          select 1 from wallet_totals as w where w.wallet = fills.wallet and w.pnl_tier = ${2 + (n % 5)})
        order by time_ms desc, seq desc, wallet limit 50`,
      rowsOf: bareRows,
    },
  ];
}

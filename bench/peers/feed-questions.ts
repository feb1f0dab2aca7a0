import { pnlCohorts } from '../../src/domain/cohort.ts';
import { coinSums, trade } from './answer-columns.ts';
import { bareRows, type PeerData, type PeerQuestion } from './question.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** Fills of all wallets, the newest or the largest, and their sums by coin. */
export function feedQuestions({ coins, nowMs }: PeerData): PeerQuestion[] {
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

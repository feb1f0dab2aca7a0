import { dayMs } from '../../src/kernel/clock.ts';
import { addressOf } from '../cold-requests.ts';
import type { Dialect } from './dialect.ts';
import { type AnswerRow, bareRows, type PeerData, type PeerQuestion } from './question.ts';

/** Days of the archetypes' window, today included. */
const windowDays = 90;
const shown = 'is_closed and not is_censored';

/** A closed lifecycle as the API shows it in the legacy shape. */
const closed = ({ address }: Dialect) => `
  id, ${address('wallet')} as address, coin, side, entry_vwap as "entryPx", exit_vwap as "exitPx", peak_size as size, notional,
  pnl as "realizedPnl", fees, opened_ms as "openedAtRaw", last_ms as "closedAtRaw", last_ms - opened_ms as "durationMs"`;

interface LifecyclesBody {
  total: number;
  lifecycles: AnswerRow[];
}

/** Questions that rest on lifecycles. */
export function lifecycleQuestions({ wallets, nowMs }: PeerData): PeerQuestion[] {
  const hexOf = (n: number) => addressOf((n * 7_919) % wallets);
  const firstDay = Math.floor(nowMs / dayMs) - windowDays + 1;

  return [
    {
      name: 'closed-positions-recent',
      pathOf: (n) => `closed-positions/recent?since=${60 + n}m`,
      sql: (dialect, n) => `
        select ${closed(dialect)} from ${dialect.lifecyclesByClose}
        where ${shown} and last_ms >= ${nowMs - (60 + n) * 60_000} order by last_ms desc, wallet, id limit 50`,
      rowsOf: bareRows,
    },
    {
      name: 'trader-lifecycles',
      pathOf: (n) => `trader/0x${hexOf(n)}/lifecycles`,
      sql: ({ wallet }, n) => `
        select id, coin, num as "lifecycleNum", side, opened_ms as "openedAtRaw", last_ms as "closedAtRaw",
          last_ms - opened_ms as "durationMs", peak_size as "peakSize", entry_vwap as "entryVwap", exit_vwap as "exitVwap",
          pnl as "realizedPnl", fees, fills as "fillCount", count(*) over () as total
        from lifecycles where wallet = ${wallet(hexOf(n))} and ${shown} order by last_ms desc, coin, id limit 50`,
      rowsOf(body) {
        const { lifecycles, total } = body as LifecyclesBody;
        return lifecycles.map((row) => ({ ...row, total }));
      },
    },
    {
      name: 'trader-closed-stats',
      pathOf: (n) => `trader/0x${hexOf(n)}/closed-positions/stats`,
      sql: ({ wallet }, n) => `
        select count(*) as "totalPositions", count(*) filter (where pnl > 0) as "winningPositions",
          count(*) filter (where pnl < 0) as "losingPositions", coalesce(sum(pnl), 0) as "totalPnl",
          coalesce(avg(pnl), 0) as "avgPnl", coalesce(avg(last_ms - opened_ms), 0) as "avgDurationMs"
        from lifecycles where wallet = ${wallet(hexOf(n))} and ${shown} and last_ms >= ${nowMs - 365 * dayMs}`,
      rowsOf: bareRows,
    },
    {
      name: 'coin-kings',
      pathOf: (n) => `coin-kings?perCoinRank=${1 + (n % 10)}&limit=50&offset=${n}`,
      sql: ({ address }, n) => `
        select coin, ${address('wallet')} as wallet, coin_pnl as "coinPnl", fees as "totalFees", closes as lifecycles, rank
        from (
          select *, row_number() over (partition by coin order by coin_pnl desc, wallet) as rank,
            sum(won) over (partition by coin) as pool
          from (
            select coin, wallet, sum(pnl) as coin_pnl, sum(won) as won, sum(fees) as fees, sum(closes) as closes
            from lifecycle_coin_days where day >= ${firstDay} group by coin, wallet) as sums) as ranked
        where rank <= ${1 + (n % 10)} and coin_pnl > 0 order by pool desc, coin, rank limit 50 offset ${n}`,
      rowsOf: bareRows,
    },
    {
      name: 'coin-alpha-map',
      pathOf: (n) => `coin-alpha-map?limit=${50 + (n % 50)}&offset=${n}`,
      sql: (_, n) => `
        select coin, sum(closes) as lifecycles, count(distinct wallet) as wallets, sum(won) as "winnersPool",
          sum(lost) as "losersPool", sum(pnl) as "netPnl", sum(wins) as "winningLifecycles", sum(losses) as "losingLifecycles",
          sum(fees) as "totalFees"
        from lifecycle_coin_days where day >= ${firstDay} group by coin order by abs(sum(pnl)) desc, coin
        limit ${50 + (n % 50)} offset ${n}`,
      rowsOf: bareRows,
    },
    {
      name: 'survivors',
      pathOf: (n) => `survivors?maxTrough=-${1_000 + n}`,
      sql: ({ address }, n) => `
        select ${address('wallet')} as wallet, trough, current as "currentCumPnl", current - trough as "recoveryAmount"
        from (
          select wallet, sum(pnl) as current, least(0, min(before + trough)) as trough
          from (
            select wallet, pnl, trough, sum(pnl) over (partition by wallet order by day rows unbounded preceding) - pnl as before
            from lifecycle_days where day >= ${firstDay}) as days
          group by wallet) as wallets
        where current > 0 and trough <= -${1_000 + n} order by current - trough desc, wallet limit 50`,
      rowsOf: bareRows,
    },
    {
      name: 'capital-titans',
      pathOf: (n) => `capital-titans?minPnl=${10_000 + n}&minFees=${100 + n}`,
      sql: ({ address }, n) => `
        select ${address('wallet')} as wallet, sum(pnl) as "totalPnl", sum(fees) as "totalFees",
          sum(pnl)::float8 / sum(fees)::float8 as "pnlPerFeeDollar", sum(closes) as lifecycles
        from lifecycle_days where day >= ${firstDay} group by lifecycle_days.wallet
        having sum(pnl) >= ${10_000 + n} and sum(fees) >= ${100 + n} order by 4 desc, lifecycle_days.wallet limit 50`,
      rowsOf: bareRows,
    },
  ];
}

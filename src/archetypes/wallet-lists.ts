import { isPerpCoin } from '../analytics/perp-coins.ts';
import { rankedList } from './ranked-list.ts';

const inWindow = 'day >= {from:Date} AND day <= {to:Date} AND lifecycles > 0';

/** A wallet's PnL at the end of the window, and the least that it came to on the way: never above 0. */
const recoveries = `
  SELECT wallet, arraySort(groupArray((day, pnl, trough))) AS days, arrayCumSum(arrayMap(one -> one.2, days)) AS sums,
    least(toDecimal128(0, 12), arrayMin(arrayMap((one, sum) -> sum - one.2 + one.3, days, sums))) AS trough_pnl,
    sum(pnl) AS current
  FROM lifecycle_days FINAL
  WHERE ${inWindow}
  GROUP BY wallet`;

/** What a wallet realized in each calendar month, UTC. */
const months = `
  SELECT wallet, sum(month_pnl) AS total_pnl, max(month_pnl) AS best_month_pnl, best_month_pnl - total_pnl AS giveback,
    count() AS active_months, countIf(month_pnl > 0) AS profitable_months
  FROM (
    SELECT wallet, toYYYYMM(day) AS month, sum(pnl) AS month_pnl
    FROM lifecycle_days FINAL
    WHERE ${inWindow}
    GROUP BY wallet, month)
  GROUP BY wallet`;

export const survivorList = rankedList({
  name: 'survivors',
  columns: { wallet: 'wallet', trough: 'decimal', currentCumPnl: 'decimal', recoveryAmount: 'decimal' },
  sql: `
    SELECT wallet, trough_pnl AS trough, current AS current_cum_pnl, current - trough_pnl AS recovery_amount
    FROM (${recoveries}) WHERE current > 0`,
  orderBy: 'recovery_amount DESC, wallet',
});

export const antiSurvivorList = rankedList({
  name: 'anti_survivors',
  columns: { wallet: 'wallet', trough: 'decimal', currentCumPnl: 'decimal' },
  sql: `SELECT wallet, trough_pnl AS trough, current AS current_cum_pnl FROM (${recoveries}) WHERE current <= 0`,
  orderBy: 'current_cum_pnl, wallet',
});

export const persistentWinnerList = rankedList({
  name: 'persistent_winners',
  columns: { wallet: 'wallet', profitableMonths: 'number', totalPnl: 'decimal', bestMonthPnl: 'decimal' },
  sql: `SELECT * FROM (${months}) WHERE profitable_months > 0`,
  orderBy: 'profitable_months DESC, total_pnl DESC, wallet',
});

export const oneMonthWonderList = rankedList({
  name: 'one_month_wonders',
  columns: {
    ...{ wallet: 'wallet', bestMonthPnl: 'decimal', totalPnl: 'decimal', giveback: 'decimal' },
    ...{ activeMonths: 'number', profitableMonths: 'number' },
  },
  // The other months sum below 0 where the best one is more than all.
  sql: `SELECT * FROM (${months}) WHERE best_month_pnl >= 0 AND giveback > 0`,
  orderBy: 'giveback DESC, wallet',
});

export const capitalTitanList = rankedList({
  name: 'capital_titans',
  columns: {
    ...{ wallet: 'wallet', totalPnl: 'decimal', totalFees: 'decimal' },
    ...{ pnlPerFeeDollar: 'number', lifecycles: 'number' },
  },
  sql: `
    SELECT wallet, sum(pnl) AS total_pnl, sum(fees) AS total_fees, sum(lifecycle_days.lifecycles) AS lifecycles,
      toFloat64(total_pnl) / toFloat64(total_fees) AS pnl_per_fee_dollar
    FROM lifecycle_days FINAL
    WHERE day >= {from:Date} AND day <= {to:Date} AND lifecycle_days.lifecycles > 0
    GROUP BY wallet HAVING total_pnl >= 0 AND total_fees > 0`,
  orderBy: 'pnl_per_fee_dollar DESC, wallet',
});

/** Wallets whose first fill is in the window, but not on the first day of the store: nobody knows what was before that. */
export const newcomerList = rankedList({
  name: 'newcomer_whales',
  columns: {
    ...{ wallet: 'wallet', grossNotional: 'decimal', lifecycles: 'number', totalPnl: 'decimal' },
    ...{ firstTradeMs: 'number', firstLifecycleMs: 'number' },
  },
  sql: `
    SELECT wallet, gross_notional, closes AS lifecycles, total_pnl, first_trade_ms, first_lifecycle_ms
    FROM (
      SELECT wallet, sum(notional) AS gross_notional, sum(lifecycles) AS closes, sum(pnl) AS total_pnl
      FROM lifecycle_days FINAL
      WHERE ${inWindow}
      GROUP BY wallet) AS sums
    INNER JOIN (
      SELECT wallet, toUnixTimestamp64Milli(min(first_time)) AS first_trade_ms
      FROM wallet_alltime
      GROUP BY wallet
      HAVING min(first_time) >= {since_ms:TimeMs}
        AND toDate(min(first_time)) > (SELECT toDate(min(first_time)) FROM wallet_alltime)) AS firsts USING (wallet)
    INNER JOIN (
      SELECT wallet, toUnixTimestamp64Milli(min(opened)) AS first_lifecycle_ms
      FROM lifecycles FINAL
      WHERE NOT deleted AND ${isPerpCoin}
      GROUP BY wallet) AS openings USING (wallet)`,
  orderBy: 'gross_notional DESC, wallet',
});

/** Profits of wallets, the largest first, by their share of all who have one: disjoint bands, the last one in the list the rest. */
export const concentrationList = rankedList({
  name: 'market_concentration',
  columns: { band: 'number', wallets: 'number', bandPnl: 'decimal', firstRank: 'number', lastRank: 'number' },
  sql: `
    SELECT multiIf(place <= intDiv(most + 999, 1000), 0, place <= intDiv(most + 99, 100), 1, place <= intDiv(most + 9, 10), 2,
        place <= intDiv(most + 1, 2), 3, 4) AS band,
      count() AS wallets, sum(won) AS band_pnl, min(place) AS first_rank, max(place) AS last_rank
    FROM (
      SELECT won, row_number() OVER (ORDER BY won DESC, wallet) AS place, count() OVER () AS most
      FROM (
        SELECT wallet, sum(pnl) AS won FROM lifecycle_days FINAL WHERE ${inWindow} GROUP BY wallet HAVING won > 0))
    GROUP BY band`,
  orderBy: 'band',
});

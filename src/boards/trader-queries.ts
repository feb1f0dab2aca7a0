import { Type } from 'typebox';
import { cohortPlaces, cutOffParams, recentCohortPlaces } from '../analytics/cohort-sql.ts';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import { inRange, rangeParams } from '../analytics/wallet-ranges.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';

const limits = { deadlineMs: 60_000, maxRows: 100_000_000, maxMemoryBytes: 8 * 2 ** 30 };

/**
 * Rows of wallets with fills in the batches. A lookup of the first eight bytes takes half the time of all twenty and excludes
 * nearly all other wallets; the second condition selects the blocks to read by the table's key.
 */
function whereChanged(changedWallets: string, also = '1'): string {
  return `PREWHERE reinterpretAsUInt64(wallet) IN (SELECT reinterpretAsUInt64(wallet) FROM ${changedWallets})
    WHERE wallet IN (SELECT wallet FROM ${changedWallets}) AND ${also}`;
}

/** One thread costs less and leaves the others to requests. */
const oneThread = { max_threads: 1 };

const anyRow = Type.Object({});

const alltime = cohortPlaces({ pnl: 'sum(pnl)', fees: 'sum(fees)', volume: 'sum(volume)' });

function totalsSql(condition: string): string {
  return `
    SELECT
      wallet,
      toFloat64(sum(fills)), toFloat64(sum(wins)), ${nearestOf('sum(pnl)')}, ${nearestOf('sum(volume)')},
      ${nearestOf('sum(fees)')}, ${nearestOf('max(largest_win)')}, ${nearestOf('min(largest_loss)')},
      toFloat64(toUnixTimestamp64Milli(min(first_time))), toFloat64(toUnixTimestamp64Milli(max(last_time))),
      toFloat64(${alltime.pnl}), toFloat64(${alltime.size})
    FROM wallet_alltime
    ${condition}
    GROUP BY wallet`;
}

/** Row: the wallet's 20 bytes, then 11 doubles. */
export const walletTotals = query({
  name: 'board_wallet_totals',
  params: { ...rangeParams, ...cutOffParams },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: totalsSql(`WHERE ${inRange}`),
});

export const changedWalletTotals = query({
  name: 'board_changed_wallet_totals',
  params: { ...batchParams, ...cutOffParams },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: totalsSql(whereChanged(changedByBatches)),
});

const windowParams = { recent: 'Date', month: 'Date', week: 'Date', today: 'Date', ...cutOffParams } as const;

/** The bounds are whole days; days after `today` (a fixed clock) belong to no window. */
function inWindow(first: string): string {
  return `day >= {${first}:Date} AND day <= {today:Date}`;
}

/** Six doubles. */
function windowColumns(first: string): string {
  return `
      toFloat64(sumIf(f, ${inWindow(first)})), toFloat64(sumIf(w, ${inWindow(first)})),
      ${nearestOf(`sumIf(p, ${inWindow(first)})`)}, ${nearestOf(`sumIf(v, ${inWindow(first)})`)},
      toFloat64(countIf(${inWindow(first)})), stddevSampStableIf(toFloat64(p), ${inWindow(first)})`;
}

const inRecent = 'day >= {recent:Date} AND day < {today:Date}';
const recentSums = {
  pnl: `sumIf(p, ${inRecent})`,
  fees: `sumIf(c, ${inRecent})`,
  volume: `sumIf(v, ${inRecent})`,
};
const recentPlaces = recentCohortPlaces(recentSums, `countIf(${inRecent})`);

/** PnL, volume and cohort places of the recent window. Four doubles. */
const recentColumns = `
      ${nearestOf(recentSums.pnl)}, ${nearestOf(recentSums.volume)},
      toFloat64(${recentPlaces.pnl}), toFloat64(${recentPlaces.size})`;

/** Days outside of the month: their number, mean and sum of squared distances from the mean. Three doubles. */
const otherDays = `
      toFloat64(countIf(other)), if(countIf(other) = 0, 0, avgIf(toFloat64(p), other)),
      if(countIf(other) = 0, 0, varPopStableIf(toFloat64(p), other) * countIf(other))`;

function daysSql(condition: string, columns: string): string {
  return `
    SELECT wallet, ${columns}
    FROM (
      SELECT wallet, day, NOT (${inWindow('month')}) AS other,
        sum(fills) AS f, sum(wins) AS w, sum(pnl) AS p, sum(volume) AS v, sum(fees) AS c
      FROM wallet_day
      ${condition}
      GROUP BY wallet, day)
    GROUP BY wallet`;
}

const allWindows = [...['month', 'week', 'today'].map(windowColumns), recentColumns].join();

/** Row: the wallet's 20 bytes, 3 doubles of the days outside of the month, then 6 each of month, week and day, 4 of the recent window. */
export const walletDays = query({
  name: 'board_wallet_days',
  params: { ...rangeParams, ...windowParams },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(`WHERE ${inRange}`, `${otherDays}, ${allWindows}`),
});

const windowWasParams = { recentWas: 'Date', weekWas: 'Date', todayWas: 'Date' } as const;

/** Days that entered or left a window. */
const movedDays = `(
  (day >= {recentWas:Date} AND day < {month:Date}) OR (day >= {weekWas:Date} AND day < {week:Date})
  OR (day >= {todayWas:Date} AND day <= {today:Date}))`;

const walletsOfDays = (days: string) =>
  `wallet IN (SELECT wallet FROM wallet_day WHERE ${inRange} AND ${days})`;

/** Row: as {@link changedWalletWindows}; of wallets whose windows gained or lost a day, even if no day remains. */
export const turnedWalletWindows = query({
  name: 'board_turned_wallet_windows',
  params: { ...rangeParams, ...windowParams, ...windowWasParams },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(`WHERE ${inRange} AND day >= {recentWas:Date} AND ${walletsOfDays(movedDays)}`, allWindows),
});

/** Row: the wallet's 20 bytes, then 3 doubles of the days that left the month. */
export const walletDaysLeft = query({
  name: 'board_wallet_days_left',
  params: { ...rangeParams, month: 'Date', today: 'Date', monthWas: 'Date' },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(`WHERE ${inRange} AND day >= {monthWas:Date} AND day < {month:Date}`, otherDays),
});

/** Row: the wallet's 20 bytes, then 3 doubles of the days outside of the month; of wallets with a day that was ahead of the windows. */
export const turnedWalletOtherDays = query({
  name: 'board_turned_wallet_other_days',
  params: { ...rangeParams, month: 'Date', today: 'Date', todayWas: 'Date' },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(
    `WHERE ${inRange} AND ${walletsOfDays('day > {todayWas:Date} AND day <= {today:Date}')}`,
    otherDays,
  ),
});

/** Row: the wallet's 20 bytes, then 6 doubles each of month, week and day, 4 of the recent window; reads only its days. */
export const changedWalletWindows = query({
  name: 'board_changed_wallet_windows',
  params: { ...batchParams, ...windowParams },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(whereChanged(changedByBatches, inWindow('recent')), allWindows),
});

/** Row: the wallet's 20 bytes, then 3 doubles of the days outside of the month; of wallets with a change in these days. */
export const changedWalletOtherDays = query({
  name: 'board_changed_wallet_other_days',
  params: { ...batchParams, month: 'Date', today: 'Date' },
  row: anyRow,
  limits,
  settings: oneThread,
  sql: daysSql(
    whereChanged(`${changedByBatches} AND NOT (${inWindow('month')})`, `NOT (${inWindow('month')})`),
    otherDays,
  ),
});

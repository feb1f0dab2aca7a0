import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import { inRange, rangeParams } from '../analytics/wallet-ranges.ts';

const limits = { deadlineMs: 120_000, maxRows: 100_000_000, maxMemoryBytes: 8 * 2 ** 30 };
/** One thread uses less CPU in total. A key never changes its month, so FINAL merges each partition separately. */
const settings = { max_threads: 1, do_not_merge_across_partitions_select_final: 1 };
const windowParams = { first: 'Date', last: 'Date' } as const;
const inWindow = 'day >= {first:Date} AND day <= {last:Date}';
const anyRow = Type.Object({});

const sumOf = (column: string) => `sum(lifecycle_days.${column})`;

/**
 * Sums of a wallet over the window, in the order of the board's columns. The days give the total PnL and its running minimum (at most 0);
 * months are UTC calendar months. A day whose closes were deleted has 0 lifecycles and does not count.
 */
function sumsSql(condition: string): string {
  return `
    SELECT wallet, toFloat64(closes), toFloat64(won), toFloat64(lost), toFloat64(liquidated), toFloat64(held), toFloat64(duration),
      ${nearestOf('total')}, ${nearestOf('paid')}, ${nearestOf('gross')}, ${nearestOf('best_close')}, ${nearestOf('worst_close')},
      ${nearestOf('trough_pnl')}, ${nearestOf('total - trough_pnl')}, ${nearestOf('best_month')}, ${nearestOf('best_month - total')},
      toFloat64(length(months)), toFloat64(arrayCount(one -> one > 0, months)),
      if(paid > 0, toFloat64(total) / toFloat64(paid), 0),
      toFloat64(intDiv(reinterpretAsInt128(total), 1000000)), toFloat64(reinterpretAsInt128(total) % 1000000)
    FROM (
      SELECT wallet, ${sumOf('lifecycles')} AS closes, ${sumOf('wins')} AS won, ${sumOf('losses')} AS lost,
        ${sumOf('liquidations')} AS liquidated, groupBitOr(styles) AS held, sum(duration_ms) AS duration, ${sumOf('pnl')} AS total,
        ${sumOf('fees')} AS paid, ${sumOf('notional')} AS gross, maxIf(best, lifecycle_days.lifecycles > 0) AS best_close,
        minIf(worst, lifecycle_days.lifecycles > 0) AS worst_close,
        arraySort(groupArray((day, pnl, trough))) AS days, arrayCumSum(arrayMap(one -> one.2, days)) AS sums,
        least(toDecimal128(0, 12), arrayMin(arrayMap((one, sum) -> sum - one.2 + one.3, days, sums))) AS trough_pnl,
        sumMapIf([toYYYYMM(day)], [pnl], lifecycle_days.lifecycles > 0).2 AS months, arrayMax(months) AS best_month
      FROM lifecycle_days FINAL
      WHERE ${inWindow} AND ${condition}
      GROUP BY wallet)`;
}

export const closerSums = query({
  name: 'closer_sums',
  params: { ...windowParams, ...rangeParams },
  row: anyRow,
  limits,
  settings,
  sql: sumsSql(inRange),
});

/** Sums of wallets with a day whose version is above `after`. */
export const changedCloserSums = query({
  name: 'changed_closer_sums',
  params: { ...windowParams, after: 'UInt64', upTo: 'UInt64' },
  row: anyRow,
  limits,
  settings,
  sql: sumsSql(`wallet IN (
    SELECT wallet FROM lifecycle_days
    WHERE ${inWindow} AND version > {after:UInt64} AND {upTo:UInt64} > {after:UInt64})`),
});

const turnParams = { ...rangeParams, ...windowParams, firstWas: 'Date', lastWas: 'Date' } as const;
const moved = `((day >= {firstWas:Date} AND day < {first:Date}) OR (day > {lastWas:Date} AND day <= {last:Date}))`;
const sumsOfRow = 20;

/** Zeros for the wallets with a day that entered or left the window. */
export const leavingClosers = query({
  name: 'leaving_closers',
  params: turnParams,
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT wallet, ${Array(sumsOfRow).fill('toFloat64(0)').join(', ')}
    FROM lifecycle_days WHERE ${inRange} AND ${moved} GROUP BY wallet`,
});

/** Sums of those wallets, if they have days in the window. */
export const turnedCloserSums = query({
  name: 'turned_closer_sums',
  params: turnParams,
  row: anyRow,
  limits,
  settings,
  sql: sumsSql(`${inRange} AND wallet IN (SELECT wallet FROM lifecycle_days WHERE ${inRange} AND ${moved})`),
});

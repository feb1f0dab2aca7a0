import { Type } from 'typebox';
import { fundingDays } from '../../analytics/funding-sql.ts';
import { nearestOf } from '../../analytics/nearest-sql.ts';
import { query } from '../../analytics/query.ts';
import { inRange, rangeParams } from '../../analytics/wallet-ranges.ts';
import { batchParams, changedByBatches } from '../../changes/batches.ts';

const ms = (time: string) => `toFloat64(toUnixTimestamp64Milli(${time}))`;

/** Periods of UTC days that end with today, in the order of the columns. */
export const netPeriods = ['allTime', 'month', 'week', 'day'] as const;
const inPeriod = {
  allTime: '1',
  month: 'day >= {month:Date}',
  week: 'day >= {week:Date}',
  day: 'day = {today:Date}',
} as const;
const eachPeriod = (columns: (condition: string) => string) =>
  netPeriods.map((period) => columns(inPeriod[period])).join(', ');

const dayParams = { month: 'Date', week: 'Date', today: 'Date' } as const;
const params = {
  row: Type.Object({}),
  limits: { deadlineMs: 120_000, maxRows: 50_000_000, maxMemoryBytes: 4 * 2 ** 30 },
  settings: { max_threads: 1, do_not_merge_across_partitions_select_final: 1 },
} as const;

/** Doubles per wallet in {@link sumsSql}: two times, and three for each period. */
export const sumColumns = 2 + 3 * netPeriods.length;

/**
 * First and last perp fill, unix milliseconds, 0 if none. For each period: a state (0 without fills, 1 with fills, 2 if a fee has no
 * price), funding received, and PnL after fees and funding, summed before rounding.
 */
const sumsSql = (ofWallets: string) => `
  SELECT wallet, toFloat64(minIf(first_ms, last_ms > 0)), toFloat64(max(last_ms)), ${eachPeriod(
    (condition) =>
      `toFloat64(maxIf(state, ${condition})), ${nearestOf(`sumIf(paid, ${condition})`)}, ${nearestOf(`sumIf(net, ${condition})`)}`,
  )}
  FROM (
    SELECT wallet, day, toUInt8(1 + (unpriced_fees > 0)) AS state, pnl - fees AS net, toDecimal128(0, 12) AS paid,
      if(perp = '', 0, ${ms('first.1')}) AS first_ms, if(perp = '', 0, ${ms('last.1')}) AS last_ms
    FROM wallet_flow_days WHERE ${ofWallets} AND day <= {today:Date}
    UNION ALL
    SELECT wallet, day, toUInt8(0), CAST(usdc, 'Decimal(38, 22)'), CAST(usdc, 'Decimal(38, 12)'), toFloat64(0), toFloat64(0)
    FROM ${fundingDays(ofWallets, 'day <= {today:Date}')})
  GROUP BY wallet`;

/** Row: the wallet's 20 bytes, then {@link sumColumns} doubles. */
export const netSums = query({
  name: 'net_sums',
  ...params,
  params: { ...dayParams, ...rangeParams },
  sql: sumsSql(inRange),
});

export const netSumsOfBatches = query({
  name: 'net_sums_of_batches',
  ...params,
  params: { ...dayParams, ...batchParams },
  sql: sumsSql(`wallet IN (SELECT wallet FROM ${changedByBatches})`),
});

/** `since` is a time of the engine's clock. */
export const netSumsOfPayments = query({
  name: 'net_sums_of_payments',
  ...params,
  params: { ...dayParams, since: 'TimeMs' },
  sql: sumsSql('wallet IN (SELECT wallet FROM funding_coin_days WHERE changed >= {since:TimeMs})'),
});

/** Time of the last stored payments, by the engine's clock. */
export const newestPayments = query({
  name: 'net_newest_payments',
  params: {},
  row: Type.Object({ newest_ms: Type.String() }),
  limits: { deadlineMs: 60_000 },
  sql: 'SELECT toString(toUnixTimestamp64Milli(max(changed))) AS newest_ms FROM funding_coin_days',
});

/** Closed perp positions by period, and those with a PnL above 0. */
const closedSql = (ofWallets: string) => `
  SELECT wallet, ${eachPeriod((condition) => `toFloat64(sumIf(lifecycles, ${condition})), toFloat64(sumIf(wins, ${condition}))`)}
  FROM lifecycle_days FINAL WHERE ${ofWallets} AND day <= {today:Date}
  GROUP BY wallet`;

/** Row: the wallet's 20 bytes, then two doubles for each period. */
export const closedSums = query({
  name: 'net_closed_sums',
  ...params,
  params: { ...dayParams, ...rangeParams },
  sql: closedSql(inRange),
});

/** `after` is a version of the fold. */
export const closedSumsSince = query({
  name: 'net_closed_sums_since',
  ...params,
  params: { ...dayParams, after: 'UInt64' },
  sql: closedSql('wallet IN (SELECT wallet FROM lifecycle_days WHERE version > {after:UInt64})'),
});

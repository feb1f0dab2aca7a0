import { Type } from 'typebox';
import {
  chainedLinks,
  combinedFlowColumns,
  flowColumns,
  perpCoin,
} from '../../analytics/derived/tables/wallet-flows.ts';
import { fundingPayments } from '../../analytics/funding-sql.ts';
import { query } from '../../analytics/query.ts';
import { isWholeHour, movesBetweenParts } from '../../positions/account-parts.ts';
import { coverageFacts } from './wallet-coverage.ts';

/** Start of the part of a window that contains a time, seconds: a UTC hour, a day, or a week from Monday. */
const partOf = (seconds: string) =>
  `(intDiv(${seconds} - {offset:Int64}, {length:Int64}) * {length:Int64} + {offset:Int64})`;
const part = { length: 'Int64', offset: 'Int64' } as const;
const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

const flowRow = Type.Object({
  coin: Type.String(),
  at: Type.String(),
  pnl: Type.String(),
  fees: Type.String(),
  builder_fees: Type.String(),
  unpriced: Type.Boolean(),
  paid: Type.String(),
  chained: Type.Boolean(),
  first_ms: Type.String(),
  first_position: Type.String(),
  last_ms: Type.String(),
  last_position: Type.String(),
});

const flowOf = `
  CAST(name, 'String') AS coin, toString(part_s) AS at, toString(pnl) AS pnl, toString(fees) AS fees,
  toString(builder_fees) AS builder_fees, CAST(unpriced_fees > 0, 'Bool') AS unpriced, toString(paid) AS paid, CAST(links = ${chainedLinks}, 'Bool') AS chained,
  ${ms('first.1')} AS first_ms, toString(first.3) AS first_position, ${ms('last.1')} AS last_ms,
  toString(last.3) AS last_position`;

/** Per coin, the fills before a window form one part at 0; those after it, one at the window's end. */
const outside = (condition: string, at: string) => `
  SELECT perp AS name, ${at} AS part_s, ${combinedFlowColumns}
  FROM wallet_flow_days
  WHERE wallet = {wallet:Wallet} AND ${condition}
  GROUP BY name`;

/** Fits a month of hours of a wallet with hundreds of coins. */
const flowLimits = { deadlineMs: 15_000, maxRows: 300_000 };

/** A wallet's flows by UTC days or weeks. */
export const flowsOfDays = query({
  name: 'pnl_flows_of_days',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs', ...part },
  row: flowRow,
  limits: flowLimits,
  sql: `
    SELECT ${flowOf}
    FROM (
      SELECT perp AS name, multiIf(
          day < toDate({from:TimeMs}), toInt64(0), day >= toDate({until:TimeMs}), toInt64(toUnixTimestamp({until:TimeMs})),
          ${partOf("toInt64(toUnixTimestamp(toDateTime(day, 'UTC')))")}) AS part_s, ${combinedFlowColumns}
      FROM wallet_flow_days
      WHERE wallet = {wallet:Wallet}
      GROUP BY name, part_s)`,
});

/** The same by hours, for a window that starts and ends on a UTC day. */
export const flowsOfHours = query({
  name: 'pnl_flows_of_hours',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs' },
  row: flowRow,
  limits: flowLimits,
  sql: `
    SELECT ${flowOf}
    FROM (
      SELECT ${perpCoin} AS name, toInt64(toUnixTimestamp(toStartOfHour(time))) AS part_s, ${flowColumns}
      FROM fills
      WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs}
      GROUP BY name, part_s
      UNION ALL ${outside('day < toDate({from:TimeMs})', 'toInt64(0)')}
      UNION ALL ${outside('day >= toDate({until:TimeMs})', 'toInt64(toUnixTimestamp({until:TimeMs}))')})`,
});

const factRow = Type.Object({
  kind: Type.String(),
  name: Type.String(),
  from_ms: Type.String(),
  to_ms: Type.String(),
  amount: Type.String(),
});

/**
 * A wallet's data apart from fills, each kind with its source: payments by part of the window, or by merged day; transfers; states of
 * its positions; account values; coverage; hours in which the payment census misses a payment of the wallet; whether its money
 * ever moved without a fill; and the first and last fill of all wallets.
 *
 * `from` and `until` begin a UTC day.
 */
export const factsOfWallet = query({
  name: 'pnl_facts',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs', ...part },
  row: factRow,
  limits: { deadlineMs: 15_000, maxRows: 100_000 },
  sql: `
    SELECT if(is_merged, 'merged', 'funding') AS kind, '' AS name, toString(at * 1000) AS from_ms, '' AS to_ms,
      toString(sum(usdc)) AS amount
    FROM (
      SELECT usdc, samples > 0 AS is_merged,
        if(is_merged, toInt64(toUnixTimestamp(hour)), ${partOf('toInt64(toUnixTimestamp(hour))')}) AS at
      FROM ${fundingPayments('wallet = {wallet:Wallet} AND wallet_funding.time >= {from:TimeMs} AND wallet_funding.time < {until:TimeMs}')})
    GROUP BY is_merged, at
    UNION ALL
    SELECT moved.1, if(min(moved.3), '', 'unvalued'), toString(${partOf('toInt64(toUnixTimestamp(time))')} * 1000) AS at, '',
      toString(sum(moved.2))
    FROM ledger_updates FINAL
    ARRAY JOIN arrayFilter(one -> one.4, [
      ('netDeposits', usd, is_valued, class IN ('external', 'transfer', 'unknown')),
      ('ledgerFees', fee_usd - if(class = 'cost', usd, 0), is_fee_valued AND (is_valued OR class != 'cost'),
        class = 'cost' OR fee_usd != 0 OR NOT is_fee_valued)]) AS moved
    WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {until:TimeMs}
    GROUP BY moved.1, at
    UNION ALL
    SELECT 'position', CAST(coin, 'String'), ${ms('time')}, '', toString(szi)
    FROM positions FINAL WHERE wallet = {wallet:Wallet}
    UNION ALL
    SELECT 'account', '', toString(toUnixTimestamp(hour) * 1000), '', toString(assumeNotNull(total))
    FROM (
      SELECT * FROM account_hours FINAL
      LEFT JOIN (${movesBetweenParts('wallet = {wallet:Wallet}')}) AS moved USING wallet
      WHERE ${isWholeHour})
    WHERE wallet = {wallet:Wallet} AND hour > {from:TimeMs} AND hour <= {until:TimeMs} AND total IS NOT NULL
      AND (toInt64(toUnixTimestamp(hour)) = ${partOf('toInt64(toUnixTimestamp(hour))')} OR hour >= {until:TimeMs} - INTERVAL 1 DAY)
    UNION ALL ${coverageFacts}
    UNION ALL
    SELECT 'unpaid', '', toString(toUnixTimestamp(hour) * 1000), '', ''
    FROM payment_census_differences FINAL
    WHERE hour >= {from:TimeMs} AND hour < {until:TimeMs} AND wallet = {wallet:Wallet} AND paid = 0 AND folded != 0
    UNION ALL
    SELECT 'moved', '', '', '', '' FROM (
      SELECT 1 FROM ledger_updates WHERE wallet = {wallet:Wallet} LIMIT 1
      UNION ALL SELECT 1 FROM wallet_funding WHERE wallet = {wallet:Wallet} LIMIT 1)
    UNION ALL
    SELECT 'first', '', ${ms('min(time)')}, ${ms('max(time)')}, '' FROM fills_by_time`,
});

/**
 * The last mark of each part of a window, with its hour: from the exchange's contexts, or from the newest trade if that is
 * of a later hour.
 */
export const marksOfParts = query({
  name: 'pnl_marks',
  params: { coins: 'Array(String)', from: 'TimeMs', until: 'TimeMs', ...part },
  row: Type.Object({
    coin: Type.String(),
    parts: Type.Array(Type.Integer()),
    hours: Type.Array(Type.Integer()),
    prices: Type.Array(Type.String()),
  }),
  limits: { deadlineMs: 15_000, maxRows: 10_000 },
  sql: `
    SELECT CAST(name, 'String') AS coin, groupArray(part_s) AS parts, groupArray(hour_s) AS hours, groupArray(toString(px)) AS prices
    FROM (
      SELECT name, toInt32(${partOf('toInt64(at)')}) AS part_s, toInt32(max(at)) AS hour_s, argMax(mark, (at, is_mark)) AS px
      FROM (
        SELECT coin AS name, toUnixTimestamp(hour) AS at, argMax(mark_px, time) AS mark, 1 AS is_mark
        FROM asset_context_hours
        WHERE coin IN {coins:Array(String)} AND hour >= {from:TimeMs} AND hour < {until:TimeMs} AND mark_px > 0
        GROUP BY name, at
        UNION ALL
        SELECT coin AS name, toUnixTimestamp(hour) AS at, toDecimal128(max(last_trade).3, 12) AS mark, 0 AS is_mark
        FROM coin_hour
        WHERE coin IN {coins:Array(String)} AND hour >= {from:TimeMs} AND hour < {until:TimeMs}
        GROUP BY name, at
        HAVING mark > 0)
      GROUP BY name, part_s)
    GROUP BY name`,
});

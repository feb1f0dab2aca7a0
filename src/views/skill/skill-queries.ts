import { Type } from 'typebox';
import { fundingDays } from '../../analytics/funding-sql.ts';
import { nearestOf } from '../../analytics/nearest-sql.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query } from '../../analytics/query.ts';
import { inRange, rangeParams } from '../../analytics/wallet-ranges.ts';
import { isOfVault, isWholeHour, movesBetweenParts } from '../../positions/account-parts.ts';

/**
 * Rows of days of all wallets, from `first` to `last`: the wallet's 20 bytes, the day since 1970, doubles, and in some queries the kind
 * of market.
 */
const params = {
  params: { first: 'Date', last: 'Date', ...rangeParams },
  row: Type.Object({}),
  limits: { deadlineMs: 120_000, maxRows: 50_000_000, maxMemoryBytes: 4 * 2 ** 30 },
  settings: { max_threads: 1, do_not_merge_across_partitions_select_final: 1 },
} as const;
const inDays = `day >= {first:Date} AND day <= {last:Date} AND ${inRange}`;
const dayNumber = (day: string) => `toFloat64(toUInt32(${day}))`;

/** PnL after fees of fills, whether a fee has no price, volume, and the maker volume bought and sold. */
export const madeDays = query({
  name: 'skill_made_days',
  ...params,
  sql: `
    SELECT wallet, ${dayNumber('day')}, ${nearestOf('sum(pnl) - sum(fees)')}, toFloat64(sum(unpriced_fees) > 0), toFloat64(sum(volume)),
      toFloat64(sum(maker_bought)), toFloat64(sum(maker_sold)), CAST(kind, 'String')
    FROM wallet_market_days WHERE ${inDays} GROUP BY wallet, day, kind`,
});

/** Wallets with a fill before a day: 20 bytes each. */
export const olderWallets = query({
  name: 'skill_older_wallets',
  params: { first: 'Date' },
  row: Type.Object({}),
  limits: { deadlineMs: 60_000, maxRows: 50_000_000 },
  sql: "SELECT wallet FROM wallet_alltime GROUP BY wallet HAVING min(first_time) < toDateTime64({first:Date}, 3, 'UTC')",
});

/** Funding received. */
export const paidDays = query({
  name: 'skill_paid_days',
  ...params,
  sql: `
    SELECT wallet, ${dayNumber('day')}, ${nearestOf('sum(usdc)')},
      if(position(coin, ':') > 0, concat('perps:', substring(coin, 1, position(coin, ':') - 1)), 'perps') AS kind
    FROM ${fundingDays(`${inRange} AND ${isPerpCoin}`, 'day >= {first:Date} AND day <= {last:Date}')}
    GROUP BY wallet, day, kind`,
});

/** Closed positions of perps whose opening was seen, and their PnL after fees. */
export const closedDays = query({
  name: 'skill_closed_days',
  ...params,
  sql: `
    SELECT wallet, ${dayNumber('day')}, toFloat64(lifecycles), ${nearestOf('pnl - fees')}
    FROM lifecycle_days FINAL WHERE ${inDays} AND lifecycles > 0`,
});

/** Account values at the start of a day, if completely known and of one time. */
export const worthDays = query({
  name: 'skill_worth_days',
  ...params,
  sql: `
    SELECT wallet, ${dayNumber('toDate(hour)')}, ${nearestOf('assumeNotNull(total)')}
    FROM account_hours FINAL
    LEFT JOIN (${movesBetweenParts(inRange)}) AS moved USING wallet
    WHERE hour >= toDateTime({first:Date}, 'UTC') AND hour <= toDateTime({last:Date}, 'UTC') AND hour = toStartOfDay(hour)
      AND total IS NOT NULL AND ${inRange} AND ${isWholeHour}`,
});

/**
 * Net deposits, costs of moving money, whether any value is unknown, and whether the wallet is a vault: money moved by its depositors
 * counts as a flow, too.
 */
export const movedDays = query({
  name: 'skill_moved_days',
  ...params,
  sql: `
    SELECT wallet, ${dayNumber('toDate(time)')}, ${nearestOf('sumIf(usd, is_flow)')},
      ${nearestOf("sum(fee_usd - if(class = 'cost', usd, 0))")}, toFloat64(countIf((NOT is_valued AND (is_flow OR class = 'cost')) OR NOT is_fee_valued) > 0),
      toFloat64(max(of_vault))
    FROM (
      SELECT *, class IN ('external', 'transfer', 'unknown') OR ${isOfVault} AS is_flow, ${isOfVault} AS of_vault
      FROM ledger_updates FINAL
      WHERE time >= toDateTime64({first:Date}, 3, 'UTC') AND time < toDateTime64({last:Date} + 1, 3, 'UTC') AND ${inRange})
    WHERE is_flow OR class = 'cost' OR fee_usd != 0 OR NOT is_fee_valued
    GROUP BY wallet, toDate(time)`,
});

/** Time up to which fills, funding and ledger of each individually read wallet are stored, unix milliseconds; 0 if there is a gap. */
export const readWallets = query({
  name: 'skill_read_wallets',
  params: {},
  row: Type.Object({}),
  limits: { deadlineMs: 60_000, maxRows: 50_000_000 },
  sql: `
    SELECT wallet, toFloat64(if(holes.fills > 0, 0, toUnixTimestamp64Milli(fills_to))), toFloat64(if(holes.funding > 0, 0, toUnixTimestamp64Milli(funding_to))),
      toFloat64(if(holes.ledger > 0, 0, toUnixTimestamp64Milli(ledger_to)))
    FROM tracked_wallets FINAL
    LEFT JOIN (
      SELECT toFixedString(wallet, 20) AS wallet, countIf(feed = 'fills') AS fills, countIf(feed = 'walletFunding') AS funding, countIf(feed = 'walletLedger') AS ledger
      FROM coverage FINAL PREWHERE feed IN ('fills', 'walletFunding', 'walletLedger') AND length(wallet) = 20
      WHERE is_gap AND state IN ('open', 'lost') GROUP BY wallet) AS holes USING wallet`,
});

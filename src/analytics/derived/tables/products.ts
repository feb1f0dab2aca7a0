import { isPerpCoin } from '../../perp-coins.ts';
import { isTrade } from '../../trade-sql.ts';
import { type DerivedSum, derived } from '../derived.ts';
import { coin, day, fillsSum, pnlSum, wallet } from './sums.ts';

const time = "DateTime64(3, 'UTC')";
const newest: DerivedSum = { type: time, combine: 'max', from: 'max(time)', audit: 'max(time)' };

/** When each wallet had its last trade in a perp, and in an outcome: a wallet with one in a window that ends now has it there. */
export const walletProducts = derived({
  table: 'wallet_products',
  key: {
    wallet,
    product: {
      type: 'LowCardinality(String)',
      from: "if(startsWith(coin, '#'), 'outcome', 'perp')",
      audit: "if(coin LIKE '#%', 'outcome', 'perp')",
    },
  },
  sums: { last_time: newest },
  where: `${isTrade} AND (startsWith(coin, '#') OR (${isPerpCoin}))`,
  auditWhere:
    "NOT market = 0 AND (coin LIKE '#%' OR NOT (coin LIKE '@%' OR coin LIKE '#%' OR coin LIKE '+%' OR coin LIKE '%/%'))",
  orderBy: 'wallet, product',
  scope: 'wallet',
  shard: 'wallet',
});

const rowsOf = (condition: string): DerivedSum => ({
  type: 'UInt64',
  combine: 'sum',
  from: `countIf(${condition})`,
  audit: `sum(if(${condition}, 1, 0))`,
});
const payout = (condition: string): DerivedSum => ({
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: `sumIf(px * sz, ${condition})`,
  audit: `sum(if(${condition}, px * sz, 0))`,
});
const loss = (condition: string): DerivedSum => ({
  type: 'Decimal(38, 12)',
  combine: 'sum',
  from: `sumIf(-closed_pnl, ${condition})`,
  audit: `-sum(if(${condition}, closed_pnl, 0))`,
});
const price = (combine: 'min' | 'max'): DerivedSum => ({
  type: 'Decimal(18, 10)',
  combine,
  from: `${combine}(px)`,
  audit: `${combine}(px)`,
});

/** What holders of each side of an outcome were paid, by day: a few rows in place of all its fills. */
export const outcomePayouts = derived({
  table: 'outcome_payouts',
  key: { coin, day },
  sums: {
    last_time: newest,
    least_px: price('min'),
    most_px: price('max'),
    rows: rowsOf('1'),
    gained: rowsOf('closed_pnl >= 0'),
    payout: payout('1'),
    gained_payout: payout('closed_pnl >= 0'),
    loss: loss('1'),
    lost_loss: loss('closed_pnl < 0'),
  },
  where: "startsWith(coin, '#') AND dir = 'Settlement'",
  auditWhere: "coin LIKE '#%' AND dir IN ('Settlement')",
  orderBy: 'coin, day',
  scope: 'day',
  shard: 'coin',
});

const isOutcome = "startsWith(coin, '#')";
const auditOutcome = "coin LIKE '#%'";
const traded = (value: string): Pick<DerivedSum, 'combine' | 'from' | 'audit'> => ({
  combine: 'sum',
  from: `sumIf(${value}, ${isTrade})`,
  audit: `sum(if(NOT market = 0, ${value}, 0))`,
});

const marks = 'sum(sipHash64(wallet, time, coin, side, px, sz, dir, market, crossed, closed_pnl, tid))';

/** How many rows outcomes have on each day, and a checksum of all: a cache of a day's sums sees here when it changed. */
export const outcomeDays = derived({
  table: 'outcome_days',
  key: { day },
  sums: { rows: fillsSum, checksum: { type: 'UInt64', combine: 'sum', from: marks, audit: marks } },
  where: isOutcome,
  auditWhere: auditOutcome,
  orderBy: 'day',
  scope: 'day',
  shard: 'coin',
});

/** What each wallet's rows in outcomes come to, by day: ranking traders reads a few rows a day in place of all fills. */
export const outcomeWalletDay = derived({
  table: 'outcome_wallet_day',
  key: { wallet, day },
  sums: {
    fills: { type: 'UInt64', ...traded('1') },
    contracts: { type: 'Decimal(38, 12)', ...traded('sz') },
    notional: { type: 'Decimal(38, 22)', ...traded('px * sz') },
    pnl: pnlSum,
  },
  where: isOutcome,
  auditWhere: auditOutcome,
  orderBy: 'wallet, day',
  partitionBy: 'toYYYYMM(day)',
  scope: 'wallet',
  shard: 'wallet',
});

/** When each wallet had its last row in each outcome: a wallet with one in a window that ends now has it there. */
export const outcomeWallets = derived({
  table: 'outcome_wallets',
  key: {
    wallet,
    outcome: {
      type: 'UInt64',
      from: 'intDiv(toUInt64OrZero(substring(coin, 2)), 10)',
      audit: "toUInt64OrZero(extract(CAST(coin, 'String'), '^#([0-9]*)[0-9]$'))",
    },
  },
  sums: { last_time: newest },
  where: isOutcome,
  auditWhere: auditOutcome,
  orderBy: 'wallet, outcome',
  scope: 'wallet',
  shard: 'wallet',
});

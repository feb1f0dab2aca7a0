import type { Static } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { winRatePercent } from '../bodies/fields.ts';
import { lifecycleSummaryBody } from '../bodies/lifecycle-row.ts';
import { ofKinds } from './closed-lifecycles.ts';

// Empty coin: every coin.
const summaryOfWallet = bodyQuery({
  name: 'pulse_lifecycle_summary',
  params: {
    wallet: 'Wallet',
    from: 'TimeMs',
    to: 'TimeMs',
    coin: 'String',
    censored: 'UInt64',
    spot: 'UInt64',
  },
  body: lifecycleSummaryBody,
  hidden: { duration_sum: 'integer' },
  fields: {
    total: ({ closed, open }) => closed + open,
    winRate: ({ wins, closed }) => winRatePercent(wins, closed),
    totalPnl: 'pnl_usd',
    openRealizedPnl: 'open_pnl_usd',
    totalFees: 'fees_usd',
    openFees: 'open_fees_usd',
    totalBuilderFees: 'builder_fees_usd',
    avgPnl: ({ totalPnl, closed }) => (closed === 0 ? 0 : totalPnl / closed),
    biggestWin: 'best_usd',
    biggestLoss: 'worst_usd',
    avgDurationMs: ({ closed }, { duration_sum }) => (closed === 0 ? 0 : duration_sum / closed),
    firstOpenedAt: 'first_ms',
    lastActivityAt: 'activity_ms',
    maxDurationMs: 'most_ms',
    minDurationMs: 'least_ms',
  },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, concat('0x', lower(hex(wallet))) AS address, countIf(is_closed) AS closed,
      countIf(NOT is_closed) AS open, countIf(is_closed AND pnl > 0) AS wins, countIf(is_closed AND pnl < 0) AS losses,
      countIf(is_closed AND liquidated_fills > 0) AS liquidations, sumIf(pnl, is_closed) AS pnl_usd,
      sumIf(pnl, NOT is_closed) AS open_pnl_usd, sumIf(fees, is_closed) AS fees_usd, sumIf(fees, NOT is_closed) AS open_fees_usd, sumIf(builder_fees, is_closed) AS builder_fees_usd,
      maxIf(pnl, is_closed AND pnl > 0) AS best_usd, minIf(pnl, is_closed AND pnl < 0) AS worst_usd,
      sumIf(held_ms, is_closed) AS duration_sum, uniqExact(coin) AS unique_coins,
      toUnixTimestamp64Milli(min(opened)) AS first_ms, toUnixTimestamp64Milli(max(activity)) AS activity_ms,
      if(closed = 0, NULL, maxIf(held_ms, is_closed)) AS most_ms, if(closed = 0, NULL, minIf(held_ms, is_closed)) AS least_ms
    FROM (
      SELECT wallet, coin, is_closed, pnl, fees, builder_fees, liquidated_fills, opened, if(is_closed, last, opened) AS activity,
        toUnixTimestamp64Milli(last) - toUnixTimestamp64Milli(opened) AS held_ms
      FROM lifecycles FINAL
      WHERE ${inBatch('wallet')} AND NOT deleted AND (NOT is_closed OR (last >= {from:TimeMs} AND last <= {to:TimeMs}))
        AND ({coin:String} = '' OR coin = {coin:String}) AND ({censored:UInt64} = 1 OR NOT is_censored)
        AND ${ofKinds})
    GROUP BY wallet`,
});

type SumsParams = Parameters<typeof summaryOfWallet.read>[1];

/** Zeros without lifecycles. */
export async function readSummary(
  store: Parameters<typeof summaryOfWallet.read>[0],
  params: SumsParams,
  options: Parameters<typeof summaryOfWallet.read>[2],
): Promise<Static<typeof lifecycleSummaryBody>> {
  const [found] = await summaryOfWallet.read(store, params, options);
  return found ?? { address: params.wallet, ...none };
}

const none = {
  total: 0,
  closed: 0,
  open: 0,
  wins: 0,
  losses: 0,
  liquidations: 0,
  winRate: 0,
  totalPnl: 0,
  openRealizedPnl: 0,
  totalFees: 0,
  openFees: 0,
  totalBuilderFees: 0,
  avgPnl: 0,
  biggestWin: 0,
  biggestLoss: 0,
  avgDurationMs: 0,
  uniqueCoins: 0,
};

export const summaryExample: Static<typeof lifecycleSummaryBody> = {
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  total: 33,
  closed: 31,
  open: 2,
  wins: 18,
  losses: 13,
  liquidations: 1,
  winRate: 58.064_516,
  totalPnl: 40_120.5,
  openRealizedPnl: 310.25,
  totalFees: 2_210.75,
  openFees: 41.5,
  totalBuilderFees: 12.5,
  avgPnl: 1_294.209_677,
  biggestWin: 12_400,
  biggestLoss: -8_120.25,
  avgDurationMs: 8_120_455,
  uniqueCoins: 5,
  firstOpenedAt: '2025-12-16T22:05:11.020Z',
  lastActivityAt: '2026-01-15T13:02:40.119Z',
  maxDurationMs: 93_600_000,
  minDurationMs: 1_204,
};

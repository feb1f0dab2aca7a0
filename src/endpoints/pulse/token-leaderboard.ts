import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { boardPeriods } from '../../boards/traders.ts';
import { dayMs, utcDate, utcDayStartMs } from '../../kernel/clock.ts';
import { coinTotalFields, coinTotals } from '../bodies/coin-totals.ts';
import { double, int64, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { enumeration } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const mostTradedCoin = bodySchema('MostTradedCoin', {
  coin: Type.String({ description: "The exchange's own spelling." }),
  traders: int64('Distinct wallets with a fill in the coin.'),
  totalTrades: int64('Fills in the coin; a match counts twice, once for each side.'),
  totalPnl: double('Closed PnL of all wallets in the coin as the exchange reports it, before fees, USD.'),
});

export const mostTraded = endpoint({
  id: 'pulse.most-traded',
  path: '/api/public/v1/pulse/most-traded',
  summary: 'Coins by their number of trades',
  description:
    'Coins by all-time indexed fills, most first; ties by coin. traders counts distinct wallets, totalTrades counts ' +
    "fills (both sides of a match), totalPnl sums the exchange's closed PnL over all wallets, before fees.",
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { limit: rowLimit(20) },
  response: nullable(Type.Array(mostTradedCoin)),
  example: [{ coin: 'BTC', traders: 214820, totalTrades: 48120400, totalPnl: -18420300.5 }],
  async run({ params, sources }) {
    const coins = await sources.tradedCoins.mostTraded();
    return {
      body: coins.slice(0, params.limit).map(({ coin, fills, traders, pnlUsd }) => {
        return { coin, traders, totalTrades: fills, totalPnl: pnlUsd };
      }),
    };
  },
});

const periods = ['allTime', 'day', 'week', 'month'] as const;

const tokenLeaderboardEntry = bodySchema('TokenLeaderboardEntry', {
  address: walletAddress(),
  ...coinTotals,
});

const ofTraders = {
  body: tokenLeaderboardEntry,
  fields: coinTotalFields,
  limits: { maxRows: rowsLimit },
  batchBy: 'coin',
} as const;

/** @param from table and row condition, without the condition on the coin */
function ranked(from: string): string {
  return `
    SELECT
      ${batchKey('coin', 'String')},
      concat('0x', lower(hex(wallet))) AS address, sum(pnl) AS pnl_usd, sum(fills) AS trades,
      sum(wins) AS winning_trades, sum(volume) AS volume_usd
    FROM ${from} AND ${inBatch('coin', 'String')}
    GROUP BY coin, wallet
    ORDER BY coin, pnl_usd DESC, wallet
    LIMIT {limit:UInt64} BY coin`;
}

const coinTraders = bodyQuery({
  ...ofTraders,
  name: 'pulse_token_leaderboard',
  params: { coin: 'String', limit: 'UInt64' },
  sql: ranked('wallet_coin_alltime WHERE 1'),
});

const coinTradersSince = bodyQuery({
  ...ofTraders,
  name: 'pulse_token_leaderboard_days',
  params: { coin: 'String', limit: 'UInt64', from: 'Date' },
  sql: ranked('wallet_coin_day WHERE day >= {from:Date}'),
});

export const tokenLeaderboard = endpoint({
  id: 'pulse.token-leaderboard',
  path: '/api/public/v1/pulse/token-leaderboard/{coin}',
  summary: 'The most profitable traders of one coin',
  description:
    'Wallets by their closed PnL in the coin, highest first; ties by address: of all time, or of the last 1, 7 or 30 UTC calendar ' +
    'days, today included. pnl is the sum of the ' +
    "exchange's closed PnL, before fees; volume the sum of price × size over market trades; winRate winning fills / " +
    'fills × 100.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {
    coin: coin(),
    limit: rowLimit(50),
    period: enumeration(periods, {
      default: 'allTime',
      description: 'All time, or a window of UTC calendar days.',
    }),
  },
  response: nullable(Type.Array(tokenLeaderboardEntry)),
  errors: [404],
  example: [
    {
      address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      pnl: 184020.75,
      trades: 1214,
      winningTrades: 607,
      winRate: 50,
      volume: 41203000.5,
    },
  ],
  async run({ params: { coin: sent, limit, period }, sources, clock, signal }) {
    const params = { coin: knownCoin(sources, sent), limit };
    if (period === 'allTime') return { body: await coinTraders.read(sources.analytics, params, { signal }) };
    const nowMs = clock.nowMs();
    const fromMs = utcDayStartMs(nowMs) - (boardPeriods[period] - 1) * dayMs;
    const days = { ...params, from: utcDate(fromMs) };
    return {
      body: await coinTradersSince.read(sources.analytics, days, { signal }),
      window: { fromMs, toMs: nowMs },
    };
  },
});

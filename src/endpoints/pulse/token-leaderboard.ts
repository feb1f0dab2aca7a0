import { Type } from 'typebox';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { coinTotalFields, coinTotals } from '../bodies/coin-totals.ts';
import { walletAddress } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { bodySchema, nullable } from '../schema.ts';

const tokenLeaderboardEntry = bodySchema('TokenLeaderboardEntry', {
  address: walletAddress(),
  ...coinTotals,
});

const coinTraders = bodyQuery({
  name: 'pulse_token_leaderboard',
  params: { coin: 'String', limit: 'UInt64' },
  body: tokenLeaderboardEntry,
  fields: coinTotalFields,
  limits: { maxRows: rowsLimit },
  batchBy: 'coin',
  sql: `
    SELECT
      ${batchKey('coin', 'String')},
      concat('0x', lower(hex(wallet))) AS address, sum(pnl) AS pnl_usd, sum(fills) AS trades,
      sum(wins) AS winning_trades, sum(volume) AS volume_usd
    FROM wallet_coin_alltime
    WHERE ${inBatch('coin', 'String')}
    GROUP BY coin, wallet
    ORDER BY coin, pnl_usd DESC, wallet
    LIMIT {limit:UInt64} BY coin`,
});

export const tokenLeaderboard = endpoint({
  id: 'pulse.token-leaderboard',
  path: '/api/public/v1/pulse/token-leaderboard/{coin}',
  summary: 'The most profitable traders of one coin',
  description:
    'Wallets by their all-time closed PnL in the coin, highest first; ties by address. pnl is the sum of the ' +
    "exchange's closed PnL, before fees; volume the sum of price × size over market trades; winRate winning fills / " +
    'fills × 100.',
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: { coin: coin(), limit: rowLimit(50) },
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
  async run({ params, sources, signal }) {
    const name = knownCoin(sources, params.coin);
    return {
      body: await coinTraders.read(sources.analytics, { coin: name, limit: params.limit }, { signal }),
    };
  },
});

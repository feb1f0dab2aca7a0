import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { closedObject, double, int64, walletAddress } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { nullable, schema } from '../schema.ts';
import { coinTotals } from './coin-totals.ts';

const tokenLeaderboardEntry = schema(
  'TokenLeaderboardEntry',
  Type.Object(
    {
      address: walletAddress(),
      pnl: double('Closed PnL in the coin as the exchange reports it, before fees, USD.'),
      trades: int64('Fills in the coin.'),
      winningTrades: int64('Fills in the coin with a closed PnL above 0.'),
      winRate: double('winningTrades / trades × 100.'),
      volume: double('Sum of price × size over market trades in the coin, USD.'),
    },
    closedObject,
  ),
);

const coinTraders = query({
  name: 'pulse_token_leaderboard',
  params: { coin: 'String', limit: 'UInt64' },
  row: Type.Object({
    address: Type.String(),
    pnl_usd: Type.String(),
    trades: Type.String(),
    winning_trades: Type.String(),
    volume_usd: Type.String(),
  }),
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT
      concat('0x', lower(hex(wallet))) AS address, sum(pnl) AS pnl_usd, sum(fills) AS trades,
      sum(wins) AS winning_trades, sum(volume) AS volume_usd
    FROM wallet_coin_alltime
    WHERE coin = {coin:String}
    GROUP BY wallet
    ORDER BY pnl_usd DESC, wallet
    LIMIT {limit:UInt64}`,
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
    const rows = await sources.analytics.rows(coinTraders, { coin: name, limit: params.limit }, { signal });
    const body = rows.map((row) => ({ address: row.address, ...coinTotals(row) }));
    return { body };
  },
});

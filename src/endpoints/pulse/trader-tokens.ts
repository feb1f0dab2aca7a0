import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { closedObject, double, int64 } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-trader.ts';
import { address } from '../params/wallets.ts';
import { nullable, optional, schema } from '../schema.ts';
import { coinTotals } from './coin-totals.ts';

const traderTokenStat = schema(
  'TraderTokenStat',
  Type.Object(
    {
      coin: Type.String({ description: "The exchange's own spelling." }),
      pnl: double('Closed PnL in the coin as the exchange reports it, before fees, USD.'),
      trades: int64('Fills in the coin.'),
      winningTrades: int64('Fills in the coin with a closed PnL above 0.'),
      winRate: double('winningTrades / trades × 100.'),
      volume: double('Sum of price × size over market trades in the coin, USD.'),
      displayName: optional(Type.String({ description: 'Readable name of the coin, where it has one.' })),
    },
    closedObject,
  ),
);

const traderCoins = query({
  name: 'pulse_trader_tokens',
  params: { wallet: 'Wallet' },
  row: Type.Object({
    coin: Type.String(),
    pnl_usd: Type.String(),
    trades: Type.String(),
    winning_trades: Type.String(),
    volume_usd: Type.String(),
  }),
  sql: `
    SELECT
      coin, sum(pnl) AS pnl_usd, sum(fills) AS trades, sum(wins) AS winning_trades, sum(volume) AS volume_usd
    FROM wallet_coin_alltime
    WHERE wallet = {wallet:Wallet}
    GROUP BY coin
    ORDER BY pnl_usd DESC, coin`,
});

export const traderTokens = endpoint({
  id: 'pulse.trader-tokens',
  path: '/api/public/v1/pulse/trader/{address}/tokens',
  summary: "One trader's coins, most profitable first",
  description:
    'One row per coin in which the wallet has an indexed fill, spot and outcomes included, by pnl, highest first; ' +
    'ties by coin. pnl is the sum of the closed PnL of its fills in the coin, before fees; volume the sum of ' +
    'price × size over market trades; winRate winning fills / fills × 100.',
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: { address: address() },
  response: nullable(Type.Array(traderTokenStat)),
  errors: [404],
  example: [{ coin: 'BTC', pnl: 18420.75, trades: 214, winningTrades: 107, winRate: 50, volume: 4120300.5 }],
  async run({ params, sources, signal }) {
    const rows = await sources.analytics.rows(traderCoins, { wallet: params.address }, { signal });
    if (rows.length === 0) throw unknownTrader(params.address);
    const body = rows.map((row) => ({ coin: row.coin, ...coinTotals(row) }));
    return { body };
  },
});

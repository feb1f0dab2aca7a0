import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { coinTotalFields, coinTotals } from '../bodies/coin-totals.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-trader.ts';
import { address } from '../params/wallets.ts';
import { bodySchema, nullable, optional } from '../schema.ts';

const traderTokenStat = bodySchema('TraderTokenStat', {
  coin: Type.String({ description: "The exchange's own spelling." }),
  ...coinTotals,
  displayName: optional(Type.String({ description: 'Readable name of the coin, where it has one.' })),
});

// By wallet first: a wallet's coins are one range of it, where a table by coin is searched once for every coin there is.
const traderCoins = bodyQuery({
  name: 'pulse_trader_tokens',
  params: { wallet: 'Wallet' },
  body: traderTokenStat,
  fields: coinTotalFields,
  batchBy: 'wallet',
  sql: `
    SELECT
      ${batchKey('wallet')}, coin, sum(pnl) AS pnl_usd, sum(fills) AS trades, sum(wins) AS winning_trades,
      sum(volume) AS volume_usd
    FROM wallet_coin_day
    WHERE ${inBatch('wallet')}
    GROUP BY wallet, coin
    ORDER BY batch_key, pnl_usd DESC, coin`,
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
    const body = await traderCoins.read(sources.analytics, { wallet: params.address }, { signal });
    if (body.length === 0) throw unknownTrader(params.address);
    return { body };
  },
});

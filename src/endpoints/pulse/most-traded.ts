import { Type } from 'typebox';
import { bodyQuery } from '../bodies/body-query.ts';
import { double, int64 } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { bodySchema, nullable } from '../schema.ts';

const mostTradedCoin = bodySchema('MostTradedCoin', {
  coin: Type.String({ description: "The exchange's own spelling." }),
  traders: int64('Distinct wallets with a fill in the coin.'),
  totalTrades: int64('Fills in the coin; a match counts twice, once for each side.'),
  totalPnl: double('Closed PnL of all wallets in the coin as the exchange reports it, before fees, USD.'),
});

const coinActivity = bodyQuery({
  name: 'pulse_most_traded',
  params: { limit: 'UInt64' },
  body: mostTradedCoin,
  fields: { totalTrades: 'trades', totalPnl: 'pnl_usd' },
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT coin, uniqExact(wallet) AS traders, sum(fills) AS trades, sum(pnl) AS pnl_usd
    FROM wallet_coin_alltime
    GROUP BY coin
    ORDER BY trades DESC, coin
    LIMIT {limit:UInt64}`,
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
  cache: fillsFreshness,
  params: { limit: rowLimit(20) },
  response: nullable(Type.Array(mostTradedCoin)),
  example: [{ coin: 'BTC', traders: 214820, totalTrades: 48120400, totalPnl: -18420300.5 }],
  run: async ({ params, sources, signal }) => ({
    body: await coinActivity.read(sources.analytics, { limit: params.limit }, { signal }),
  }),
});

import { Type } from 'typebox';
import { double, int64 } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
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
  cache: fillsFreshness,
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

import { Type } from 'typebox';
import { ascending, descending, pageOf, totalOrder } from '../../analytics/total-order.ts';
import { closeSums } from '../../archetypes/close-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, double, int32 } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { bodySchema, nullable } from '../schema.ts';
import { closeSumsBy } from './close-sums.ts';

const coinAlphaMapRow = bodySchema('CoinAlphaMapRow', {
  coin: coinName(),
  lifecycles: int32('Closed lifecycles.'),
  wallets: int32('Distinct wallets with one.'),
  winnersPool: double('PnL of those that won, USD.'),
  losersPool: double('PnL of those that lost, never above 0, USD.'),
  netPnl: double('winnersPool + losersPool, USD; the ranking key by its size.'),
  winningLifecycles: int32('Lifecycles with a PnL above 0.'),
  losingLifecycles: int32('Lifecycles with a PnL below 0.'),
  totalFees: double('Fees of all of them, USD.'),
});

const byNetPnl = totalOrder<{ netPnl: number; coin: string }>(
  descending(({ netPnl }) => Math.abs(netPnl)),
  ascending(({ coin }) => coin),
);

export const coinAlphaMap = endpoint({
  id: 'pulse.coin-alpha-map',
  path: '/api/public/v1/pulse/coin-alpha-map',
  summary: 'What was won and lost in each coin',
  description: `Coins by |netPnl|, largest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  cache: lifecycleFreshness,
  params: page(100),
  response: nullable(Type.Array(coinAlphaMapRow)),
  example: [
    {
      coin: 'BTC',
      lifecycles: 41_204,
      wallets: 8_120,
      winnersPool: 4_204_118.5,
      losersPool: -5_104_220.25,
      netPnl: -900_101.75,
      winningLifecycles: 20_110,
      losingLifecycles: 20_902,
      totalFees: 310_204.5,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const coins = closeSumsBy(rows, 'coin').toSorted(byNetPnl);
    const body = pageOf(coins, params).map((one) => {
      const { coin, lifecycles, wallets, winnersPool, losersPool, netPnl, totalFees } = one;
      const counts = { winningLifecycles: one.wins, losingLifecycles: one.losses };
      return { coin, lifecycles, wallets, winnersPool, losersPool, netPnl, ...counts, totalFees };
    });
    return { body, window: rows.window };
  },
});

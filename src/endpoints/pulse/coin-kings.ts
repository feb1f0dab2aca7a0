import { Type } from 'typebox';
import { coinKingList } from '../../archetypes/close-lists.ts';
import { kingsPerCoin } from '../../archetypes/coin-closers.ts';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { int } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const coinKingsRow = bodySchema('CoinKing', {
  coin: coinName(),
  wallet: walletAddress(),
  coinPnl: double('Its realized PnL in the coin, above 0, USD.'),
  totalFees: double('Fees of those lifecycles, USD.'),
  lifecycles: int32('Lifecycles that it closed in the coin.'),
  rank: int32('Its place in the coin, from 1.'),
});

export const coinKings = endpoint({
  id: 'pulse.coin-kings',
  path: '/api/public/v1/pulse/coin-kings',
  summary: 'The best earners of each coin',
  description: `The wallets that earned most in each coin, the coin with the largest sum of winning lifecycles first, then by rank. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  cache: lifecycleFreshness,
  params: {
    perCoinRank: int({
      min: 1,
      max: kingsPerCoin,
      default: 1,
      description: 'How many wallets of each coin.',
    }),
    ...page(50),
  },
  response: nullable(Type.Array(coinKingsRow)),
  example: [
    {
      coin: 'BTC',
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      coinPnl: 204_118.5,
      totalFees: 1_204.25,
      lifecycles: 40,
      rank: 1,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(coinKingList);
    const rank = rows.number('rank');
    const body = rowsOfPage(rows, params, (place) => rank(place) <= params.perCoinRank);
    return { body, window: rows.window };
  },
});

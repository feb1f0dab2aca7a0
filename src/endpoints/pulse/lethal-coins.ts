import { type Static, Type } from 'typebox';
import { ascending, descending, pageOf, totalOrder } from '../../analytics/total-order.ts';
import { closeSums } from '../../archetypes/close-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, double, int32 } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { int } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';
import { closeSumsBy } from './close-sums.ts';

const lethalCoinsRow = bodySchema('LethalCoinRow', {
  coin: coinName(),
  totalLifecycles: int32('Closed lifecycles.'),
  liquidations: int32('Those of which at least a part was liquidated.'),
  liquidationPct: double('liquidations / totalLifecycles × 100; the ranking key.'),
  totalPenalty: double('Penalty fees of the victims, USD.'),
});

type Coin = Static<typeof lethalCoinsRow>;
const byLethality = totalOrder<Coin>(
  descending(({ liquidationPct }) => liquidationPct),
  ascending(({ coin }) => coin),
);

function lethality(one: {
  coin: string;
  lifecycles: number;
  liquidations: number;
  totalPenalty: number;
}): Coin {
  const { coin, lifecycles, liquidations, totalPenalty } = one;
  const liquidationPct = (liquidations * 100) / lifecycles;
  return { coin, totalLifecycles: lifecycles, liquidations, liquidationPct, totalPenalty };
}

export const lethalCoins = endpoint({
  id: 'pulse.lethal-coins',
  path: '/api/public/v1/pulse/lethal-coins',
  summary: 'Coins in which most positions are liquidated',
  description: `Coins with at least minLifecycles closed lifecycles, by the percentage of them that was liquidated, largest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minLifecycles: int({ min: 1, default: 100, description: 'The least number of lifecycles.' }),
    ...page(50),
  },
  response: nullable(Type.Array(lethalCoinsRow)),
  example: [
    { coin: 'BTC', totalLifecycles: 41_204, liquidations: 206, liquidationPct: 0.5, totalPenalty: 4_204.25 },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const coins = closeSumsBy(rows, 'coin')
      .filter(({ lifecycles }) => lifecycles >= params.minLifecycles)
      .map(lethality);
    return { body: pageOf(coins.toSorted(byLethality), params), window: rows.window };
  },
});

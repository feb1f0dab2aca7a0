import { Type } from 'typebox';
import { styleNames } from '../../analytics/holding-styles.ts';
import { closeSums } from '../../archetypes/close-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32, text } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';
import { closeSumsBy } from './close-sums.ts';

const styleDistributionRow = bodySchema('StyleDistributionRow', {
  style: text(
    'By time held: hft below 1 min, scalper below 1 h, day below 24 h, swing below 7 d, holder from there on.',
  ),
  lifecycles: int32('Closed lifecycles.'),
  wallets: int32('Distinct wallets with one.'),
  totalPnl: double('Their realized PnL, USD.'),
  avgPnl: double('totalPnl / lifecycles, 0 where there is none, USD.'),
  totalFees: double('Their fees, USD.'),
});

export const styleDistribution = endpoint({
  id: 'pulse.style-distribution',
  path: '/api/public/v1/pulse/style-distribution',
  summary: 'Lifecycles by how long positions were held',
  description: `Lifecycles by the time from opening to close: five rows always, the shortest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  cache: lifecycleFreshness,
  params: {},
  response: nullable(Type.Array(styleDistributionRow)),
  example: [
    {
      style: 'hft',
      lifecycles: 4_120,
      wallets: 812,
      totalPnl: 20_114.25,
      avgPnl: 4.882_099_514_563_107,
      totalFees: 1_204.25,
    },
  ],
  async run({ sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const known = new Map(closeSumsBy(rows, 'style').map((one) => [one.style, one]));
    const body = styleNames.map((style, place) => {
      const { lifecycles = 0, wallets = 0, netPnl = 0, totalFees = 0 } = known.get(place) ?? {};
      const avgPnl = lifecycles === 0 ? 0 : netPnl / lifecycles;
      return { style, lifecycles, wallets, totalPnl: netPnl, avgPnl, totalFees };
    });
    return { body, window: rows.window };
  },
});

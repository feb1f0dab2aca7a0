import { Type } from 'typebox';
import { closeSums } from '../../archetypes/close-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32 } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';
import { closeSumsBy } from './close-sums.ts';

const hourProfitabilityRow = bodySchema('HourProfitabilityRow', {
  hourUtc: int32('Hour of the close, UTC, 0 to 23.'),
  lifecycles: int32('Lifecycles closed in it.'),
  totalPnl: double('Their realized PnL, USD.'),
  avgPnl: double('totalPnl / lifecycles, 0 where there is none, USD.'),
  wins: int32('Those with a PnL above 0.'),
  losses: int32('Those with a PnL below 0.'),
});

export const hourProfitability = endpoint({
  id: 'pulse.hour-profitability',
  path: '/api/public/v1/pulse/hour-profitability',
  summary: 'What was won at each hour of the day',
  description: `Lifecycles by the UTC hour of their close: 24 rows always, from 0. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  cache: lifecycleFreshness,
  params: {},
  response: nullable(Type.Array(hourProfitabilityRow)),
  example: [
    {
      hourUtc: 0,
      lifecycles: 4_120,
      totalPnl: 20_114.25,
      avgPnl: 4.882_099_514_563_107,
      wins: 2_100,
      losses: 1_980,
    },
  ],
  async run({ sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const known = new Map(closeSumsBy(rows, 'hour').map((one) => [one.hour, one]));
    const body = Array.from({ length: 24 }, (_, hourUtc) => {
      const { lifecycles = 0, netPnl = 0, wins = 0, losses = 0 } = known.get(hourUtc) ?? {};
      const avgPnl = lifecycles === 0 ? 0 : netPnl / lifecycles;
      return { hourUtc, lifecycles, totalPnl: netPnl, avgPnl, wins, losses };
    });
    return { body, window: rows.window };
  },
});

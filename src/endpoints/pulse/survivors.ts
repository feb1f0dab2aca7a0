import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { survivorList } from '../../archetypes/wallet-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const survivorsRow = bodySchema('Survivor', {
  wallet: walletAddress(),
  trough: double('The least that its running PnL came to, never above 0, USD.'),
  currentCumPnl: double('Realized PnL of the window, above 0, USD.'),
  recoveryAmount: double('currentCumPnl − trough, USD; the ranking key.'),
});

export const survivors = endpoint({
  id: 'pulse.survivors',
  path: '/api/public/v1/pulse/survivors',
  summary: 'Wallets that came back from a deep loss',
  description: `Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is above 0 now, by recoveryAmount, largest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    maxTrough: number({
      max: 0,
      default: -10_000,
      description: 'Wallets that fell at least so low, USD, not positive.',
    }),
    ...page(50),
  },
  response: nullable(Type.Array(survivorsRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      trough: -48_210.5,
      currentCumPnl: 20_114.25,
      recoveryAmount: 68_324.75,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(survivorList);
    const trough = rows.number('trough');
    const body = rowsOfPage(rows, params, (place) => trough(place) <= params.maxTrough);
    return { body, window: rows.window };
  },
});

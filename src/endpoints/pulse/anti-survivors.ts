import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { antiSurvivorList } from '../../archetypes/wallet-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const antiSurvivorsRow = bodySchema('AntiSurvivor', {
  wallet: walletAddress(),
  trough: double('The least that its running PnL came to, never above 0, USD.'),
  currentCumPnl: double('Realized PnL of the window, USD; the ranking key.'),
});

export const antiSurvivors = endpoint({
  id: 'pulse.anti-survivors',
  path: '/api/public/v1/pulse/anti-survivors',
  summary: 'Wallets that fell deep and are still there',
  description: `Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is at stillUnderwater or below now, by currentCumPnl, worst first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    maxTrough: number({
      max: 0,
      default: -10_000,
      description: 'Wallets that fell at least so low, USD, not positive.',
    }),
    stillUnderwater: number({
      max: 0,
      default: 0,
      description: 'Wallets whose PnL is at most this now, USD.',
    }),
    ...page(50),
  },
  response: nullable(Type.Array(antiSurvivorsRow)),
  example: [
    { wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789', trough: -48_210.5, currentCumPnl: -41_002.75 },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(antiSurvivorList);
    const trough = rows.number('trough');
    const current = rows.number('currentCumPnl');
    const isWanted = (place: number) =>
      trough(place) <= params.maxTrough && current(place) <= params.stillUnderwater;
    return { body: rowsOfPage(rows, params, isWanted), window: rows.window };
  },
});

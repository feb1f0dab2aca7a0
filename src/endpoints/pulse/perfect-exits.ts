import { Type } from 'typebox';
import { perfectExitList } from '../../archetypes/event-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, dateTime, double, int64, text, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';
import { eventTimes, winnersPage } from './event-page.ts';

const perfectExitsRow = bodySchema('PerfectExitRow', {
  id: int64('Names the lifecycle, also in later answers.'),
  address: walletAddress(),
  coin: coinName(),
  side: text('long or short.'),
  openedAt: dateTime('First fill.'),
  closedAt: dateTime('Last fill.'),
  entryVwap: double('Mean price of the fills that increased it, by size.'),
  exitVwap: double('Mean price of the fills that decreased it, by size.'),
  mfePx: double('Best price while it was open.'),
  realizedPnl: double('Before fees, USD.'),
  mfeCapturePct: double(
    'How much of the way from entry to best price its exits took, percent; the ranking key.',
  ),
});

export const perfectExits = endpoint({
  id: 'pulse.perfect-exits',
  path: '/api/public/v1/pulse/perfect-exits',
  summary: 'Winners that left near the best price',
  description: `Lifecycles with a realized PnL of at least minPnl, and above 0, whose exit VWAP took at least minCapturePct of the way from entry to best price, the most first; the best price has to be known, and at least 0.5 % from entry. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minCapturePct: number({ min: 0, max: 100, default: 90, description: 'The least share taken, percent.' }),
    minPnl: number({ min: 0, default: 1_000, description: 'The least PnL, USD.' }),
    ...page(50),
  },
  response: nullable(Type.Array(perfectExitsRow)),
  example: [
    {
      id: 5_120_455_881_204_417,
      address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      coin: 'BTC',
      side: 'long',
      openedAt: '2026-01-15T09:30:12.486Z',
      closedAt: '2026-01-15T13:02:40.119Z',

      entryVwap: 96_250,

      exitVwap: 97_100,
      mfePx: 97_150,
      realizedPnl: 10_625,
      mfeCapturePct: 94.44,
    },
  ],
  async run({ params, sources, signal }) {
    const { minCapturePct: least, ...asked } = params;
    const { rows, window } = await winnersPage(
      sources,
      { ...asked, list: perfectExitList, ranked: 'mfeCapturePct', least },
      signal,
    );
    const body = rows.map((row) => {
      const { id, address, coin, side, entryVwap, exitVwap, mfePx, realizedPnl, mfeCapturePct } = row;
      return {
        ...{ id, address, coin, side, ...eventTimes(row) },
        ...{ entryVwap, mfePx, exitVwap, realizedPnl, mfeCapturePct },
      };
    });
    return { body, window };
  },
});

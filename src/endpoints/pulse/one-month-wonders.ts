import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { oneMonthWonderList } from '../../archetypes/wallet-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const oneMonthWondersRow = bodySchema('OneMonthWonder', {
  wallet: walletAddress(),
  bestMonthPnl: double('Realized PnL of the best calendar month, UTC, USD.'),
  totalPnl: double('Realized PnL of the window, USD.'),
  giveback: double('bestMonthPnl − totalPnl: what the other months lost, USD; the ranking key.'),
  activeMonths: int32('Calendar months with a closed lifecycle.'),
  profitableMonths: int32('Those with a PnL above 0.'),
});

export const oneMonthWonders = endpoint({
  id: 'pulse.one-month-wonders',
  path: '/api/public/v1/pulse/one-month-wonders',
  summary: 'Wallets that gave back what one month won',
  description: `Wallets whose best calendar month (UTC) of the window won at least minBestMonth and whose other months together lost, by giveback, largest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minBestMonth: number({ min: 0, default: 50_000, description: 'The least PnL of the best month, USD.' }),
    ...page(50),
  },
  response: nullable(Type.Array(oneMonthWondersRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      bestMonthPnl: 90_310.25,
      totalPnl: 12_004.5,
      giveback: 78_305.75,
      activeMonths: 3,
      profitableMonths: 1,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(oneMonthWonderList);
    const best = rows.number('bestMonthPnl');
    const body = rowsOfPage(rows, params, (place) => best(place) >= params.minBestMonth);
    return { body, window: rows.window };
  },
});

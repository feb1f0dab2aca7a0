import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { persistentWinnerList } from '../../archetypes/wallet-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { int } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const persistentWinnersRow = bodySchema('PersistentWinner', {
  wallet: walletAddress(),
  profitableMonths: int32('Calendar months, UTC, of the window with a PnL above 0.'),
  totalPnl: double('Realized PnL of the window, USD.'),
  bestMonthPnl: double('That of the best month, USD.'),
});

export const persistentWinners = endpoint({
  id: 'pulse.persistent-winners',
  path: '/api/public/v1/pulse/persistent-winners',
  summary: 'Wallets that won in several months',
  description: `Wallets with a profit in at least minMonths calendar months (UTC) of the window, by profitableMonths, then totalPnl. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minMonths: int({ min: 1, max: 3, default: 2, description: 'The least number of profitable months.' }),
    ...page(50),
  },
  response: nullable(Type.Array(persistentWinnersRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      profitableMonths: 3,
      totalPnl: 204_118.5,
      bestMonthPnl: 90_310.25,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(persistentWinnerList);
    const months = rows.number('profitableMonths');
    const body = rowsOfPage(rows, params, (place) => months(place) >= params.minMonths);
    return { body, window: rows.window };
  },
});

import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { capitalTitanList } from '../../archetypes/wallet-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const capitalTitansRow = bodySchema('CapitalTitan', {
  wallet: walletAddress(),
  totalPnl: double('Realized PnL of the window before fees, USD.'),
  totalFees: double('Fees of those lifecycles, above 0, USD.'),
  pnlPerFeeDollar: double('totalPnl / totalFees; the ranking key.'),
  lifecycles: int32('Lifecycles that it closed.'),
});

export const capitalTitans = endpoint({
  id: 'pulse.capital-titans',
  path: '/api/public/v1/pulse/capital-titans',
  summary: 'Wallets that won most for each dollar of fees',
  description: `Wallets with a PnL of at least minPnl and fees of at least minFees (and above 0), by PnL for each dollar of fees, largest first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minPnl: number({ min: 0, default: 10_000, description: 'The least PnL, USD.' }),
    minFees: number({ min: 0, default: 100, description: 'The least fees, USD.' }),
    ...page(50),
  },
  response: nullable(Type.Array(capitalTitansRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      totalPnl: 204_118.5,
      totalFees: 1_204.25,
      pnlPerFeeDollar: 169.5,
      lifecycles: 212,
    },
  ],
  async run({ params, sources }) {
    const rows = await sources.archetypes.list(capitalTitanList);
    const pnl = rows.number('totalPnl');
    const fees = rows.number('totalFees');
    const isWanted = (place: number) => pnl(place) >= params.minPnl && fees(place) >= params.minFees;
    return { body: rowsOfPage(rows, params, isWanted), window: rows.window };
  },
});

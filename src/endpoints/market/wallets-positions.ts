import { list, oneOf, walletAddress } from '../bodies/fields.ts';
import { positionItem } from '../bodies/position-item.ts';
import { endpoint } from '../endpoint.ts';
import { addresses } from '../params/names.ts';
import { bodySchema, optional } from '../schema.ts';
import { positionsOf, walletPositions } from './positions.ts';

const walletsLimit = 50;

const walletItem = bodySchema('HLWalletPositionsItem', {
  address: walletAddress(),
  source: oneOf(
    ['exchange', 'stored'],
    'exchange: read from it now; stored: from fills and account states, if the exchange was not read or did not answer.',
  ),
  basis: optional(oneOf(['state', 'fills', 'mixed'], 'What the positions rest on; absent if none is known.')),
  positions: list(positionItem),
});
const walletsBody = bodySchema('HLWalletsPositionsBody', { wallets: list(walletItem) });

export const walletsPositions = endpoint({
  id: 'market.positions-of-many',
  path: '/api/public/v1/market/positions',
  summary: 'The open positions of up to 50 wallets',
  description:
    'Each wallet in the order of the request, with its positions as /market/positions/{address} has them. A wallet that the exchange cannot be read for now, ' +
    'because its limit is spent or it fails, is answered from stored data, and says so. Costs as many tokens as ten other requests.',
  tags: ['Market'],
  tier: 'free',
  cost: 10,
  age: 'request',
  params: {
    addresses: addresses({
      min: 1,
      max: walletsLimit,
      description: '1 to 50 different addresses, comma separated.',
    }),
  },
  response: walletsBody,
  example: {
    wallets: [
      {
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        source: 'exchange',
        basis: 'state',
        positions: walletPositions.example ?? [],
      },
    ],
  },
  async run({ params, sources, signal }) {
    const wallets = params.addresses.map(async (address) => {
      const found = await positionsOf(
        sources,
        address,
        ['unavailable', 'unconnected', 'busy', 'failed'],
        signal,
      );
      const { positions, isRead, headers } = found;
      const basis = headers['X-Data-Basis'];
      return {
        address,
        source: isRead ? ('exchange' as const) : ('stored' as const),
        ...(basis !== undefined && { basis }),
        positions,
      };
    });
    return { body: { wallets: await Promise.all(wallets) } };
  },
});

import type { MarketLevel } from '../../market/observation.ts';
import { coinName, decimal, int64, list, timeMs } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownMarket } from '../known-names.ts';
import { symbol } from '../params/names.ts';
import { int } from '../params/scalars.ts';
import { bodySchema } from '../schema.ts';

const bookLevel = bodySchema('HLOrderBookLevel', {
  price: decimal('In the collateral, as the exchange sends it.'),
  size: decimal('Units of the coin, as the exchange sends it.'),
  count: int64('Orders at this price.'),
});

const orderBookBody = bodySchema('HLOrderBookBody', {
  symbol: coinName(),
  bids: list(bookLevel),
  asks: list(bookLevel),
  timestamp: timeMs("The exchange's time of the book"),
});

const shown = ({ px, sz, orders }: MarketLevel) => ({ price: px, size: sz, count: orders });

export const orderbook = endpoint({
  id: 'market.orderbook',
  path: '/api/public/v1/market/orderbook/{symbol}',
  summary: "A market's order book",
  description:
    'Bids and asks, the best level first, prices and sizes as strings as the exchange sends them; at most a second old: from the live ' +
    'feed if new enough, else read from the exchange, once for all callers. The exchange has at most 20 levels a side.',
  tags: ['Market'],
  tier: 'free',
  // The market port caches each book for a second; a cached page would add to its age.
  age: 'request',
  params: {
    symbol: symbol(),
    depth: int({
      min: 1,
      max: 100,
      default: 10,
      bits: 64,
      description: 'Maximum levels a side.',
    }),
  },
  response: orderBookBody,
  errors: [404, 502, 503],
  example: {
    symbol: 'BTC',
    bids: [{ price: '96249.0', size: '1.204', count: 7 }],
    asks: [{ price: '96250.0', size: '0.51', count: 3 }],
    timestamp: 1768469412486,
  },
  async run({ params, sources, signal }) {
    const coin = knownMarket(sources, params.symbol);
    const { bids, asks, timeMs: timestamp } = await sources.market.readBook(coin, { signal });
    const levels = (side: readonly MarketLevel[]) => side.slice(0, params.depth).map(shown);
    return { body: { symbol: coin, bids: levels(bids), asks: levels(asks), timestamp } };
  },
});

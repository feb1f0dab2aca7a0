import { Decimal } from 'decimal.js';
import { sourceTooStale } from '../../kernel/problem.ts';
import { freshContext } from '../../market/freshness.ts';
import { coinName, text } from '../bodies/fields.ts';
import { priceFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownMarket } from '../known-market.ts';
import { symbol } from '../params/coins.ts';
import { bodySchema } from '../schema.ts';

const markPriceBody = bodySchema('HLMarkPriceBody', {
  symbol: coinName(),
  markPrice: text('Mark price, in the collateral.'),
  indexPrice: text("The oracle's price; empty for spot and outcomes, which have none."),
  fundingRate: text('Estimate of the current hour, a decimal fraction; 0 for spot and outcomes.'),
  openInterest: text('One side, in coins as the exchange; 0 for spot and outcomes.'),
  volume24h: text('Notional of the last 24 hours, in the collateral.'),
  change24h: text('Change of the mark price in 24 hours, percent.'),
});

/** Until the next context of a market may be there. */
const retrySeconds = 10;

export const price = endpoint({
  id: 'market.price',
  path: '/api/public/v1/market/price/{symbol}',
  summary: "A market's mark price, open interest, funding and volume",
  description:
    "The newest context of the market, as strings as the exchange sends them; change24h is worked out from the exchange's price " +
    'of 24 hours ago. Perps of all dexes, spot pairs and sides of outcomes, in any spelling. A context that is older than five ' +
    'minutes is not shown: 503.',
  tags: ['Market'],
  tier: 'free',
  cache: priceFreshness,
  params: { symbol: symbol() },
  response: markPriceBody,
  errors: [404, 503],
  example: {
    symbol: 'BTC',
    markPrice: '96250.0',
    indexPrice: '96241.0',
    fundingRate: '0.0000125',
    openInterest: '31204.51',
    volume24h: '2103450120.25',
    change24h: '1.8421',
  },
  run({ params, sources, clock }) {
    const coin = knownMarket(sources, params.symbol);
    const context = freshContext(sources.market, coin, clock.nowMs());
    if (context === undefined) throw sourceTooStale(`the price of ${coin}`, retrySeconds);
    const { markPx, oraclePx = '', funding = '0', openInterest = '0', dayNotional, prevDayPx } = context;
    return {
      body: {
        symbol: coin,
        markPrice: markPx,
        indexPrice: oraclePx,
        fundingRate: funding,
        openInterest,
        volume24h: dayNotional,
        change24h: changePercent(prevDayPx, markPx),
      },
    };
  },
});

/** Of prices as decimals, to four places; 0 where there was no price. */
function changePercent(before: string, now: string): string {
  const from = new Decimal(before);
  if (from.isZero()) return '0';
  return new Decimal(now).minus(from).div(from).mul(100).toDecimalPlaces(4).toFixed();
}

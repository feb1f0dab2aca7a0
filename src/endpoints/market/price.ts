import { Decimal } from 'decimal.js';
import type { Static } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { noSourceReason, notAvailable, sourceTooStale } from '../../kernel/problem.ts';
import { freshContext } from '../../market/freshness.ts';
import { readTradedMarkets } from '../../market/traded-markets.ts';
import { coinTotals } from '../../positions/positions.ts';
import { coinName, dateTime, decimal, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownMarket } from '../known-names.ts';
import { symbol } from '../params/names.ts';
import { bodySchema } from '../schema.ts';
import type { Sources } from '../sources.ts';

const markPriceBody = bodySchema('HLMarkPriceBody', {
  symbol: coinName(),
  markPrice: decimal('Mark price, in the collateral.'),
  indexPrice: decimal("The oracle's price; empty if none is known."),
  fundingRate: decimal(
    'Estimate for the current hour, a decimal fraction; 0 for spot and outcomes, empty if unknown for a perp.',
  ),
  openInterest: decimal('One side, in coins, as on the exchange; 0 for spot and outcomes.'),
  volume24h: decimal('Notional of the last 24 hours, in the collateral.'),
  change24h: decimal('Change of the price in 24 hours, percent; empty if unknown.'),
  basis: text('context: reported by the exchange now; trade: the newest stored trade.'),
  observedAt: dateTime('Time of that context or trade.'),
});

/** Retry-After: the next context of a market may have arrived by then. */
const retrySeconds = 10;

export const price = endpoint({
  id: 'market.price',
  path: '/api/public/v1/market/price/{symbol}',
  summary: "A market's mark price, open interest, funding and volume",
  description:
    "The newest context of the market, as strings as the exchange sends them; change24h is worked out from the exchange's price " +
    'of 24 hours ago. Perps of all dexes, spot pairs and sides of outcomes, in any spelling. A context that is older than five ' +
    'minutes is not shown: 503. A service that reads no exchange (source none, or a node alone) answers from stored fills: the newest trade, the volume ' +
    'of the hours that began in the last 24 hours, the known longs as open interest; without a trade 404 NOT_AVAILABLE.',
  tags: ['Market'],
  tier: 'free',
  age: 'price',
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
    basis: 'context',
    observedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const coin = knownMarket(sources, params.symbol);
    const context = freshContext(sources.market, coin, clock.nowMs());
    if (context === undefined) return { body: await tradedPrice(sources, coin, clock.nowMs(), signal) };
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
        basis: 'context',
        observedAt: rfc3339(context.observedAtMs),
      },
    };
  },
});

/** @throws Problem 503 if a context is expected, 404 if the coin was never traded and no context is expected */
async function tradedPrice(
  { analytics, market, positions }: Sources,
  coin: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<Static<typeof markPriceBody>> {
  if (market.hasSource) throw sourceTooStale(`the price of ${coin}`, retrySeconds);
  const trade = market.mark(coin);
  if (trade === undefined) throw notAvailable(`No trade of ${coin} is stored. ${noSourceReason}`);
  const traded = (await readTradedMarkets(analytics, { coin, nowMs }, signal)).get(coin);
  const isPerp = !/^[@#+]|\//.test(coin);
  await positions.ready;
  return {
    symbol: coin,
    markPrice: trade.px,
    indexPrice: '',
    fundingRate: isPerp ? '' : '0',
    openInterest: isPerp ? new Decimal(coinTotals(positions.ofCoin(coin)).longSize).toFixed() : '0',
    volume24h: traded?.volume ?? '0',
    change24h: traded?.beforePx === undefined ? '' : changePercent(traded.beforePx, trade.px),
    basis: 'trade',
    observedAt: rfc3339(trade.observedAtMs),
  };
}

/** Change between two decimal prices, to four places; 0 without an earlier price. */
function changePercent(before: string, now: string): string {
  const from = new Decimal(before);
  if (from.isZero()) return '0';
  return new Decimal(now).minus(from).div(from).mul(100).toDecimalPlaces(4).toFixed();
}

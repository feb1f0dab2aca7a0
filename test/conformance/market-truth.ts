import { decimalText } from '../../packages/exchange-simulator/src/decimal.ts';
import { spotPairs } from '../../packages/exchange-simulator/src/listing.ts';
import type { Market } from '../../packages/exchange-simulator/src/market.ts';
import { outcomeTemplates } from '../../packages/exchange-simulator/src/outcomes/templates.ts';
import { wirePerpAnnotations } from '../../packages/exchange-simulator/src/payloads/listing.ts';
import type { ExchangeQueries } from '../../packages/exchange-simulator/src/queries.ts';
import { type OutcomeTemplate, sideTitle } from '../../src/domain/outcome-template.ts';
import { outcomeDisplayName, withTemplates } from '../../src/domain/outcome-terms.ts';
import type { ListedMarket } from '../../src/market/listed-market.ts';
import type { MarketBook, MarketContext } from '../../src/market/observation.ts';

/** Expected answers of the market port about a simulated exchange, from its own state rather than its messages. */

const noMargin = { dex: '', maxLeverage: 0, onlyIsolated: false, marginTiers: [], isDelisted: false };

/** Every market that is listed now, by coin: settled outcomes are not. */
export function trueListing(exchange: ExchangeQueries): ListedMarket[] {
  const places = new Map<string, number>();
  const listed = exchange.markets.flatMap((market): ListedMarket[] => {
    if (market.kind === 'perp') return [truePerp(market, places, exchange)];
    if (market.kind === 'spot') return [truePair(market)];
    return market.open ? [trueSide(market, exchange)] : [];
  });
  return byCoin(listed);
}

export function byCoin<M extends { coin: string }>(markets: Iterable<M>): M[] {
  return [...markets].sort((a, b) => (a.coin < b.coin ? -1 : 1));
}

function trueWords({ markets }: ExchangeQueries, coin: string) {
  const { category: _, ...words } = new Map(wirePerpAnnotations(markets)).get(coin) ?? { category: '' };
  return words;
}

function truePerp(market: Market, places: Map<string, number>, exchange: ExchangeQueries): ListedMarket {
  const { coin, quote: collateral, szDecimals, maxLeverage, onlyIsolated, open } = market;
  const [ticker, dex = ''] = coin.split(':').reverse() as [string, string?];
  const index = places.get(dex) ?? 0;
  places.set(dex, index + 1);
  return {
    coin,
    dex,
    index,
    ticker,
    symbol: coin,
    chain: coin,
    collateral,
    szDecimals,
    maxLeverage,
    onlyIsolated,
    kind: dex === '' ? 'perp' : 'hip3',
    ...trueWords(exchange, coin),
    marginTiers: market.tiers.map((tier) => ({ lowerBound: tier.lowerBound, maxLeverage: tier.maxLeverage })),
    isDelisted: !open,
  };
}

function truePair({ coin, base, quote: collateral, szDecimals }: Market): ListedMarket {
  const { pairIndex: index } = spotPairs.find(({ token }) => token === base)!;
  const symbol = `${base}/${collateral}`;
  return {
    ...noMargin,
    coin,
    kind: 'spot',
    index,
    ticker: base,
    symbol,
    chain: coin,
    collateral,
    szDecimals,
  };
}

function templateOf(id: string): OutcomeTemplate | undefined {
  const template = outcomeTemplates.find((one) => one.id === id);
  return template && { ...template, hints: new Map(template.keywords) };
}

function trueSide({ coin, quote: collateral }: Market, exchange: ExchangeQueries): ListedMarket {
  const index = Number(coin.slice(1));
  const outcome = exchange.outcome(Math.floor(index / 10))!;
  const question = exchange.questions().find((params) => params.question === outcome.question);
  const text = withTemplates({ ...outcome, question }, templateOf);
  const symbol = `${outcomeDisplayName(text)} ${sideTitle(outcome.sides[index % 10]!, text)}`;
  return {
    ...noMargin,
    coin,
    kind: 'outcome',
    index,
    ticker: coin,
    symbol,
    chain: coin,
    collateral,
    szDecimals: undefined,
  };
}

/** A market's context as numbers: mark, mid, day before, volumes; of perps oracle, open interest and funding, too. */
export function trueContext(exchange: ExchangeQueries, market: Market): number[] {
  const { pxDecimals, szDecimals, moneyDecimals } = market;
  const context = exchange.context(market);
  const of = (units: number, decimals: number) => Number(decimalText(units, decimals));
  return [
    of(context.markPx, pxDecimals),
    of(context.midPx * 10, pxDecimals + 1),
    of(context.prevDayPx || context.markPx, pxDecimals),
    of(context.dayNotional, moneyDecimals),
    of(context.dayBase, szDecimals),
    ...(market.kind === 'perp'
      ? [of(context.oraclePx, pxDecimals), of(context.openInterest, szDecimals), of(context.funding, 10)]
      : []),
  ];
}

export function contextNumbers(context: MarketContext): number[] {
  const {
    markPx,
    midPx = '0',
    prevDayPx,
    dayNotional,
    dayBase = '0',
    oraclePx,
    openInterest,
    funding,
  } = context;
  const perp = [oraclePx, openInterest, funding].filter((text) => text !== undefined);
  return [markPx, midPx, prevDayPx, dayNotional, dayBase, ...perp].map(Number);
}

/** Levels of a market's book as numbers, price, size and orders, bids first. */
export function trueLevels(exchange: ExchangeQueries, market: Market): number[][][] {
  const { bids, asks } = exchange.book(market, 20);
  const { pxDecimals, szDecimals } = market;
  return [bids, asks].map((side) =>
    side.map(({ px, sz, orders }) => [
      Number(decimalText(px, pxDecimals)),
      Number(decimalText(sz, szDecimals)),
      orders,
    ]),
  );
}

export function levelNumbers({ bids, asks }: Pick<MarketBook, 'bids' | 'asks'>): number[][][] {
  return [bids, asks].map((side) => side.map(({ px, sz, orders }) => [Number(px), Number(sz), orders]));
}

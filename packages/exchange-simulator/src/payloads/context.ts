import type { WirePerpContext, WireSpotContext } from '../../../../src/wire/asset-context.ts';
import type { BookLevel } from '../book-levels.ts';
import { decimalText } from '../decimal.ts';
import type { Market } from '../market.ts';
import type { ExchangeQueries, MarketContext } from '../queries.ts';

/** A perp's state in `metaAndAssetCtxs` and the channels of contexts. */
export function wirePerpContext(exchange: ExchangeQueries, market: Market): WirePerpContext {
  const context = exchange.context(market);
  const { pxDecimals, szDecimals, open } = market;
  return {
    funding: decimalText(open ? context.funding : 0, 10),
    openInterest: decimalText(context.openInterest, szDecimals),
    ...dayOf(context, market),
    premium: open ? decimalText(context.premium, 10) : null,
    oraclePx: decimalText(context.oraclePx, pxDecimals),
    markPx: decimalText(context.markPx, pxDecimals),
    midPx: open ? midText(context, market) : null,
    impactPxs: open ? impactPxs(exchange, market) : null,
  };
}

/** The state of a spot pair or of an outcome's side. */
export function wireSpotContext(exchange: ExchangeQueries, market: Market): WireSpotContext {
  const context = exchange.context(market);
  const supply = market.kind === 'spot' ? '1000000000.0' : decimalText(context.openInterest, 0);
  return {
    coin: market.coin,
    ...dayOf(context, market),
    markPx: decimalText(context.markPx, market.pxDecimals),
    midPx: midText(context, market),
    circulatingSupply: supply,
    totalSupply: supply,
  };
}

/** Mark and mid of every open market, by coin, as `fastAssetCtxs` has them. */
export function wirePrices(
  exchange: ExchangeQueries,
): Record<string, { markPx: string; midPx: string | null }> {
  const pricesOf = (market: Market) => {
    const context = exchange.context(market);
    return { markPx: decimalText(context.markPx, market.pxDecimals), midPx: midText(context, market) };
  };
  const open = exchange.markets.filter((market) => market.open);
  return Object.fromEntries(open.map((market) => [market.coin, pricesOf(market)]));
}

/** Mid price by coin: the first dex's answer has spot and outcomes, too (docs/exchange.md#market-lists). */
export function wireMids(exchange: ExchangeQueries, dex: number): Record<string, string> {
  const mids: Record<string, string> = {};
  for (const market of exchange.markets) {
    if (!market.open || market.dex !== dex) continue;
    const context = exchange.context(market);
    mids[market.coin] = midText(context, market) ?? decimalText(context.markPx, market.pxDecimals);
  }
  return mids;
}

function dayOf({ prevDayPx, markPx, dayNotional, dayBase }: MarketContext, market: Market) {
  return {
    prevDayPx: decimalText(prevDayPx === 0 ? markPx : prevDayPx, market.pxDecimals),
    dayNtlVlm: decimalText(dayNotional, market.moneyDecimals),
    dayBaseVlm: decimalText(dayBase, market.szDecimals),
  };
}

/** Half a unit is possible, so it has one decimal more than a price. */
function midText({ midPx }: MarketContext, { pxDecimals }: Market): string | null {
  return midPx === 0 ? null : decimalText(midPx * 10, pxDecimals + 1);
}

/**
 * Mean prices for a market order of so much, in 10^-6 USD: 20k for the first two coins, 6k for others
 * (docs/exchange.md#funding).
 */
function impactPxs(exchange: ExchangeQueries, market: Market): [string, string] | null {
  const { bids, asks } = exchange.book(market, 20);
  const notional = (market.index < 2 ? 20_000 : 6_000) * 1e6;
  const [bid, ask] = [meanPx(bids, notional), meanPx(asks, notional)];
  if (bid === undefined || ask === undefined) return null;
  return [decimalText(bid, market.pxDecimals), decimalText(ask, market.pxDecimals)];
}

function meanPx(levels: readonly BookLevel[], notional: number): number | undefined {
  let left = notional;
  let size = 0;
  for (const { px, sz } of levels) {
    const taken = Math.min(sz, left / px);
    size += taken;
    left -= taken * px;
    if (left <= 0) break;
  }
  return size === 0 ? undefined : Math.round((notional - left) / size);
}

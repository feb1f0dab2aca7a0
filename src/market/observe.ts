import type { WireFastContext, WirePerpContext, WireSpotContext } from '../wire/asset-context.ts';
import type { WireBook } from '../wire/book.ts';
import type { WireCandle } from '../wire/candle.ts';
import type { WireTrade } from '../wire/trade.ts';
import type { MarketBook, MarketCandle, MarketContext, MarketLevel, MarketTrade } from './observation.ts';

/** Converts exchange messages to stored states; `observedAtMs` is the arrival time, unix milliseconds. */

export function perpState(
  { coin, dex, observedAtMs }: Pick<MarketContext, 'coin' | 'dex' | 'observedAtMs'>,
  {
    funding,
    openInterest,
    prevDayPx,
    dayNtlVlm,
    dayBaseVlm,
    premium,
    oraclePx,
    markPx,
    midPx,
  }: WirePerpContext,
): MarketContext {
  return {
    coin,
    dex,
    observedAtMs,
    markPx,
    ...(midPx != null && { midPx }),
    oraclePx,
    prevDayPx,
    openInterest,
    funding,
    ...(premium != null && { premium }),
    dayNotional: dayNtlVlm,
    ...(dayBaseVlm !== undefined && { dayBase: dayBaseVlm }),
  };
}

export function spotState(
  observedAtMs: number,
  { coin, markPx, midPx, prevDayPx, dayNtlVlm, dayBaseVlm }: WireSpotContext,
): MarketContext {
  return {
    coin,
    dex: '',
    observedAtMs,
    markPx,
    ...(midPx != null && { midPx }),
    prevDayPx,
    dayNotional: dayNtlVlm,
    ...(dayBaseVlm !== undefined && { dayBase: dayBaseVlm }),
  };
}

/** A state with the prices of a faster message; its other values stay those of the whole context. */
export function repricedState(
  { midPx: midBefore, ...known }: MarketContext,
  { markPx = known.markPx, midPx = midBefore }: WireFastContext,
  observedAtMs: number,
): MarketContext {
  return { ...known, observedAtMs, markPx, ...(midPx != null && { midPx }) };
}

export function bookState(observedAtMs: number, { coin, time, levels: [bids, asks] }: WireBook): MarketBook {
  return { coin, timeMs: time, observedAtMs, bids: bids.map(levelOf), asks: asks.map(levelOf) };
}

function levelOf({ px, sz, n }: WireBook['levels'][0][number]): MarketLevel {
  return { px, sz, orders: n };
}

export function candleState(
  observedAtMs: number,
  { t, T, s, i, o, h, l, c, v, n }: WireCandle,
): MarketCandle {
  return {
    coin: s,
    interval: i,
    openMs: t,
    closeMs: T,
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
    trades: n,
    observedAtMs,
  };
}

export function tradeState(observedAtMs: number, { coin, px, time }: WireTrade): MarketTrade {
  return { coin, px, timeMs: time, observedAtMs };
}

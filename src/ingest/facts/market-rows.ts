import { utcDayStartMs } from '../../kernel/clock.ts';
import type { Observation } from '../../market/observation.ts';
import type { WirePerpContext, WireSpotContext } from '../../wire/asset-context.ts';
import type { WireBook } from '../../wire/book.ts';
import type { WireCandle } from '../../wire/candle.ts';
import type { WireMarketFunding, WireUserFunding } from '../../wire/funding.ts';
import type { WireTrade } from '../../wire/trade.ts';
import type {
  AssetContextRow,
  BookSnapshotRow,
  CandleRow,
  MarketFundingRow,
  NewestStateRow,
  TradeRow,
  WalletFundingRow,
} from './fact-tables.ts';

/** A market's state with its arrival time: a context has no time of its own. */
export interface ContextMoment {
  coin: string;
  /** Empty for the validator-run dex, spot and outcomes. */
  dex: string;
  timeMs: number;
}

export function perpContextRow(
  { coin, dex, timeMs }: ContextMoment,
  context: WirePerpContext,
): AssetContextRow {
  const [impactBid, impactAsk] = context.impactPxs ?? ['0', '0'];
  return {
    coin,
    dex,
    time: timeMs,
    funding: context.funding,
    open_interest: context.openInterest,
    prev_day_px: context.prevDayPx,
    day_ntl_vlm: context.dayNtlVlm,
    day_base_vlm: context.dayBaseVlm ?? '0',
    premium: context.premium ?? '0',
    oracle_px: context.oraclePx,
    mark_px: context.markPx,
    mid_px: context.midPx ?? '0',
    impact_bid_px: impactBid,
    impact_ask_px: impactAsk,
  };
}

/** Spot pairs and outcomes have neither funding nor open interest nor oracle. */
export function spotContextRow(timeMs: number, context: WireSpotContext): AssetContextRow {
  return {
    coin: context.coin,
    dex: '',
    time: timeMs,
    funding: '0',
    open_interest: '0',
    prev_day_px: context.prevDayPx,
    day_ntl_vlm: context.dayNtlVlm,
    day_base_vlm: context.dayBaseVlm ?? '0',
    premium: '0',
    oracle_px: '0',
    mark_px: context.markPx,
    mid_px: context.midPx ?? '0',
    impact_bid_px: '0',
    impact_ask_px: '0',
  };
}

export function candleRow({ s, i, t, o, h, l, c, v, n }: WireCandle): CandleRow {
  return { coin: s, interval: i, open_time: t, open: o, high: h, low: l, close: c, volume: v, trades: n };
}

export function marketFundingRow({ coin, time, fundingRate, premium }: WireMarketFunding): MarketFundingRow {
  return { coin, time, funding_rate: fundingRate, premium: premium ?? '0' };
}

/**
 * The exchange merges old funding into days: a merged day is one row at its start, for the whole day (docs/exchange.md#funding-payments).
 */
export function walletFundingRow(
  wallet: string,
  { time, delta }: Omit<WireUserFunding, 'hash'>,
): WalletFundingRow {
  const { coin, usdc, szi, fundingRate, nSamples: samples = 0 } = delta;
  const isDay = samples > 0;
  return {
    wallet,
    time: isDay ? utcDayStartMs(time) : time,
    coin,
    usdc,
    szi,
    funding_rate: fundingRate,
    samples,
    whole_day: isDay,
  };
}

export function bookRow({ coin, time, levels: [bids, asks] }: WireBook): BookSnapshotRow {
  return {
    coin,
    time,
    bid_px: bids.map(({ px }) => px),
    bid_sz: bids.map(({ sz }) => sz),
    bid_orders: bids.map(({ n }) => n),
    ask_px: asks.map(({ px }) => px),
    ask_sz: asks.map(({ sz }) => sz),
    ask_orders: asks.map(({ n }) => n),
  };
}

/**
 * @param receivedMs arrival time of the frame, Unix milliseconds.
 * @param completeFromMs start of the unbroken range of the coin's stored trades up to this one; 0 if unknown.
 */
export function tradeRow(receivedMs: number, trade: WireTrade, completeFromMs = 0): TradeRow {
  const { coin, time, tid, side, px, sz, hash = '', users } = trade;
  const [buyer, seller] = users;
  return {
    coin,
    time,
    tid,
    side,
    px,
    sz,
    hash,
    buyer,
    seller,
    received: receivedMs,
    complete_from: completeFromMs,
  };
}

/** @param timeMs time of the hand-over, larger than that of the previous one */
export function newestStateRow(timeMs: number, { kind, state }: Observation): NewestStateRow {
  const interval = kind === 'candle' ? state.interval : '';
  return { kind, coin: state.coin, interval, time: timeMs, state: JSON.stringify(state) };
}

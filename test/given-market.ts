import { dexOf, isOutcome, isPerp } from '../src/domain/coin-name.ts';
import * as tables from '../src/ingest/facts/fact-tables.ts';
import type { FactWriter } from '../src/ingest/facts/fact-writer.ts';
import * as rows from '../src/ingest/facts/market-rows.ts';
import { listedMarketRow } from '../src/ingest/facts/registry-rows.ts';
import { minuteMs } from '../src/kernel/clock.ts';
import type { ListedMarket, MarketKind } from '../src/market/listed-market.ts';
import type { Observation } from '../src/market/observation.ts';
import { bookState, candleState, perpState, spotState, tradeState } from '../src/market/observe.ts';
import type { WirePerpContext } from '../src/wire/asset-context.ts';
import type { WireBook } from '../src/wire/book.ts';
import type { WireCandle } from '../src/wire/candle.ts';
import type { WireTrade } from '../src/wire/trade.ts';

/** A market's state: a perp has all of it, a spot pair and an outcome only prices and volume. */
export interface ContextDraft {
  coin: string;
  markPx: string;
  time?: number;
  oraclePx?: string;
  prevDayPx?: string;
  openInterest?: string;
  funding?: string;
  dayNtlVlm?: string;
}

export interface CandleDraft {
  coin: string;
  /** Its first millisecond. */
  time: number;
  interval?: string;
  open?: string;
  high?: string;
  low?: string;
  close: string;
  volume?: string;
  trades?: number;
}

export interface BookDraft {
  coin: string;
  time?: number;
  /** Price and size, best first. */
  bids: readonly (readonly [string, string])[];
  asks: readonly (readonly [string, string])[];
}

/** A public trade; `tid` and `time` are those of its two fills. */
export interface TradeDraft {
  coin: string;
  px: string;
  sz: string;
  tid: number;
  time?: number;
  side?: 'B' | 'A';
  buyer: string;
  seller: string;
}

/** A state of a coin lists it; `listed` names others, and what differs from the usual. */
export interface GivenMarket {
  listed?: readonly (Partial<ListedMarket> & { coin: string })[];
  contexts?: readonly ContextDraft[];
  candles?: readonly CandleDraft[];
  books?: readonly BookDraft[];
  trades?: readonly TradeDraft[];
}

/** Stores market states: histories, and what the market port reads of them. */
export function marketWrites(writer: FactWriter, given: GivenMarket, nowMs: number): Promise<void>[] {
  const { contexts = [], candles = [], books = [], trades = [] } = given;
  const wireTrades = trades.map((draft) => wireTrade(draft, nowMs));
  const newest: Observation[] = [
    ...contexts.map((draft): Observation => ({ kind: 'context', state: contextState(draft, nowMs) })),
    ...candles.map((draft): Observation => {
      const wire = wireCandle(draft);
      return { kind: 'candle', state: candleState(Math.min(wire.T, nowMs), wire) };
    }),
    ...books.map((draft): Observation => {
      const wire = wireBook(draft, nowMs);
      return { kind: 'book', state: bookState(wire.time, wire) };
    }),
    ...wireTrades.map((wire): Observation => ({ kind: 'trade', state: tradeState(wire.time, wire) })),
  ];
  return [
    writer.write(
      tables.assetContexts,
      contexts.map((draft) => contextRow(draft, nowMs)),
    ),
    writer.write(
      tables.candles,
      candles.map((draft) => rows.candleRow(wireCandle(draft))),
    ),
    writer.write(
      tables.bookSnapshots,
      books.map((draft) => rows.bookRow(wireBook(draft, nowMs))),
    ),
    writer.write(
      tables.trades,
      wireTrades.map((wire) => rows.tradeRow(wire.time, wire)),
    ),
    writer.write(
      tables.listedMarkets,
      listedMarkets(given).map((market) => listedMarketRow(nowMs, market)),
    ),
    writer.write(
      tables.newestStates,
      newest
        .toSorted(olderFirst)
        .map((observation, place) => rows.newestStateRow(nowMs + place, observation)),
    ),
  ];
}

/** When it was, by the exchange's clock or the arrival's. */
function timeOf({ kind, state }: Observation): number {
  if (kind === 'context') return state.observedAtMs;
  return kind === 'candle' ? state.openMs : state.timeMs;
}

const olderFirst = (a: Observation, b: Observation) => timeOf(a) - timeOf(b);

function listedMarkets({
  listed = [],
  contexts = [],
  candles = [],
  books = [],
  trades = [],
}: GivenMarket): ListedMarket[] {
  const coins = new Set([...contexts, ...candles, ...books, ...trades, ...listed].map(({ coin }) => coin));
  const own = new Map(listed.map((draft) => [draft.coin, draft]));
  return [...coins].map((coin, index) => ({ ...usualMarket(coin, index), ...own.get(coin) }));
}

function usualMarket(coin: string, index: number): ListedMarket {
  const dex = dexOf(coin);
  const isMargined = isPerp(coin);
  return {
    coin,
    kind: kindOf(coin),
    dex,
    index,
    ticker: coin.slice(coin.indexOf(':') + 1),
    symbol: coin,
    chain: coin,
    collateral: isOutcome(coin) ? 'USDH' : 'USDC',
    szDecimals: isOutcome(coin) ? undefined : 2,
    maxLeverage: isMargined ? 40 : 0,
    onlyIsolated: false,
    marginTiers: isMargined ? [{ lowerBound: 0, maxLeverage: 40 }] : [],
    isDelisted: false,
  };
}

function kindOf(coin: string): MarketKind {
  if (isOutcome(coin)) return 'outcome';
  if (!isPerp(coin)) return 'spot';
  return dexOf(coin) === '' ? 'perp' : 'hip3';
}

function prices({ markPx, prevDayPx = markPx, dayNtlVlm = '1000' }: ContextDraft) {
  return { markPx, midPx: markPx, prevDayPx, dayNtlVlm };
}

function wirePerp(draft: ContextDraft): WirePerpContext {
  const { markPx, oraclePx = markPx, openInterest = '10', funding = '0.0000125' } = draft;
  const more = { oraclePx, openInterest, funding, premium: '0' };
  return { ...prices(draft), ...more, impactPxs: [markPx, markPx] };
}

function contextRow(draft: ContextDraft, nowMs: number): tables.AssetContextRow {
  const { coin, time = nowMs } = draft;
  return isPerp(coin)
    ? rows.perpContextRow({ coin, dex: dexOf(coin), timeMs: time }, wirePerp(draft))
    : rows.spotContextRow(time, { coin, ...prices(draft) });
}

function contextState(draft: ContextDraft, nowMs: number) {
  const { coin, time = nowMs } = draft;
  return isPerp(coin)
    ? perpState({ coin, dex: dexOf(coin), observedAtMs: time }, wirePerp(draft))
    : spotState(time, { coin, ...prices(draft) });
}

function wireCandle({ coin, time, interval = '1m', close, trades = 1, ...draft }: CandleDraft): WireCandle {
  const { open = close, high = close, low = close, volume = '1' } = draft;
  const wire = { t: time, T: time + minuteMs - 1, s: coin, i: interval, n: trades };
  return { ...wire, o: open, h: high, l: low, c: close, v: volume };
}

function wireTrade({ buyer, seller, side = 'B', time, ...draft }: TradeDraft, nowMs: number): WireTrade {
  return { ...draft, side, time: time ?? nowMs, hash: `0x${'0'.repeat(64)}`, users: [buyer, seller] };
}

function wireBook({ coin, time, bids, asks }: BookDraft, nowMs: number): WireBook {
  const levels = [bids, asks].map((side) => side.map(([px, sz]) => ({ px, sz, n: 1 })));
  return { coin, time: time ?? nowMs, levels: [levels[0]!, levels[1]!] };
}

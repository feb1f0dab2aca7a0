import { minuteMs } from '../../../kernel/clock.ts';
import type { MarketMemory } from '../../../market/market-memory.ts';
import type { MarketContext } from '../../../market/observation.ts';
import {
  bookState,
  candleState,
  perpState,
  repricedState,
  spotState,
  tradeState,
} from '../../../market/observe.ts';
import type { WireAllDexsAssetCtxs, WireFastContext, WireSpotContext } from '../../../wire/asset-context.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import type { Markets } from './directory.ts';

/** New prices make a context new, so beyond this age of the rest the context is left to expire. */
const wholeForMs = 2 * minuteMs;

/** Puts received data into the memory of the market port; the port's adapter in a process that reads the exchange. */
export interface MarketObserver {
  takeContexts(message: WireAllDexsAssetCtxs, receivedMs: number): void;
  takeSpotContexts(contexts: readonly WireSpotContext[], receivedMs: number): void;
  /** New prices of markets whose whole context is known and at most two minutes old. */
  takePrices(changes: readonly WireFastContext[], receivedMs: number): void;
  takeBook(book: WireBook, receivedMs: number): void;
  takeCandles(candles: readonly WireCandle[], receivedMs: number): void;
  takeTrades(trades: readonly WireTrade[], receivedMs: number): void;
}

/** @param options.markets its universes list each dex's coins in the order of the contexts */
export function createMarketObserver(options: {
  memory: Pick<MarketMemory, 'take' | 'context'>;
  markets(): Markets;
}): MarketObserver {
  const { memory, markets } = options;
  /** When the whole context of a state with newer prices arrived. */
  const wholeAtMs = new WeakMap<MarketContext, number>();
  return {
    takeContexts({ ctxs }, receivedMs) {
      const { universes } = markets();
      for (const [dex, contexts] of ctxs) {
        const coins = universes.get(dex) ?? [];
        for (const [place, context] of contexts.slice(0, coins.length).entries()) {
          if (context === undefined) continue;
          const moment = { coin: coins[place]!, dex, observedAtMs: receivedMs };
          memory.take([{ kind: 'context', state: perpState(moment, context) }]);
        }
      }
    },
    takeSpotContexts: (contexts, receivedMs) =>
      memory.take(contexts.map((context) => ({ kind: 'context', state: spotState(receivedMs, context) }))),
    takePrices(changes, receivedMs) {
      for (const change of changes) {
        const known = memory.context(change.coin);
        if (known === undefined) continue;
        const wholeMs = wholeAtMs.get(known) ?? known.observedAtMs;
        if (receivedMs - wholeMs > wholeForMs) continue;
        const state = repricedState(known, change, receivedMs);
        wholeAtMs.set(state, wholeMs);
        memory.take([{ kind: 'context', state }]);
      }
    },
    takeBook: (book, receivedMs) => memory.take([{ kind: 'book', state: bookState(receivedMs, book) }]),
    takeCandles: (candles, receivedMs) =>
      memory.take(candles.map((candle) => ({ kind: 'candle', state: candleState(receivedMs, candle) }))),
    takeTrades: (trades, receivedMs) =>
      memory.take(trades.map((trade) => ({ kind: 'trade', state: tradeState(receivedMs, trade) }))),
  };
}

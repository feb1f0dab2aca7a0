import type { Block, Fill } from '../events.ts';
import type { Market } from '../market.ts';

/** A match as in the public feed; amounts are the market's integers. */
export interface RecordedTrade {
  market: Market;
  timeMs: number;
  px: number;
  sz: number;
  /** The side that took liquidity bought. */
  takerBuys: boolean;
  hash: string;
  tid: number;
  /** Wallets. */
  buyer: number;
  seller: number;
}

/** The newest trades of every coin. */
export interface TradeTape {
  add(trade: RecordedTrade): void;
  /** Newest first. */
  recent(market: Market, limit: number): RecordedTrade[];
  drop(market: Market): void;
  save(): TradeTapeState;
}

/** By market, oldest first. */
export type TradeTapeState = Map<number, RecordedTrade[]>;

/**
 * The trades of a block, from its fills: the two sides of a trade are adjacent and share an id. Settlements, dust and splits have one side
 * and are no trades. A trade that mints or burns an outcome's pair has its sides on different coins; it is reported once, on the taker's
 * coin.
 */
export function tradesOf({ fills, timeMs }: Block): RecordedTrade[] {
  const trades: RecordedTrade[] = [];
  for (let i = 0; i + 1 < fills.length; i++) {
    const [first, second] = [fills[i]!, fills[i + 1]!];
    if (first.tid === 0 || first.tid !== second.tid) continue;
    trades.push(first.crossed ? tradeOf(first, second, timeMs) : tradeOf(second, first, timeMs));
    i += 1;
  }
  return trades;
}

function tradeOf(taker: Fill, maker: Fill, timeMs: number): RecordedTrade {
  const { market, px, sz, hash, tid, isBuy } = taker;
  const [buyer, seller] = isBuy ? [taker.wallet, maker.wallet] : [maker.wallet, taker.wallet];
  return { market, timeMs, px, sz, takerBuys: isBuy, hash, tid, buyer, seller };
}

/** @param limit Trades kept of a coin. */
export function createTradeTape(limit: number, saved?: TradeTapeState): TradeTape {
  const tapes: TradeTapeState = saved ?? new Map();
  return {
    add(trade) {
      const tape = tapes.get(trade.market.index);
      if (tape === undefined) {
        tapes.set(trade.market.index, [trade]);
        return;
      }
      tape.push(trade);
      // Cut by halves: moving the list for every trade would cost more than the trade.
      if (tape.length >= limit * 2) tape.splice(0, limit);
    },
    recent: (market, count) => (tapes.get(market.index) ?? []).slice(-Math.min(count, limit)).reverse(),
    drop: (market) => void tapes.delete(market.index),
    save: () => tapes,
  };
}

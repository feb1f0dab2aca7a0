import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { WireTrade } from '../../../wire/trade.ts';

export interface TradeFilter {
  /** Returns the unseen trades, in their order. */
  fresh(trades: readonly WireTrade[]): WireTrade[];
  /** Keeps only trades of these coins in memory. */
  retain(coins: ReadonlySet<string>): void;
}

/**
 * Trades are repeated by the snapshot after a reconnect, by `recentTrades`, and sometimes without a reason
 * (docs/exchange.md#public-trades). The key is (coin, time, tid).
 *
 * @param tradesPerCoin Trades kept in memory; snapshots repeat about 30, `recentTrades` a few more.
 */
export function createTradeFilter(tradesPerCoin = 2_000): TradeFilter {
  const seen = new Map<string, BoundedMap<string, true>>();
  return {
    fresh(trades) {
      return trades.filter(({ coin, time, tid }) => {
        let ofCoin = seen.get(coin);
        if (ofCoin === undefined) {
          ofCoin = new BoundedMap(tradesPerCoin);
          seen.set(coin, ofCoin);
        }
        const key = `${time} ${tid}`;
        if (ofCoin.has(key)) return false;
        ofCoin.set(key, true);
        return true;
      });
    },
    retain(coins) {
      for (const coin of seen.keys()) if (!coins.has(coin)) seen.delete(coin);
    },
  };
}

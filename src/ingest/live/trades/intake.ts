import type { WireTrade } from '../../../wire/trade.ts';
import { createTradeFilter } from '../../sources/hyperliquid/trade-filter.ts';
import { createTradeHoles, type TradeHolesOptions } from './holes.ts';
import type { UnseenStretch } from './stretch.ts';

export interface TradeIntakeOptions extends TradeHolesOptions {
  /**
   * Stores trades; what it does with failures is its affair. A trade in `complete` is stored with the time since when its
   * coin's trades are complete with these, unix milliseconds: a reader that finds it there knows, whatever else was not stored.
   */
  store(trades: readonly WireTrade[], receivedMs: number, complete: ReadonlyMap<WireTrade, number>): void;
  /** A trade that was not seen before. */
  onTrade(trade: WireTrade, receivedMs: number): void;
}

/** Takes the public trades, each once, and closes the holes that interruptions leave. */
export interface TradeIntake {
  take(trades: readonly WireTrade[], receivedMs: number): void;
  /** A coin is followed from now on. */
  begun(coin: string): void;
  /** Trades of a coin may have been missed. @param fromMs since when, by this machine's clock. */
  interrupted(coin: string, fromMs: number): void;
  /**
   * These are all coins there are. What others traded until they ended is read once more, and then forgotten. Resolves once
   * all of that came to `store`, or was reported as lost.
   */
  retain(coins: ReadonlySet<string>, nowMs: number): Promise<void>;
  close(): void;
}

/** A snapshot repeats 30 trades, `recentTrades` up to 100. */
const rememberedTrades = 300;

/**
 * Whatever shows the newest trades after an interruption, a snapshot or `recentTrades`, is contiguous: where it reaches
 * back to the last trade from before, nothing is missing.
 */
export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { store, onTrade, last, unseenSinceMs } = options;
  const filter = createTradeFilter(rememberedTrades);
  const holes = createTradeHoles(options, take);
  let listed: ReadonlySet<string> = new Set();

  /** @param isAll There are no others of their coin. */
  function take(trades: readonly WireTrade[], receivedMs: number, isAll = false): void {
    const unseen = filter.fresh(trades);
    const fresh = new Set(unseen);
    const complete = new Map<WireTrade, number>();
    const filled: [string, UnseenStretch][] = [];
    if (holes.size > 0) {
      for (const [coin, ofCoin] of Map.groupBy(trades, (trade) => trade.coin)) {
        for (const stretch of holes.meet(coin, ofCoin, { isAll, fresh, complete }))
          filled.push([coin, stretch]);
      }
    }
    for (const trade of unseen) {
      const known = last.get(trade.coin);
      if (known === undefined || trade.time >= known.timeMs) {
        last.set(trade.coin, { timeMs: trade.time, tid: trade.tid });
      }
      onTrade(trade, receivedMs);
    }
    if (fresh.size > 0) store([...fresh], receivedMs, complete);
    for (const [coin, stretch] of filled) holes.fill(coin, stretch);
  }

  return {
    take: (trades, receivedMs) => take(trades, receivedMs),
    begun: (coin) => holes.begin(coin, unseenSinceMs(coin)),
    interrupted: (coin, fromMs) => holes.begin(coin, fromMs),
    async retain(coins, nowMs) {
      filter.retain(coins);
      for (const coin of new Set([...last.keys(), ...listed])) if (!coins.has(coin)) holes.end(coin, nowMs);
      for (const coin of coins) holes.listed(coin);
      listed = coins;
      await holes.endsRead();
    },
    close: holes.close,
  };
}

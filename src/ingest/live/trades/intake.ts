import type { WireTrade } from '../../../wire/trade.ts';
import { createTradeFilter } from '../../sources/hyperliquid/trade-filter.ts';
import { createTradeHoles, type TradeHolesOptions } from './holes.ts';
import type { UnseenStretch } from './stretch.ts';

export interface TradeIntakeOptions extends TradeHolesOptions {
  /**
   * Stores trades and handles its own failures. A trade in `complete` is stored with the time since which its coin's trades are
   * complete, unix milliseconds, so that a reader knows it even if other writes failed.
   */
  store(trades: readonly WireTrade[], receivedMs: number, complete: ReadonlyMap<WireTrade, number>): void;
  /** Called once for each new trade. */
  onTrade(trade: WireTrade, receivedMs: number): void;
}

/** Receives the public trades, drops repeats, and closes the holes that interruptions leave. */
export interface TradeIntake {
  take(trades: readonly WireTrade[], receivedMs: number): void;
  /** A coin's subscription began. */
  begun(coin: string): void;
  /** Trades of a coin may have been missed. @param fromMs since when, by this machine's clock. */
  interrupted(coin: string, fromMs: number): void;
  /**
   * Sets all listed coins. Reads the last trades of the others once more, then forgets them. Resolves once those trades reached
   * `store`, or were reported as lost.
   */
  retain(coins: ReadonlySet<string>, nowMs: number): Promise<void>;
  close(): void;
}

/** A snapshot repeats 30 trades, `recentTrades` up to 100. */
const rememberedTrades = 300;

/**
 * A snapshot or `recentTrades` answer after an interruption is contiguous: if it reaches back to the last trade before, nothing
 * is missing.
 */
export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { store, onTrade, last, unseenSinceMs } = options;
  const filter = createTradeFilter(rememberedTrades);
  const holes = createTradeHoles(options, take);
  let listed: ReadonlySet<string> = new Set();

  /** @param isAll True if the coin has no other trades. */
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

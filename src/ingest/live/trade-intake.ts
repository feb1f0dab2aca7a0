import type { WireTrade } from '../../wire/trade.ts';
import { createTradeFilter } from '../sources/hyperliquid/trade-filter.ts';

/** Trades of a coin that nothing can bring back, in an inclusive range of the exchange's time. */
export interface TradeGap {
  coin: string;
  fromMs: number;
  toMs: number;
}

/** Where a coin's trades end. */
export interface LastTrade {
  timeMs: number;
  /** −1 where no trade is known, only the time. */
  tid: number;
}

export interface TradeIntakeOptions {
  /** Stores trades; what it does with failures is its affair. */
  store(trades: readonly WireTrade[], receivedMs: number): void;
  /** A trade that was not seen before. */
  onTrade(trade: WireTrade, receivedMs: number): void;
  /** The latest trades of a coin, by REST, how many were told with those that cannot be used, and when they came. */
  readRecent(coin: string): Promise<{ trades: WireTrade[]; told: number; receivedMs: number }>;
  /** A hole was closed, or cannot be. */
  onGap(gap: TradeGap, filled: boolean): void;
  /** The newest stored trade of each coin: what came after it was missed while nothing ran. */
  last: Map<string, LastTrade>;
  /** A subscription's snapshot comes this soon; without one the hole is read by REST. */
  snapshotMs: number;
}

/** Takes the public trades, each once, and closes the holes that interruptions leave. */
export interface TradeIntake {
  take(trades: readonly WireTrade[], receivedMs: number): void;
  /** Trades of a coin may have been missed. @param fromMs since when, by this machine's clock. */
  interrupted(coin: string, fromMs: number): void;
  /** Forgets the trades of other coins: they are no longer traded. */
  retain(coins: ReadonlySet<string>): void;
  close(): void;
}

/** A snapshot repeats 30 trades, `recentTrades` up to 100. */
const rememberedTrades = 300;
/** `recentTrades` with fewer than this has all there ever were: the shortest full answer seen has ten. */
const shortAnswer = 10;

interface Hole {
  anchor: LastTrade;
  timer: NodeJS.Timeout;
}

/**
 * Whatever shows the newest trades after an interruption, a snapshot or `recentTrades`, is contiguous: where it reaches
 * back to the last trade from before, nothing is missing.
 */
export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { store, onTrade, readRecent, onGap, last, snapshotMs } = options;
  const filter = createTradeFilter(rememberedTrades);
  const holes = new Map<string, Hole>();
  let closed = false;

  function close(coin: string, filled: boolean, toMs: number): void {
    const { anchor, timer } = holes.get(coin)!;
    clearTimeout(timer);
    holes.delete(coin);
    onGap({ coin, fromMs: anchor.timeMs, toMs: Math.max(anchor.timeMs, toMs) }, filled);
  }

  function take(trades: readonly WireTrade[], receivedMs: number): void {
    const fresh = filter.fresh(trades);
    for (const trade of trades) {
      const hole = holes.get(trade.coin);
      if (hole !== undefined && reaches(trade, hole.anchor)) close(trade.coin, true, trade.time);
    }
    for (const trade of fresh) {
      const known = last.get(trade.coin);
      if (known === undefined || trade.time >= known.timeMs) {
        last.set(trade.coin, { timeMs: trade.time, tid: trade.tid });
      }
      onTrade(trade, receivedMs);
    }
    if (fresh.length > 0) store(fresh, receivedMs);
  }

  async function readHole(coin: string): Promise<void> {
    const recent = await readRecent(coin).catch(() => undefined);
    const hole = holes.get(coin);
    if (closed || hole === undefined) return;
    if (recent === undefined) {
      hole.timer = wait(coin);
      return;
    }
    take(recent.trades, recent.receivedMs);
    if (!holes.has(coin)) return;
    const times = recent.trades.map(({ time }) => time);
    const toMs = times.length === 0 ? recent.receivedMs : Math.min(...times);
    close(coin, recent.told < shortAnswer, toMs);
  }

  function wait(coin: string): NodeJS.Timeout {
    return setTimeout(() => void readHole(coin), snapshotMs);
  }

  function interrupted(coin: string, fromMs: number): void {
    const open = holes.get(coin);
    clearTimeout(open?.timer);
    // Interrupted again before it was closed: it begins where it began.
    const anchor = open?.anchor ?? last.get(coin) ?? { timeMs: fromMs, tid: -1 };
    holes.set(coin, { anchor, timer: wait(coin) });
  }

  return {
    take,
    interrupted,
    retain(coins) {
      filter.retain(coins);
      for (const coin of last.keys()) if (!coins.has(coin) && !holes.has(coin)) last.delete(coin);
    },
    close() {
      closed = true;
      for (const { timer } of holes.values()) clearTimeout(timer);
    },
  };
}

function reaches({ time, tid }: WireTrade, anchor: LastTrade): boolean {
  return time < anchor.timeMs || (time === anchor.timeMs && (tid === anchor.tid || anchor.tid < 0));
}

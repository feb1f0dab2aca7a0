import { dayMs } from '../../kernel/clock.ts';
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

/**
 * What became of a hole: trades behind it are about to be stored; all of it was read; what is left nothing can bring back.
 * One that was told to be open is over with either.
 */
export type GapFate = 'open' | 'filled' | 'lost' | 'over';

export interface TradeIntakeOptions {
  /** Stores trades; what it does with failures is its affair. */
  store(trades: readonly WireTrade[], receivedMs: number): void;
  /** A trade that was not seen before. */
  onTrade(trade: WireTrade, receivedMs: number): void;
  /** The latest trades of a coin, by REST, how many were told with those that cannot be used, and when they came. */
  readRecent(coin: string): Promise<{ trades: WireTrade[]; told: number; receivedMs: number }>;
  /** What is open is told before the trades behind it come to `store`, what is filled after those that fill it. */
  onGap(gap: TradeGap, fate: GapFate): void;
  /** The newest stored trade of each coin: what came after it was missed while nothing ran. */
  last: Map<string, LastTrade>;
  /** Holes that an earlier run told to be open, and did not live to close. */
  open?: readonly TradeGap[];
  /** Since when a coin that was never heard of may have traded unheard; undefined where all begins with this run. */
  unheardSinceMs(coin: string): number | undefined;
  /** A subscription's snapshot comes this soon; without one the hole is read by REST. */
  snapshotMs: number;
}

/** Takes the public trades, each once, and closes the holes that interruptions leave. */
export interface TradeIntake {
  take(trades: readonly WireTrade[], receivedMs: number): void;
  /** A coin is followed from now on. */
  begun(coin: string): void;
  /** Trades of a coin may have been missed. @param fromMs since when, by this machine's clock. */
  interrupted(coin: string, fromMs: number): void;
  /** These are all coins there are. What others traded until they ended is read once more, and then forgotten. */
  retain(coins: ReadonlySet<string>, nowMs: number): void;
  close(): void;
}

/** A snapshot repeats 30 trades, `recentTrades` up to 100. */
const rememberedTrades = 300;
/** `recentTrades` with fewer than this has all there ever were: the shortest full answer seen has ten. */
const shortAnswer = 10;

/** A coin that ended longer before the newest trade than this was read to its end by an earlier run. */
const endedMs = 7 * dayMs;
/** Of a coin that is listed no more the exchange may not tell anything. */
const endedAttempts = 3;

interface Hole {
  anchor: LastTrade;
  timer: NodeJS.Timeout;
  /** As it was told to be open, by this run or earlier ones. */
  open: TradeGap[];
  /** Time of the oldest trade since, where there was one. */
  oldestMs: number;
  /** Where its coin has ended: how often it is asked for still, and when the end was seen. */
  end?: { attempts: number; seenMs: number };
}

/**
 * Whatever shows the newest trades after an interruption, a snapshot or `recentTrades`, is contiguous: where it reaches
 * back to the last trade from before, nothing is missing.
 */
export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { store, onTrade, readRecent, onGap, last, unheardSinceMs, snapshotMs } = options;
  const filter = createTradeFilter(rememberedTrades);
  const left = Map.groupBy(options.open ?? [], ({ coin }) => coin);
  const holes = new Map<string, Hole>();
  /** Coins that are listed no more, whose trades were read to their end. */
  const ended = new Set<string>();
  let listed: ReadonlySet<string> = new Set();
  let closed = false;

  function gapOf(coin: string, { anchor, oldestMs }: Hole): TradeGap {
    const toMs = Number.isFinite(oldestMs) ? Math.max(anchor.timeMs, oldestMs) : anchor.timeMs;
    return { coin, fromMs: anchor.timeMs, toMs };
  }

  function close(coin: string, fate: 'filled' | 'lost'): void {
    const hole = holes.get(coin)!;
    clearTimeout(hole.timer);
    holes.delete(coin);
    const gap = gapOf(coin, hole);
    onGap(gap, fate);
    for (const open of hole.open) {
      const isSame = open.fromMs === gap.fromMs && open.toMs === gap.toMs;
      if (fate === 'filled' || !isSame) onGap(open, 'over');
    }
  }

  /** Notes what is known of a hole before anything behind it is stored. */
  function tellOpen(coin: string, hole: Hole): void {
    const gap = gapOf(coin, hole);
    if (hole.open.some(({ toMs }) => toMs >= gap.toMs)) return;
    hole.open.push(gap);
    onGap(gap, 'open');
  }

  function take(trades: readonly WireTrade[], receivedMs: number): void {
    const fresh = filter.fresh(trades);
    const reached = new Set<string>();
    for (const trade of trades) {
      const hole = holes.get(trade.coin);
      if (hole === undefined) continue;
      hole.oldestMs = Math.min(hole.oldestMs, trade.time);
      if (reaches(trade, hole.anchor)) reached.add(trade.coin);
    }
    for (const coin of new Set(fresh.map((trade) => trade.coin))) {
      const hole = holes.get(coin);
      if (hole !== undefined && !reached.has(coin)) tellOpen(coin, hole);
    }
    for (const trade of fresh) {
      const known = last.get(trade.coin);
      if (known === undefined || trade.time >= known.timeMs) {
        last.set(trade.coin, { timeMs: trade.time, tid: trade.tid });
      }
      onTrade(trade, receivedMs);
    }
    if (fresh.length > 0) store(fresh, receivedMs);
    for (const coin of reached) close(coin, 'filled');
  }

  async function readHole(coin: string): Promise<void> {
    const recent = await readRecent(coin).catch(() => undefined);
    const hole = holes.get(coin);
    if (closed || hole === undefined) return;
    if (recent === undefined) {
      if (hole.end !== undefined && --hole.end.attempts <= 0) giveUp(coin, hole, hole.end.seenMs);
      else hole.timer = wait(coin);
      return;
    }
    take(recent.trades, recent.receivedMs);
    const current = holes.get(coin);
    if (current === undefined) return;
    if (recent.told < shortAnswer) close(coin, 'filled');
    // Where nothing that was told can be used, nothing is known up to now.
    else giveUp(coin, current, recent.receivedMs);
  }

  function giveUp(coin: string, hole: Hole, nowMs: number): void {
    if (!Number.isFinite(hole.oldestMs)) hole.oldestMs = nowMs;
    close(coin, 'lost');
  }

  function wait(coin: string): NodeJS.Timeout {
    return setTimeout(() => void readHole(coin), snapshotMs);
  }

  function begin(coin: string, sinceMs: number | undefined): void {
    const hole = holes.get(coin);
    clearTimeout(hole?.timer);
    const open = hole?.open ?? left.get(coin) ?? [];
    left.delete(coin);
    // Interrupted again before it was closed: it begins where it began.
    const anchor =
      hole?.anchor ??
      firstOf(open) ??
      last.get(coin) ??
      (sinceMs !== undefined ? unknownAt(sinceMs) : undefined);
    if (anchor === undefined) return;
    holes.set(coin, { anchor, timer: wait(coin), open, oldestMs: Number.POSITIVE_INFINITY });
  }

  /** A coin is listed no more. */
  function end(coin: string, nowMs: number): void {
    const newestMs = newestOf(last);
    const known = last.get(coin)?.timeMs ?? newestMs;
    if (!ended.has(coin) && (known > newestMs - endedMs || left.has(coin))) {
      if (last.has(coin)) ended.add(coin);
      begin(coin, unheardSinceMs(coin));
      const hole = holes.get(coin);
      if (hole !== undefined) hole.end = { attempts: endedAttempts, seenMs: nowMs };
    } else if (!holes.has(coin)) {
      last.delete(coin);
      ended.delete(coin);
    }
  }

  return {
    take,
    begun: (coin) => begin(coin, unheardSinceMs(coin)),
    interrupted: (coin, fromMs) => begin(coin, fromMs),
    retain(coins, nowMs) {
      filter.retain(coins);
      for (const coin of new Set([...last.keys(), ...listed])) if (!coins.has(coin)) end(coin, nowMs);
      for (const coin of coins) ended.delete(coin);
      listed = coins;
    },
    close() {
      closed = true;
      for (const { timer } of holes.values()) clearTimeout(timer);
    },
  };
}

/** Time of the newest of these trades, unix milliseconds; 0 where there is none. */
export function newestOf(last: ReadonlyMap<string, LastTrade>): number {
  let newestMs = 0;
  for (const { timeMs } of last.values()) newestMs = Math.max(newestMs, timeMs);
  return newestMs;
}

function unknownAt(timeMs: number): LastTrade {
  return { timeMs, tid: -1 };
}

function firstOf(gaps: readonly TradeGap[]): LastTrade | undefined {
  return gaps.length === 0 ? undefined : unknownAt(Math.min(...gaps.map(({ fromMs }) => fromMs)));
}

function reaches({ time, tid }: WireTrade, anchor: LastTrade): boolean {
  return time < anchor.timeMs || (time === anchor.timeMs && (tid === anchor.tid || anchor.tid < 0));
}

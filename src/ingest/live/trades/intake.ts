import { dayMs } from '../../../kernel/clock.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import { createTradeFilter } from '../../sources/hyperliquid/trade-filter.ts';
import {
  beginStretch,
  gapOf,
  type LastTrade,
  leftStretches,
  meetTrades,
  type TradeGap,
  type UnseenStretch,
  unknownAt,
} from './stretch.ts';

/**
 * What became of a hole: trades behind it are about to be stored; all of it was read; what is left nothing can bring back.
 * One that was told to be open is over with either.
 */
export type GapState = 'open' | 'filled' | 'lost' | 'over';

export interface TradeIntakeOptions {
  /**
   * Stores trades; what it does with failures is its affair. A trade in `complete` is stored with the time since when its
   * coin's trades are complete with these, unix milliseconds: whoever finds it there knows, whatever else was not stored.
   */
  store(trades: readonly WireTrade[], receivedMs: number, complete: ReadonlyMap<WireTrade, number>): void;
  /** A trade that was not seen before. */
  onTrade(trade: WireTrade, receivedMs: number): void;
  /** The latest trades of a coin, by REST, how many were told with those that cannot be used, and when they came. */
  readRecent(coin: string): Promise<{ trades: WireTrade[]; told: number; receivedMs: number }>;
  /**
   * What is missing of a gap of which only the time is known at which it begins, or ends; undefined for nothing. It never
   * fails.
   * @param isEnded The coin has ended: there is no trade at the end of the gap.
   */
  missingOf(gap: TradeGap, isEnded: boolean): Promise<TradeGap | undefined>;
  /** What is open is told before the trades behind it come to `store`, what is filled after those that fill it. */
  onGap(gap: TradeGap, state: GapState): void;
  /** The newest stored trade of each coin: what came after it was missed while nothing ran. */
  last: Map<string, LastTrade>;
  /** Holes that an earlier run told to be open, and did not live to close. */
  open?: readonly TradeGap[];
  /** Since when a coin that was never seen may have traded unseen; undefined where all begins with this run. */
  unseenSinceMs(coin: string): number | undefined;
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
  /**
   * These are all coins there are. What others traded until they ended is read once more, and then forgotten. Resolves once
   * all of that came to `store`, or was told to be lost.
   */
  retain(coins: ReadonlySet<string>, nowMs: number): Promise<void>;
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

/** The hole of a coin: from its first interruption until an answer says what is missing. */
interface Hole {
  /** Oldest first. */
  stretches: UnseenStretch[];
  timer: NodeJS.Timeout;
  /** Where its coin has ended: how often it is asked for still, when the end was seen, and who waits for its last trades. */
  end?: { attempts: number; seenMs: number; read: PromiseWithResolvers<void> };
}

/**
 * Whatever shows the newest trades after an interruption, a snapshot or `recentTrades`, is contiguous: where it reaches
 * back to the last trade from before, nothing is missing.
 */
export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { store, onTrade, readRecent, missingOf, onGap, last, unseenSinceMs, snapshotMs } = options;
  const filter = createTradeFilter(rememberedTrades);
  const left = Map.groupBy(options.open ?? [], ({ coin }) => coin);
  const holes = new Map<string, Hole>();
  /** Coins that are listed no more, whose trades were read to their end. */
  const ended = new Set<string>();
  let listed: ReadonlySet<string> = new Set();
  let closed = false;

  function close(gap: TradeGap, { open }: UnseenStretch, state: 'filled' | 'lost'): void {
    onGap(gap, state);
    for (const told of open) {
      const isSame = told.fromMs === gap.fromMs && told.toMs === gap.toMs;
      if (state === 'filled' || !isSame) onGap(told, 'over');
    }
  }

  /** Notes what is known of a hole before anything behind it is stored. */
  function tellOpen(coin: string, stretch: UnseenStretch): void {
    const gap = gapOf(coin, stretch);
    if (stretch.open.some(({ fromMs, toMs }) => fromMs <= gap.fromMs && toMs >= gap.toMs)) return;
    stretch.open.push(gap);
    onGap(gap, 'open');
  }

  /** Compares the trades of one coin with its hole. @returns the stretches that they fill */
  function meet(
    coin: string,
    trades: readonly WireTrade[],
    { isAll, fresh, complete }: { isAll: boolean; fresh: Set<WireTrade>; complete: Map<WireTrade, number> },
  ): UnseenStretch[] {
    const hole = holes.get(coin);
    if (hole === undefined) return [];
    const { filled, completeFromMs } = meetTrades(hole.stretches, trades, isAll);
    hole.stretches = hole.stretches.filter((stretch) => !filled.includes(stretch));
    if (trades.some((trade) => fresh.has(trade)))
      for (const stretch of hole.stretches) tellOpen(coin, stretch);
    if (completeFromMs !== undefined) {
      const newest = trades.reduce((a, b) => (b.time > a.time ? b : a));
      complete.set(newest, completeFromMs);
      // Also where it is stored: now it says more.
      fresh.add(newest);
    }
    return filled;
  }

  /** @param isAll There are no others of their coin. */
  function take(trades: readonly WireTrade[], receivedMs: number, isAll = false): void {
    const unseen = filter.fresh(trades);
    const fresh = new Set(unseen);
    const complete = new Map<WireTrade, number>();
    const filled: [string, UnseenStretch][] = [];
    if (holes.size > 0) {
      for (const [coin, ofCoin] of Map.groupBy(trades, (trade) => trade.coin)) {
        for (const stretch of meet(coin, ofCoin, { isAll, fresh, complete })) filled.push([coin, stretch]);
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
    for (const [coin, stretch] of filled) {
      close(gapOf(coin, stretch), stretch, 'filled');
      const hole = holes.get(coin);
      if (hole?.stretches.length === 0) {
        drop(coin);
        hole.end?.read.resolve();
      }
    }
  }

  function drop(coin: string): void {
    clearTimeout(holes.get(coin)?.timer);
    holes.delete(coin);
  }

  async function readHole(coin: string): Promise<void> {
    const asked = holes.get(coin);
    const recent = await readRecent(coin).catch(() => undefined);
    // Interrupted meanwhile: the answer says nothing of what came after it, and the next one is on its way.
    if (closed || asked === undefined || holes.get(coin) !== asked) return;
    const { end } = asked;
    if (recent === undefined) {
      if (end !== undefined && --end.attempts <= 0) await giveUp(coin, asked, end.seenMs);
      else asked.timer = wait(coin);
      return;
    }
    // Of a coin that has ended the trades may be forgotten: then the answer says nothing.
    const isForgotten = end !== undefined && recent.told === 0 && last.has(coin);
    const isAll = recent.told < shortAnswer && !isForgotten;
    take(recent.trades, recent.receivedMs, isAll);
    if (isAll) fillAll(coin, asked);
    // Where nothing that was told can be used, nothing is known up to now.
    else await giveUp(coin, asked, end?.seenMs ?? recent.receivedMs);
  }

  function fillAll(coin: string, { stretches, end }: Hole): void {
    drop(coin);
    for (const stretch of stretches) close(gapOf(coin, stretch), stretch, 'filled');
    end?.read.resolve();
  }

  /** @param nowMs Up to when nothing is known where no trade was seen. */
  async function giveUp(coin: string, { stretches, end }: Hole, nowMs: number): Promise<void> {
    drop(coin);
    const looks = stretches.map((stretch) => {
      if (stretch.toMs === Number.POSITIVE_INFINITY) stretch.toMs = Math.max(stretch.anchor.timeMs, nowMs);
      const gap = gapOf(coin, stretch);
      if (stretch.anchor.tid >= 0 && end === undefined) return close(gap, stretch, 'lost');
      return lookCloser(gap, stretch, end !== undefined);
    });
    await Promise.all(looks);
    end?.read.resolve();
  }

  async function lookCloser(gap: TradeGap, stretch: UnseenStretch, isEnded: boolean): Promise<void> {
    const missing = await missingOf(gap, isEnded);
    if (!closed) close(missing ?? gap, stretch, missing === undefined ? 'filled' : 'lost');
  }

  function wait(coin: string): NodeJS.Timeout {
    return setTimeout(() => void readHole(coin), snapshotMs);
  }

  function begin(coin: string, sinceMs: number | undefined): void {
    const hole = holes.get(coin);
    clearTimeout(hole?.timer);
    const known = last.get(coin);
    const stretches = hole?.stretches ?? leftStretches(left.get(coin) ?? [], known);
    left.delete(coin);
    beginStretch(stretches, known ?? (sinceMs !== undefined ? unknownAt(sinceMs) : undefined));
    if (stretches.length > 0) holes.set(coin, { ...hole, stretches, timer: wait(coin) });
  }

  /** A coin is listed no more. */
  function end(coin: string, nowMs: number): void {
    const newestMs = newestOf(last);
    const known = last.get(coin)?.timeMs ?? newestMs;
    if (!ended.has(coin) && (known > newestMs - endedMs || left.has(coin))) {
      if (last.has(coin)) ended.add(coin);
      begin(coin, unseenSinceMs(coin));
      const hole = holes.get(coin);
      if (hole !== undefined) {
        const read = hole.end?.read ?? Promise.withResolvers<void>();
        hole.end = { attempts: endedAttempts, seenMs: nowMs, read };
      }
    } else if (!holes.has(coin)) {
      last.delete(coin);
      ended.delete(coin);
    }
  }

  return {
    take: (trades, receivedMs) => take(trades, receivedMs),
    begun: (coin) => begin(coin, unseenSinceMs(coin)),
    interrupted: (coin, fromMs) => begin(coin, fromMs),
    async retain(coins, nowMs) {
      filter.retain(coins);
      for (const coin of new Set([...last.keys(), ...listed])) if (!coins.has(coin)) end(coin, nowMs);
      for (const coin of coins) ended.delete(coin);
      listed = coins;
      await Promise.all([...holes.values()].map((hole) => hole.end?.read.promise));
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

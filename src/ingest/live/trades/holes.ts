import { dayMs } from '../../../kernel/clock.ts';
import { type Cancel, systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireTrade } from '../../../wire/trade.ts';
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
 * One that was reported as open is over with either.
 */
export type GapState = 'open' | 'filled' | 'lost' | 'over';

export interface TradeHolesOptions {
  /** The latest trades of a coin, by REST, how many came with those that cannot be used, and when they came. */
  readRecent(coin: string): Promise<{ trades: WireTrade[]; reported: number; receivedMs: number }>;
  /**
   * What is missing of a gap of which only the time is known at which it begins, or ends; undefined for nothing. It never
   * fails.
   * @param isEnded The coin has ended: there is no trade at the end of the gap.
   */
  missingOf(gap: TradeGap, isEnded: boolean): Promise<TradeGap | undefined>;
  /** What is open is reported before the trades behind it are stored, what is filled after those that fill it. */
  onGap(gap: TradeGap, state: GapState): void;
  /** The newest stored trade of each coin: what came after it was missed while nothing ran. */
  last: Map<string, LastTrade>;
  /** Holes that an earlier run reported as open, and did not live to close. */
  open?: readonly TradeGap[];
  /** Since when a coin that was never seen may have traded unseen; undefined where all begins with this run. */
  unseenSinceMs(coin: string): number | undefined;
  /** A subscription's snapshot comes this soon; without one the hole is read by REST. */
  snapshotMs: number;
  /** The machine's where absent. */
  timers?: Timers;
}

/** What interruptions of the trades' feed leave, each until trades say what is missing of it. */
export interface TradeHoles {
  readonly size: number;
  /**
   * Compares the trades of one coin with its hole.
   * @param arrived.fresh those to be stored; one that says since when all are complete is added to them
   * @returns the stretches that they fill: {@link fill} each once the trades are stored
   */
  meet(coin: string, trades: readonly WireTrade[], arrived: ArrivedTrades): UnseenStretch[];
  fill(coin: string, stretch: UnseenStretch): void;
  /** A hole begins. @param sinceMs where no trade of the coin is known; undefined where it needs none then */
  begin(coin: string, sinceMs: number | undefined): void;
  /** A coin is no longer listed: what it traded until it ended is read once more. */
  end(coin: string, nowMs: number): void;
  /** A coin is listed again. */
  listed(coin: string): void;
  /** Resolves once the holes of coins that have ended are read, or given up. */
  endsRead(): Promise<void>;
  close(): void;
}

export interface ArrivedTrades {
  /** There are no others of their coin. */
  isAll: boolean;
  fresh: Set<WireTrade>;
  /** Since when a coin's trades are complete with these, by the trade that is stored with it; unix milliseconds. */
  complete: Map<WireTrade, number>;
}

/** `recentTrades` with fewer than this has all there ever were: the shortest full answer seen has ten. */
const shortAnswer = 10;

/** A coin that ended longer before the newest trade than this was read to its end by an earlier run. */
const endedMs = 7 * dayMs;
/** Of a coin that is no longer listed the exchange may not serve anything. */
const endedAttempts = 3;

/** The hole of a coin: from its first interruption until an answer says what is missing. */
interface Hole {
  /** Oldest first. */
  stretches: UnseenStretch[];
  stopWaiting: Cancel;
  /** Where its coin has ended: how often it is asked for still, when the end was seen, and who waits for its last trades. */
  end?: { attempts: number; seenMs: number; read: PromiseWithResolvers<void> };
}

/** @param take takes trades that were read for a hole; all there are of their coin where `isAll` */
export function createTradeHoles(
  options: TradeHolesOptions,
  take: (trades: readonly WireTrade[], receivedMs: number, isAll: boolean) => void,
): TradeHoles {
  const { readRecent, missingOf, onGap, last, unseenSinceMs, snapshotMs } = options;
  const { timers = systemTimers } = options;
  const left = Map.groupBy(options.open ?? [], ({ coin }) => coin);
  const holes = new Map<string, Hole>();
  /** Coins that are no longer listed, whose trades were read to their end. */
  const ended = new Set<string>();
  let closed = false;

  function close(gap: TradeGap, { open }: UnseenStretch, state: 'filled' | 'lost'): void {
    onGap(gap, state);
    for (const reported of open) {
      const isSame = reported.fromMs === gap.fromMs && reported.toMs === gap.toMs;
      if (state === 'filled' || !isSame) onGap(reported, 'over');
    }
  }

  /** Notes what is known of a hole before anything behind it is stored. */
  function logOpen(coin: string, stretch: UnseenStretch): void {
    const gap = gapOf(coin, stretch);
    if (stretch.open.some(({ fromMs, toMs }) => fromMs <= gap.fromMs && toMs >= gap.toMs)) return;
    stretch.open.push(gap);
    onGap(gap, 'open');
  }

  function drop(coin: string): void {
    holes.get(coin)?.stopWaiting();
    holes.delete(coin);
  }

  async function readHole(coin: string): Promise<void> {
    const params = holes.get(coin);
    const recent = await readRecent(coin).catch(() => undefined);
    // Interrupted meanwhile: the answer says nothing of what came after it, and the next one is on its way.
    if (closed || params === undefined || holes.get(coin) !== params) return;
    const { end } = params;
    if (recent === undefined) {
      if (end !== undefined && --end.attempts <= 0) await giveUp(coin, params, end.seenMs);
      else params.stopWaiting = wait(coin);
      return;
    }
    // Of a coin that has ended the trades may be forgotten: then the answer says nothing.
    const isForgotten = end !== undefined && recent.reported === 0 && last.has(coin);
    const isAll = recent.reported < shortAnswer && !isForgotten;
    take(recent.trades, recent.receivedMs, isAll);
    if (isAll) fillAll(coin, params);
    // Where nothing that came can be used, nothing is known up to now.
    else await giveUp(coin, params, end?.seenMs ?? recent.receivedMs);
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

  function wait(coin: string): Cancel {
    return timers.after(snapshotMs, () => void readHole(coin));
  }

  function begin(coin: string, sinceMs: number | undefined): void {
    const hole = holes.get(coin);
    hole?.stopWaiting();
    const known = last.get(coin);
    const stretches = hole?.stretches ?? leftStretches(left.get(coin) ?? [], known);
    left.delete(coin);
    beginStretch(stretches, known ?? (sinceMs !== undefined ? unknownAt(sinceMs) : undefined));
    if (stretches.length > 0) holes.set(coin, { ...hole, stretches, stopWaiting: wait(coin) });
  }

  return {
    get size() {
      return holes.size;
    },
    meet(coin, trades, { isAll, fresh, complete }) {
      const hole = holes.get(coin);
      if (hole === undefined) return [];
      const { filled, completeFromMs } = meetTrades(hole.stretches, trades, isAll);
      hole.stretches = hole.stretches.filter((stretch) => !filled.includes(stretch));
      if (trades.some((trade) => fresh.has(trade)))
        for (const stretch of hole.stretches) logOpen(coin, stretch);
      if (completeFromMs !== undefined) {
        const newest = trades.reduce((a, b) => (b.time > a.time ? b : a));
        complete.set(newest, completeFromMs);
        // Also where it is stored: now it says more.
        fresh.add(newest);
      }
      return filled;
    },
    fill(coin, stretch) {
      close(gapOf(coin, stretch), stretch, 'filled');
      const hole = holes.get(coin);
      if (hole?.stretches.length !== 0) return;
      drop(coin);
      hole.end?.read.resolve();
    },
    begin,
    end(coin, nowMs) {
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
    },
    listed: (coin) => void ended.delete(coin),
    async endsRead() {
      await Promise.all([...holes.values()].map((hole) => hole.end?.read.promise));
    },
    close() {
      closed = true;
      for (const { stopWaiting } of holes.values()) stopWaiting();
    },
  };
}

/** Time of the newest of these trades, unix milliseconds; 0 where there is none. */
export function newestOf(last: ReadonlyMap<string, LastTrade>): number {
  let newestMs = 0;
  for (const { timeMs } of last.values()) newestMs = Math.max(newestMs, timeMs);
  return newestMs;
}

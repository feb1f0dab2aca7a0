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
 * State of a gap: `open` before trades behind it are stored, `filled` once all of it was read, `lost` if the rest cannot be
 * recovered. `over` withdraws an earlier report as `open`, after either.
 */
export type GapState = 'open' | 'filled' | 'lost' | 'over';

export interface TradeHolesOptions {
  /** The latest trades of a coin, by REST, how many came with those that cannot be used, and when they came. */
  readRecent(coin: string): Promise<{ trades: WireTrade[]; reported: number; receivedMs: number }>;
  /**
   * Missing part of a gap of which one end is known only by its time; undefined if nothing is missing. Never rejects.
   * @param isEnded True for an ended coin: no trade marks the end of its gap.
   */
  missingOf(gap: TradeGap, isEnded: boolean): Promise<TradeGap | undefined>;
  /** Called with `open` before the trades behind a gap are stored, and with `filled` after the trades that fill it. */
  onGap(gap: TradeGap, state: GapState): void;
  /** Newest stored trade of each coin; trades after it were missed while no process ran. */
  last: Map<string, LastTrade>;
  /** Gaps that an earlier run reported as open and did not close. */
  open?: readonly TradeGap[];
  /** Time since which a never-seen coin may have traded; undefined if its trades begin with this run. */
  unseenSinceMs(coin: string): number | undefined;
  /** How long to wait for a subscription's snapshot before the hole is read by REST. */
  snapshotMs: number;
  timers?: Timers;
}

/** Holes left by feed interruptions, kept until trades show which part is missing. */
export interface TradeHoles {
  readonly size: number;
  /**
   * Compares the trades of one coin with its hole.
   * @param arrived.fresh trades to store; the newest trade is added if it carries the time of completeness
   * @returns the stretches that the trades fill: {@link fill} each once the trades are stored
   */
  meet(coin: string, trades: readonly WireTrade[], arrived: ArrivedTrades): UnseenStretch[];
  fill(coin: string, stretch: UnseenStretch): void;
  /** Begins a hole. @param sinceMs its start if no trade of the coin is known; undefined: no hole in that case */
  begin(coin: string, sinceMs: number | undefined): void;
  /** Handles an unlisted coin: reads its last trades once more. */
  end(coin: string, nowMs: number): void;
  listed(coin: string): void;
  /** Resolves once the holes of ended coins are read or given up. */
  endsRead(): Promise<void>;
  close(): void;
}

export interface ArrivedTrades {
  /** True if the coin has no other trades. */
  isAll: boolean;
  fresh: Set<WireTrade>;
  /** Time since which a coin's trades are complete, by the trade that is stored with it; unix milliseconds. */
  complete: Map<WireTrade, number>;
}

/** A shorter `recentTrades` answer holds all trades of the coin; the shortest full answer seen has ten. */
const shortAnswer = 10;

/** A coin whose last trade is this much older than the newest trade was read to its end by an earlier run. */
const endedMs = 7 * dayMs;
/** Failed reads of an ended coin before giving up: the exchange may not serve unlisted coins. */
const endedAttempts = 3;

/** Hole of a coin, from its first interruption until an answer shows which trades are missing. */
interface Hole {
  /** Oldest first. */
  stretches: UnseenStretch[];
  stopWaiting: Cancel;
  /** Only for an ended coin: remaining attempts, when the end was seen, and a promise that resolves after the last read. */
  end?: { attempts: number; seenMs: number; read: PromiseWithResolvers<void> };
}

/** @param take receives trades read for a hole; with `isAll` these are all trades of the coin */
export function createTradeHoles(
  options: TradeHolesOptions,
  take: (trades: readonly WireTrade[], receivedMs: number, isAll: boolean) => void,
): TradeHoles {
  const { readRecent, missingOf, onGap, last, unseenSinceMs, snapshotMs } = options;
  const { timers = systemTimers } = options;
  const left = Map.groupBy(options.open ?? [], ({ coin }) => coin);
  const holes = new Map<string, Hole>();
  /** Unlisted coins whose last trades were requested. */
  const ended = new Set<string>();
  let closed = false;

  function close(gap: TradeGap, { open }: UnseenStretch, state: 'filled' | 'lost'): void {
    onGap(gap, state);
    for (const reported of open) {
      const isSame = reported.fromMs === gap.fromMs && reported.toMs === gap.toMs;
      if (state === 'filled' || !isSame) onGap(reported, 'over');
    }
  }

  /** Reports a stretch as open before trades behind it are stored. */
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
    // Interrupted meanwhile: this answer lacks the trades after it, and the next read is scheduled.
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
    // Without usable trades the hole extends to the answer's arrival, or to the coin's end.
    else await giveUp(coin, params, end?.seenMs ?? recent.receivedMs);
  }

  function fillAll(coin: string, { stretches, end }: Hole): void {
    drop(coin);
    for (const stretch of stretches) close(gapOf(coin, stretch), stretch, 'filled');
    end?.read.resolve();
  }

  /** @param nowMs End of a stretch behind which no trade was seen. */
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
        // Stored again if it was stored before: the row now has the time of completeness.
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

/** Time of the newest of these trades, unix milliseconds; 0 if there are none. */
export function newestOf(last: ReadonlyMap<string, LastTrade>): number {
  let newestMs = 0;
  for (const { timeMs } of last.values()) newestMs = Math.max(newestMs, timeMs);
  return newestMs;
}

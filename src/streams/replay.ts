import type { AnalyticsStore } from '../analytics/store.ts';
import { batchOf, newestFillUpTo, newestNumberUpTo, readFillsOfSpan } from '../changes/fill-log.ts';
import { type Clock, dayMs, hourMs, monotonicMs } from '../kernel/clock.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { replayCursor } from './cursor.ts';
import { fillsFor, fillTest } from './event-filter.ts';
import { type Frame, framesOf } from './group.ts';
import { type Memberships, UnknownList } from './members.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import type { EventSubscription } from './subscription.ts';

/** A stretch of the past, by the time of its fills. */
export interface ReplaySpan {
  fromMs: number;
  /** Undefined: all that was stored when it began, and then what is new. */
  toMs: number | undefined;
  /** Seconds of the past in a second; undefined: as fast as they are taken. */
  speed: number | undefined;
}

export interface ReplayOptions {
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  timers?: Timers;
  signal: AbortSignal;
  memberships: Memberships;
  /** Place of the newest batch that was looked at. */
  newest(): number | undefined;
  /** Goes on with what is stored behind a place. */
  follow(subscription: EventSubscription, receiver: Receiver, after: number): Following;
  onError(error: unknown): void;
}

/** Fills of one reading: few for a client that reads slowly, since they are read again for it. */
const fillsOfReading = { least: 1_000, first: 4_000, most: 16_000 };
/** How much of the past one reading is of, milliseconds. Of one that finds little, the costs hardly grow up to `scan`. */
const spanOfReading = { least: 100, first: 1_000, scan: hourMs, most: dayMs };
/** Where a reading that finds little takes longer, the next one is of a shorter span, milliseconds. */
const longReadingMs = 1_000;
const onLane = { lane: 'heavy' } as const;

/**
 * Sends what is stored of the past in the order of its time, whenever it was stored: history that was added, too. A message is what one
 * millisecond had.
 */
export function createReplays(options: ReplayOptions) {
  const { store, clock, timers = systemTimers, memberships, newest, follow, onError } = options;

  return function replay(subscription: EventSubscription, receiver: Receiver, span: ReplaySpan): Following {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, options.signal]);
    let atMs = span.fromMs - 1;
    let live: Following | undefined;

    async function run(): Promise<void> {
      const place = newest();
      if (place === undefined) throw new Error('the store has not been looked at yet');
      // What is stored from here on is no part of it: it comes behind that place.
      const upTo = await newestNumberUpTo(store, batchOf(place));
      const newestMs = await newestFillUpTo(store, batchOf(place));
      const toMs = Math.min(span.toMs ?? newestMs, newestMs);
      const isWhole = await sendSpan(toMs, upTo);
      if (!isWhole || signal.aborted) return;
      if (span.toMs === undefined) live = follow(subscription, receiver, place);
      else receiver.ended();
    }

    /** @returns false where it was ended */
    async function sendSpan(toMs: number, upTo: number): Promise<boolean> {
      const test = fillTest(subscription.filter);
      const pace = createPace(span.speed, timers, signal);
      let [most, spanMs] = [fillsOfReading.first, spanOfReading.first];
      await pace.until(span.fromMs);
      while (atMs < toMs) {
        if (!receiver.isReady()) {
          await receiver.ready();
          pace.restart(atMs);
        }
        if (signal.aborted) return false;
        if (atMs < (receiver.oldestMs?.() ?? 0)) {
          receiver.behind?.(replayCursor(atMs));
          return false;
        }
        const params = { fromMs: atMs + 1, toMs: Math.min(toMs, atMs + spanMs), upTo, most };
        const startMs = monotonicMs();
        await memberships.read([subscription]).catch(onError);
        if (memberships.isGone(subscription)) throw new UnknownList();
        const [filter, isMember] = [memberships.logFilterOf(subscription), memberships.of(subscription)];
        const page = await readFillsOfSpan(store, params, filter, { ...onLane, signal });
        const tookMs = monotonicMs() - startMs;
        const isFull = page.toMs < params.toMs;
        spanMs = nextSpanMs({ readMs: page.toMs - atMs, fills: page.fills.length, most, tookMs }, spanMs);
        const fills = fillsFor(test, page.fills, undefined, isMember);
        const frames = framesOf(subscription, fills, replayCursor, clock.nowMs());
        const sent = await sendPaced(frames, pace);
        if (sent < frames.length) most = Math.max(fillsOfReading.least, Math.ceil(most / 2));
        else {
          if (isFull) most = Math.min(fillsOfReading.most, most * 2);
          atMs = page.toMs;
          await pace.until(atMs);
        }
      }
      return true;
    }

    /** @returns how many were sent */
    async function sendPaced(frames: readonly Frame[], pace: Pace): Promise<number> {
      const isOver = () => signal.aborted;
      const sent = ({ place }: Frame) => {
        atMs = place;
      };
      for (const [i, frame] of frames.entries()) {
        await pace.until(frame.place);
        if (!(await sendSoon([frame], receiver, { isOver, sent }))) return i;
      }
      return frames.length;
    }

    run().catch((error) => {
      if (signal.aborted) return;
      if (!(error instanceof UnknownList)) onError(error);
      receiver.failed(error);
    });
    return {
      place: () => live?.place() ?? atMs,
      cursor: async () => live?.cursor() ?? replayCursor(atMs),
      end() {
        ending.abort();
        live?.end();
      },
    };
  };
}

/** A span of about as many fills as one reading may have: what a reading finds beyond them it finds in vain. */
function nextSpanMs(
  { readMs, fills, most, tookMs }: { readMs: number; fills: number; most: number; tookMs: number },
  spanMs: number,
): number {
  // On a busy server every reading takes long, since it waits for its turn: the span of an empty stretch grows up to an hour all the same.
  const isScan = fills < most / 8 && tookMs > longReadingMs;
  const wanted = isScan ? Math.max(spanMs / 2, spanOfReading.scan) : (readMs * most) / Math.max(1, fills);
  return Math.round(Math.min(Math.max(wanted, spanOfReading.least), 4 * spanMs, spanOfReading.most));
}

type Pace = ReturnType<typeof createPace>;

/** Lets time of the past go by at its speed. */
function createPace(speed: number | undefined, timers: Timers, signal: AbortSignal) {
  let anchor: { timeMs: number; wallMs: number } | undefined;
  return {
    /** Goes on from a moment of the past now: time in which nothing was taken is not made up for. */
    restart(timeMs: number): void {
      anchor = { timeMs, wallMs: timers.monotonicMs() };
    },
    /** Resolves when a moment is due. */
    async until(timeMs: number): Promise<void> {
      if (speed === undefined) return;
      anchor ??= { timeMs, wallMs: timers.monotonicMs() };
      const dueMs = anchor.wallMs + (timeMs - anchor.timeMs) / speed;
      for (let leftMs = dueMs - timers.monotonicMs(); leftMs >= 1; leftMs = dueMs - timers.monotonicMs()) {
        await timers.pause(Math.min(leftMs, hourMs), signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    },
  };
}

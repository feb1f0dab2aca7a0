import type { AnalyticsStore } from '../analytics/store.ts';
import { batchOf, newestFillUpTo, newestNumberUpTo, readFillsOfSpan } from '../changes/fill-log.ts';
import { type Clock, dayMs, hourMs, monotonicMs } from '../kernel/clock.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { fillsFor, fillTest } from './event-filter.ts';
import { type Frame, framesOf } from './group.ts';
import { cursorText } from './log-position.ts';
import { type Memberships, UnknownList } from './members.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import type { EventSubscription } from './subscription.ts';

/** Past span to replay, by fill time, unix milliseconds. */
export interface ReplaySpan {
  fromMs: number;
  /** Undefined: replays all fills stored at the start, then follows new ones. */
  toMs: number | undefined;
  /** Replayed seconds per second; undefined: as fast as the client reads. */
  speed: number | undefined;
}

export interface ReplayOptions {
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  timers?: Timers;
  signal: AbortSignal;
  memberships: Memberships;
  /** Log position of the newest known batch. */
  newest(): number | undefined;
  /** Follows the log after a position. */
  follow(subscription: EventSubscription, receiver: Receiver, after: number): Following;
  onError(error: unknown): void;
}

/** Fills of one read. Slow clients get small reads, because unsent fills are read again. */
const fillsOfReading = { least: 1_000, first: 4_000, most: 16_000 };
/** Time span of one read, milliseconds. Up to `scan`, the cost of a sparse read hardly grows. */
const spanOfReading = { least: 100, first: 1_000, scan: hourMs, most: dayMs };
/** A sparse read that takes longer shortens the next span, milliseconds. */
const longReadingMs = 1_000;
const onLane = { lane: 'heavy' } as const;

/**
 * Replays stored fills in time order, whenever they were stored, so added history is included. One message holds one millisecond.
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
      if (place === undefined) throw new Error('the store has not been read yet');
      // Excludes later batches from the replay: they follow after this position.
      const upTo = await newestNumberUpTo(store, batchOf(place));
      const newestMs = await newestFillUpTo(store, batchOf(place));
      const toMs = Math.min(span.toMs ?? newestMs, newestMs);
      const isWhole = await sendSpan(toMs, upTo);
      if (!isWhole || signal.aborted) return;
      if (span.toMs === undefined) live = follow(subscription, receiver, place);
      else receiver.ended();
    }

    /** @returns false if the replay ended early */
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

    /** @returns the number of sent messages */
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

/** Sizes the next span to about the fill limit of one read; fills beyond the limit are read in vain. */
function nextSpanMs(
  { readMs, fills, most, tookMs }: { readMs: number; fills: number; most: number; tookMs: number },
  spanMs: number,
): number {
  // On a busy server every read is slow, because it queues; a sparse span may still grow up to an hour.
  const isScan = fills < most / 8 && tookMs > longReadingMs;
  const wanted = isScan ? Math.max(spanMs / 2, spanOfReading.scan) : (readMs * most) / Math.max(1, fills);
  return Math.round(Math.min(Math.max(wanted, spanOfReading.least), 4 * spanMs, spanOfReading.most));
}

/** Cursor after all fills of a millisecond. */
const replayCursor = (timeMs: number) => cursorText({ of: 'past', place: timeMs, token: '' });

type Pace = ReturnType<typeof createPace>;

function createPace(speed: number | undefined, timers: Timers, signal: AbortSignal) {
  let anchor: { timeMs: number; wallMs: number } | undefined;
  return {
    /** Restarts the pace at a replayed time, so that a stall of the client is not caught up. */
    restart(timeMs: number): void {
      anchor = { timeMs, wallMs: timers.monotonicMs() };
    },
    /** Resolves when a replayed time is due, or on abort. */
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

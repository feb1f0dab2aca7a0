import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '../kernel/span.ts';
import type { Frame } from './group.ts';

/** Who gets what a subscription brings. */
export interface Receiver {
  /** Whether it can take a message now: where not, what is stored is read on from there once it can. */
  isReady(): boolean;
  take(frame: Frame): void;
  /** Resolves once it can take messages, or is gone. */
  ready(): Promise<void>;
  /** All that was stored when it was asked for has been sent. */
  caughtUp(): void;
  /** All of a stretch of the past has been sent: nothing follows. */
  ended(): void;
  /** History was added to the store, which no message brings: fills of a span, unix milliseconds. */
  skipped?(span: Span): void;
  /** Older fills are not sent, unix milliseconds. */
  oldestMs?(): number;
  /** Fills of this span are left out, since they are older than that, unix milliseconds. */
  cut?(span: Span): void;
  /**
   * It reads so slowly that the whole next batch is older: nothing follows.
   *
   * @param cursor goes on behind what it had
   * @param windowPlace where the plan's window begins, for a client without cursors
   */
  behind?(cursor: string, windowPlace?: number): void;
  /** The store cannot be read on. */
  failed(error: unknown): void;
}

/** A subscription while it lasts. */
export interface Following {
  /** All up to here was sent, or does not concern it. */
  place(): number;
  /** Cursor from which a subscription resumes behind the last event. @throws AnalyticsError */
  cursor(): Promise<string>;
  /** Of the feed of gaps: what else a cursor of its place has. */
  token?(): string;
  end(): void;
}

/** A page is kept this long for a client whose buffers are full: one that reads takes them within moments. */
const keptMs = 250;

/**
 * Sends messages one after the other, as they are taken.
 *
 * @param options.sent called after each
 * @returns whether all were sent; false where the receiver does not read, or is gone: a page is not kept for it
 */
export async function sendSoon(
  frames: readonly Frame[],
  receiver: Receiver,
  { isOver, sent }: { isOver(): boolean; sent(frame: Frame): void },
): Promise<boolean> {
  for (const frame of frames) {
    if (!receiver.isReady()) await Promise.race([receiver.ready(), delay(keptMs, undefined, { ref: false })]);
    if (isOver() || !receiver.isReady()) return false;
    receiver.take(frame);
    sent(frame);
  }
  return true;
}

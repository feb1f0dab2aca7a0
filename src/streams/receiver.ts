import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '../kernel/span.ts';
import type { Frame } from './group.ts';

export interface Receiver {
  /** Whether a message can be taken now; if not, the log is read on from here after `ready`. */
  isReady(): boolean;
  take(frame: Frame): void;
  /** Resolves when messages can be taken, or the receiver is gone. */
  ready(): Promise<void>;
  /** All events stored at the start have been sent. */
  caughtUp(): void;
  /** A bounded replay is complete; nothing follows. */
  ended(): void;
  /** History was added to the store and is not sent. @param span Time of its fills, unix milliseconds. */
  skipped?(span: Span): void;
  /** Minimum time of fills to send, unix milliseconds. */
  oldestMs?(): number;
  /** Fills of a span were dropped because they are older than `oldestMs`. @param span Unix milliseconds. */
  cut?(span: Span): void;
  /**
   * The receiver is so slow that the next events are older than `oldestMs`; nothing follows.
   *
   * @param cursor Resumes after the last sent event.
   * @param windowPlace Log position where the plan's window starts, for clients without cursors.
   */
  behind?(cursor: string, windowPlace?: number): void;
  /** Reading the store failed; nothing follows. */
  failed(error: unknown): void;
}

export interface Following {
  /** Log position up to which all matching events were sent. */
  place(): number;
  /** Cursor from which a subscription resumes behind the last event. @throws AnalyticsError */
  cursor(): Promise<string>;
  /** Feed of gaps only: the count that its cursor holds besides the position. */
  token?(): string;
  end(): void;
}

/** Maximum time a page waits for a client with full buffers, milliseconds; an active client drains them sooner. */
const keptMs = 250;

/**
 * Sends messages in order, with backpressure.
 *
 * @param options.sent Called after each message.
 * @returns Whether all were sent; false if the receiver stalled or is gone, and the rest of the page is dropped.
 */
export async function sendSoon<F extends Frame>(
  frames: readonly F[],
  receiver: Receiver,
  { isOver, sent }: { isOver(): boolean; sent(frame: F): void },
): Promise<boolean> {
  for (const frame of frames) {
    if (!receiver.isReady()) await Promise.race([receiver.ready(), delay(keptMs, undefined, { ref: false })]);
    if (isOver() || !receiver.isReady()) return false;
    receiver.take(frame);
    sent(frame);
  }
  return true;
}

import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/** Cancels a timer; no effect if the timer has fired. */
export type Cancel = () => void;

/** Timers and a monotonic clock. Tests pass virtual ones, whose seconds cost nothing. */
export interface Timers {
  monotonicMs(): number;
  /** Keeps the process alive. */
  after(waitMs: number, run: () => void): Cancel;
  /** Keeps the process alive. */
  every(intervalMs: number, run: () => void): Cancel;
  /** @throws the signal's reason, or an AbortError, if the signal aborts first */
  pause(waitMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemTimers: Timers = {
  monotonicMs,
  after(waitMs, run) {
    const timer = setTimeout(run, waitMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
  async pause(waitMs, signal) {
    await delay(waitMs, undefined, signal === undefined ? {} : { signal });
  },
};

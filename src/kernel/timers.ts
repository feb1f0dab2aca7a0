import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/** Ends a timer; nothing happens where it has fired already. */
export type Cancel = () => void;

/** Time that passes: what a part waits by, and measures durations by. A test hands in one whose seconds cost nothing. */
export interface Timers {
  /** Milliseconds of a clock that never jumps, for durations only. */
  monotonicMs(): number;
  /** Runs `run` once, `waitMs` from now. It keeps the process running. */
  after(waitMs: number, run: () => void): Cancel;
  /** Runs `run` every `intervalMs`. It keeps the process running. */
  every(intervalMs: number, run: () => void): Cancel;
  /** Resolves after `waitMs`. @throws the signal's reason, or an AbortError, where it aborts before */
  pause(waitMs: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's. */
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

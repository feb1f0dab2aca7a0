import { monotonicMs } from '../../kernel/clock.ts';
import type { Job } from './work-plan.ts';

/** A job by the clock. */
export interface RecurringJob extends Job {
  /** Makes it due at once: something happened. */
  hurry(): void;
}

/** The age of what was never read: finite, so that two of them can be compared. */
const neverMs = 1e12;

/**
 * A job that is due when it was last done so long ago, and soon when it never was.
 * @param isWanted false while there is no need of it, unless it is hurried
 */
export function every(targetMs: number, run: Job['run'], isWanted: () => boolean = () => true): RecurringJob {
  let doneMs: number | undefined;
  let hurried = false;
  return {
    staleness(nowMs) {
      if (!hurried && !isWanted()) return undefined;
      return { ageMs: hurried || doneMs === undefined ? neverMs : nowMs - doneMs, targetMs };
    },
    async run(staleness) {
      const startedMs = monotonicMs();
      hurried = false;
      try {
        await run(staleness);
      } catch (error) {
        hurried = true;
        throw error;
      }
      doneMs = startedMs;
    },
    hurry() {
      hurried = true;
    },
  };
}

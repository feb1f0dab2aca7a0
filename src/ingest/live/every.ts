import { monotonicMs } from '../../kernel/clock.ts';
import type { Job } from './work-plan.ts';

/** A job by the clock. */
export interface RecurringJob extends Job {
  /** Makes it due at once: something happened. */
  hurry(): void;
}

export interface RecurringOptions {
  /** How often, milliseconds. */
  targetMs: number;
  /** False while there is no need of it, unless it is hurried. */
  isWanted?: () => boolean;
  /** Before everything else as long as it was never done: others build on it. */
  isFirst?: boolean;
}

/** The age of what all others wait for: finite, so that two of them can be compared. */
const neverMs = 1e12;
/**
 * What many ask for goes before what one wallet has, however many wallets wait: it is a quarter of the weight at most. What
 * was never read is more, an hour of the weight, and takes its share only.
 */
const precedence = { again: 1_000, first: 50 };

/** A job that is due when it was last done so long ago, and now when it never was. */
export function every(options: RecurringOptions, run: Job['run']): RecurringJob {
  const { targetMs, isWanted = () => true, isFirst = false } = options;
  let dueMs = monotonicMs();
  let isDone = false;
  let hurried = false;
  return {
    staleness(nowMs) {
      if (!hurried && !isWanted()) return undefined;
      if (isFirst && !isDone) return { ageMs: neverMs, targetMs };
      if (nowMs < dueMs) return undefined;
      return { ageMs: targetMs + nowMs - dueMs, targetMs: targetMs / precedence[isDone ? 'again' : 'first'] };
    },
    async run(staleness) {
      const startedMs = monotonicMs();
      const wasHurried = hurried;
      hurried = false;
      try {
        await run(staleness);
      } catch (error) {
        hurried ||= wasHurried;
        throw error;
      }
      isDone = true;
      // Somebody may have hurried it meanwhile.
      if (!hurried) dueMs = startedMs + targetMs;
    },
    hurry() {
      hurried = true;
      dueMs = Math.min(dueMs, monotonicMs());
    },
  };
}

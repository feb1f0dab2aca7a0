import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WeightGroup } from '../../sources/hyperliquid/weight-shares.ts';
import type { Job } from './plan.ts';

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
  /** Whose share of the weight it takes now; that of markets where absent. */
  group?: () => WeightGroup;
  /** Of those that are due together, twice as important goes before twice as old. At least 1. */
  importance?: () => number;
  /** The machine's where absent. */
  timers?: Timers;
}

/** A job that is due when it was last done so long ago, and now when it never was. */
export function every(options: RecurringOptions, run: Job['run']): RecurringJob {
  const { targetMs, isWanted = () => true, group = () => 'markets', importance = () => 1 } = options;
  const { timers = systemTimers } = options;
  let dueMs = timers.monotonicMs();
  let hurried = false;
  return {
    staleness(nowMs) {
      if (nowMs < dueMs || !(hurried || isWanted())) return undefined;
      return { group: group(), ageMs: targetMs + nowMs - dueMs, targetMs: targetMs / importance() };
    },
    async run(staleness) {
      const startedMs = timers.monotonicMs();
      const wasHurried = hurried;
      hurried = false;
      try {
        await run(staleness);
      } catch (error) {
        hurried ||= wasHurried;
        throw error;
      }
      // Somebody may have hurried it meanwhile.
      if (!hurried) dueMs = startedMs + targetMs;
    },
    hurry() {
      hurried = true;
      dueMs = Math.min(dueMs, timers.monotonicMs());
    },
  };
}

import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WeightGroup } from '../../sources/hyperliquid/weight-shares.ts';
import type { Job } from './plan.ts';

export interface RecurringJob extends Job {
  /** Makes the job due at once. */
  hurry(): void;
}

export interface RecurringOptions {
  /** Interval, milliseconds. */
  targetMs: number;
  /** False while the job is not needed, unless it is hurried; default: true. */
  isWanted?: () => boolean;
  /** Group whose share of the weight the job uses now; default: markets. */
  group?: () => WeightGroup;
  /** Factor of the job's urgency among due jobs; at least 1. */
  importance?: () => number;
  timers?: Timers;
}

/** Creates a job that is due `targetMs` after the start of its last run, and at once before its first. */
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
      // Stays due if `hurry` was called during the run.
      if (!hurried) dueMs = startedMs + targetMs;
    },
    hurry() {
      hurried = true;
      dueMs = Math.min(dueMs, timers.monotonicMs());
    },
  };
}

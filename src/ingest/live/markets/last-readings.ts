import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { Job, WorkPlan } from '../work/plan.ts';
import { every } from '../work/recurring-job.ts';

/** Coins that have ended, which are read once more: tried for as long as it takes. */
export interface LastReadings {
  begin(coin: string, read: Job['run']): void;
  /** It trades again. */
  cancel(coin: string): void;
  /** Resolves once all that have begun are over. */
  over(): Promise<void>;
}

/** @param targetMs age that the end of a coin may have before it is read */
export function createLastReadings(
  plan: Pick<WorkPlan, 'add' | 'remove'>,
  targetMs: number,
  timers: Timers = systemTimers,
): LastReadings {
  const readings = new Map<string, { job: Job; over: PromiseWithResolvers<void> }>();

  function end(coin: string): void {
    const reading = readings.get(coin);
    if (reading === undefined) return;
    readings.delete(coin);
    plan.remove([reading.job]);
    reading.over.resolve();
  }

  return {
    begin(coin, read) {
      if (readings.has(coin)) return;
      const job = every({ targetMs, timers }, async (staleness) => {
        await read(staleness);
        // It may have traded again, and ended again, meanwhile.
        if (readings.get(coin)?.job === job) end(coin);
      });
      readings.set(coin, { job, over: Promise.withResolvers() });
      plan.add(job);
    },
    cancel: end,
    async over() {
      await Promise.all([...readings.values()].map(({ over }) => over.promise));
    },
  };
}

import { minuteMs } from '../../../kernel/clock.ts';
import { createFaultLog } from '../../../kernel/fault-log.ts';
import type { Log } from '../../../kernel/log.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import { type WeightGroup, weightGroups } from '../../sources/hyperliquid/weight-shares.ts';
import type { Job, WorkPlan } from './plan.ts';

export interface DispatcherOptions {
  plan: WorkPlan;
  /**
   * Jobs of each group under way at once: enough to use the weight of a minute, few enough that the stalest is never far
   * behind. Whose requests are sent is the request queue's affair.
   */
  concurrency: number;
  /** Share of its target age at which a job is due now. */
  share(): number;
  /** Between two looks where nothing is due. */
  idleMs: number;
  log: Log;
  signal: AbortSignal;
  /** The machine's where absent. */
  timers?: Timers;
}

/** Runs what the plan says until the signal aborts. @returns when the last job has ended. */
export async function dispatch(options: DispatcherOptions): Promise<void> {
  const { plan, concurrency, share, idleMs, log, signal, timers = systemTimers } = options;
  // While the exchange is away, every wallet's reading fails.
  const faults = createFaultLog({ log, intervalMs: minuteMs, level: 'warn' });
  const underWay = new Map<Promise<void>, WeightGroup>();

  function start(job: Job, staleness: Parameters<Job['run']>[0]): void {
    const run = job.run(staleness).then(
      () => plan.ended(job, { failed: false, nowMs: timers.monotonicMs() }),
      (err: unknown) => {
        const kind = err instanceof InfoError ? err.failure : 'not stored';
        if (!signal.aborted) {
          faults.report(kind, { err }, 'a reading of the exchange failed; it is tried again later');
        }
        plan.ended(job, { failed: true, nowMs: timers.monotonicMs() });
      },
    );
    const ended = run.finally(() => underWay.delete(ended));
    underWay.set(ended, staleness.group);
  }

  while (!signal.aborted) {
    plan.look(timers.monotonicMs(), share());
    for (const group of weightGroups) {
      const busy = [...underWay.values()].filter((one) => one === group).length;
      for (const { job, staleness } of plan.take(group, timers.monotonicMs(), concurrency - busy))
        start(job, staleness);
    }
    // A job that ends makes room; what becomes due is found within `idleMs`.
    const pause = new AbortController();
    const idle = timers.pause(idleMs, AbortSignal.any([signal, pause.signal])).catch(() => undefined);
    await Promise.race([...underWay.keys(), idle]);
    pause.abort();
  }
  await Promise.all(underWay.keys());
  faults.close();
}

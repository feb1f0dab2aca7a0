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
   * Jobs of each group in flight at once: enough to use a minute's weight, few enough that the stalest job runs soon. The request
   * queue decides whose requests are sent.
   */
  concurrency: number;
  /** Share of its target age at which a job is due now. */
  share(): number;
  /** Pause between scans while nothing is due, milliseconds. */
  idleMs: number;
  log: Log;
  signal: AbortSignal;
  timers?: Timers;
}

/** Runs the planned jobs until the signal aborts. @returns when the last job has ended. */
export async function dispatch(options: DispatcherOptions): Promise<void> {
  const { plan, concurrency, share, idleMs, log, signal, timers = systemTimers } = options;
  // Rate-limited, because every wallet's read fails while the exchange is unavailable.
  const faults = createFaultLog({ log, intervalMs: minuteMs, level: 'warn' });
  const underWay = new Map<Promise<void>, WeightGroup>();

  function start(job: Job, staleness: Parameters<Job['run']>[0]): void {
    const run = job.run(staleness).then(
      () => plan.ended(job, { failed: false, nowMs: timers.monotonicMs() }),
      (err: unknown) => {
        const kind = err instanceof InfoError ? err.failure : 'not stored';
        if (!signal.aborted) {
          faults.report(kind, { err }, 'a read of the exchange failed; it is retried later');
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
    // A finished job frees a slot; newly due jobs are found within `idleMs`.
    const pause = new AbortController();
    const idle = timers.pause(idleMs, AbortSignal.any([signal, pause.signal])).catch(() => undefined);
    await Promise.race([...underWay.keys(), idle]);
    pause.abort();
  }
  await Promise.all(underWay.keys());
  faults.close();
}

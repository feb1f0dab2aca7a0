import type { JobClaim, JobRuns } from '../control/job-runs.ts';
import { keepingClaim } from '../control/kept-claim.ts';
import { type Clock, dayMs, hourMs, minuteMs, monotonicMs } from '../kernel/clock.ts';
import type { HalfOpenSpan } from '../kernel/span.ts';

/** One UTC hour or day that a job is run for. */
export interface JobPeriod extends HalfOpenSpan {
  /** Aborts when the service stops or another process takes the job. */
  signal: AbortSignal;
}

/** Work of one process at a time: runs once per hour or day, or every minute. */
export interface Job {
  /** Unique, lower case. */
  name: string;
  /** `minute` follows the process, not the clock: missed minutes are dropped, and the job tracks its own progress. */
  every: 'minute' | 'hour' | 'day';
  /** Delay after the end of the period; default 0. */
  offsetMs?: number;
  /** Missed periods to make up for, oldest first; earlier ones are skipped. */
  missedLimit: number;
  /** If the job never ran: makes up for missed periods after the newest one. Default: runs only the newest. */
  missedAtFirst?: boolean;
  /** Runs one period. A killed process leaves the period to be run again, so a repeat must change nothing. */
  run(period: JobPeriod): Promise<void>;
}

export interface ScheduleOptions {
  jobs: readonly Job[];
  runs: JobRuns;
  clock: Clock;
  /** Names this process. */
  holder: string;
  onError(job: string, error: unknown): void;
  onDone?(job: string, untilMs: number): void;
  /** Called when a claim or a job's progress lies in the future and is void: a clock was ahead. */
  onVoid?(job: string, what: { heldBy: string } | { doneToMs: number }): void;
  /** Interval between checks for due jobs; default 1 s. */
  pollMs?: number;
  /** Delay before a failed job is retried; default 1 min. */
  retryMs?: number;
  /** Time after which a killed process's job is free; default 30 s. */
  ttlMs?: number;
}

export interface Schedule {
  /** Stops running jobs and releases their claims. */
  close(): Promise<void>;
}

const periodMs = { minute: minuteMs, hour: hourMs, day: dayMs } as const;

/**
 * Runs jobs when their hour or day is over, and makes up for periods missed while no process ran. The control store holds each job's
 * progress; one process at a time holds a job, and each process runs one job at a time.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { jobs, runs, clock, holder, onError, onDone, onVoid } = options;
  const { pollMs = 1_000, retryMs = 60_000, ttlMs = 30_000 } = options;
  const stop = new AbortController();
  /** Cached progress: done up to `doneToMs`; the control store is not asked before `notBeforeMs`, monotonic. */
  const seen = new Map(
    jobs.map(({ name }) => [name, { doneToMs: Number.NEGATIVE_INFINITY, notBeforeMs: 0 }]),
  );
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const keeping = <T>(claim: JobClaim, work: (signal: AbortSignal) => Promise<T>) =>
    keepingClaim(runs, claim, { ttlMs, stop: stop.signal }, work);

  async function look(job: Job): Promise<void> {
    const known = seen.get(job.name)!;
    const dueToMs = newestEnd(job, clock.nowMs());
    const isDone =
      job.every !== 'minute' && known.doneToMs >= dueToMs && !isVoid(job, known.doneToMs, dueToMs);
    if (isDone || monotonicMs() < known.notBeforeMs) return;
    const claim = await runs.claim({ job: job.name, holder, ttlMs });
    if (claim === undefined) {
      known.notBeforeMs = monotonicMs() + Math.min(ttlMs, 5 * pollMs);
      return;
    }
    if (claim.voidedHolder !== undefined) onVoid?.(job.name, { heldBy: claim.voidedHolder });
    try {
      if (job.every === 'minute') {
        const period = { fromMs: dueToMs - minuteMs, untilMs: dueToMs };
        await keeping(claim, (signal) => job.run({ ...period, signal }));
        known.notBeforeMs = monotonicMs() + minuteMs;
        return;
      }
      const catchUp = keeping(claim, (signal) => runDue(job, claim, dueToMs, signal));
      known.doneToMs = await catchUp;
    } finally {
      // If the store is down, the claim expires.
      await runs.release(claim).catch(() => undefined);
    }
  }

  /** @returns time up to which the job is done, unix milliseconds */
  async function runDue(job: Job, claim: JobClaim, dueToMs: number, signal: AbortSignal): Promise<number> {
    const length = periodMs[job.every];
    const never = job.missedAtFirst === true ? Number.NEGATIVE_INFINITY : dueToMs - length;
    let doneToMs = claim.doneToMs ?? never;
    if (isVoid(job, doneToMs, dueToMs)) {
      onVoid?.(job.name, { doneToMs });
      doneToMs = dueToMs - length;
    }
    // Users first see the newest period, without waiting for a month of backfill; the repeat is cheap.
    if (doneToMs === Number.NEGATIVE_INFINITY)
      await job.run({ fromMs: dueToMs - length, untilMs: dueToMs, signal });
    let fromMs = Math.max(doneToMs, dueToMs - job.missedLimit * length);
    for (; fromMs < dueToMs; fromMs += length) {
      signal.throwIfAborted();
      const untilMs = fromMs + length;
      await job.run({ fromMs, untilMs, signal });
      if (!(await runs.done(claim, untilMs))) throw new Error('another process has the job by now');
      onDone?.(job.name, untilMs);
    }
    return fromMs;
  }

  async function lookAtAll(): Promise<void> {
    for (const job of jobs) {
      if (stop.signal.aborted) return;
      try {
        await look(job);
      } catch (error) {
        seen.get(job.name)!.notBeforeMs = monotonicMs() + retryMs;
        if (!stop.signal.aborted) onError(job.name, error);
      }
    }
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = lookAtAll().finally(() => (stop.signal.aborted ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  schedule(pollMs);
  return {
    async close() {
      stop.abort(new Error('shutting down'));
      clearTimeout(timer);
      await turn;
    },
  };
}

/** Whether progress is void: more than a period ahead, which no small clock correction explains. */
function isVoid({ every }: Job, doneToMs: number, dueToMs: number): boolean {
  return doneToMs > dueToMs + periodMs[every];
}

/** End of the newest period whose job is due. */
function newestEnd({ every, offsetMs = 0 }: Job, nowMs: number): number {
  const length = periodMs[every];
  return Math.floor((nowMs - offsetMs) / length) * length;
}

import type { JobClaim, JobRuns } from '../control/job-runs.ts';
import { keepingClaim } from '../control/kept-claim.ts';
import { type Clock, dayMs, hourMs, minuteMs, monotonicMs } from '../kernel/clock.ts';
import type { HalfOpenSpan } from '../kernel/span.ts';

/** One UTC hour or day that a job is run for. */
export interface JobPeriod extends HalfOpenSpan {
  /** Aborts where the service stops, or another process has the job. */
  signal: AbortSignal;
}

/** Work that is done once an hour or once a day, or looked at every minute, by one process of all. */
export interface Job {
  /** Unique, lower case. */
  name: string;
  /** A minute is one of the process, by no clock: none is made up for, and how far the job has come is its own affair. */
  every: 'minute' | 'hour' | 'day';
  /** So long after the end of the period; 0 where absent. */
  offsetMs?: number;
  /** Missed periods that are still made up for, the oldest first; those before them are left out. */
  missedLimit: number;
  /** They are made up for also where the job never ran, behind the newest period; else that alone is run then. */
  missedAtFirst?: boolean;
  /** Does one period. A process that is killed leaves it to be done again, so a repeat must change nothing. */
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
  /** Called where a claim, or the progress of a job, is void as it lies in the future: a clock was ahead. */
  onVoid?(job: string, what: { heldBy: string } | { doneToMs: number }): void;
  /** How often to look what is due. */
  pollMs?: number;
  /** Between an attempt that failed and the next one. */
  retryMs?: number;
  /** A job whose process was killed is free after this long. */
  ttlMs?: number;
}

export interface Schedule {
  /** Ends what runs, and gives back the jobs. */
  close(): Promise<void>;
}

const periodMs = { minute: minuteMs, hour: hourMs, day: dayMs } as const;

/**
 * Runs jobs when their hour or day is over, and those that were missed while no process ran. How far each has come stands in the control
 * store; of several processes one at a time has a job. One job at a time in this process.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { jobs, runs, clock, holder, onError, onDone, onVoid } = options;
  const { pollMs = 1_000, retryMs = 60_000, ttlMs = 30_000 } = options;
  const stop = new AbortController();
  /** What is known without asking: a job is done up to here, and not looked at before then. */
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
      // Where the store is away the claim ends by itself.
      await runs.release(claim).catch(() => undefined);
    }
  }

  /** @returns up to when the job is done */
  async function runDue(job: Job, claim: JobClaim, dueToMs: number, signal: AbortSignal): Promise<number> {
    const length = periodMs[job.every];
    const never = job.missedAtFirst === true ? Number.NEGATIVE_INFINITY : dueToMs - length;
    let doneToMs = claim.doneToMs ?? never;
    if (isVoid(job, doneToMs, dueToMs)) {
      onVoid?.(job.name, { doneToMs });
      doneToMs = dueToMs - length;
    }
    // What people look at first is not behind a month of it; a repeat costs little.
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

/** Whether a job cannot be done up to there: more than a period ahead, no clock that was set right by a little explains it. */
function isVoid({ every }: Job, doneToMs: number, dueToMs: number): boolean {
  return doneToMs > dueToMs + periodMs[every];
}

/** End of the newest period that is over and whose job is due. */
function newestEnd({ every, offsetMs = 0 }: Job, nowMs: number): number {
  const length = periodMs[every];
  return Math.floor((nowMs - offsetMs) / length) * length;
}

import type { Staleness } from '../sources/hyperliquid/request-queue.ts';

/** Something that is read again and again, and the age at which it should be. */
export interface Job {
  /** Age of the data and the age they should not pass; undefined where there is nothing to read. */
  staleness(nowMs: number): Staleness | undefined;
  /** Reads and stores. @throws where it should be tried again later */
  run(staleness: Staleness): Promise<void>;
}

/** Decides what to read next. Pure: it is told the time. */
export interface WorkPlan {
  add(job: Job): void;
  /**
   * The jobs past their target, the stalest in relation to it first; each is under way until it is told to have ended.
   * @param share of the target that counts as past it: less than 1 where there is weight to spare.
   */
  take(nowMs: number, count: number, share?: number): { job: Job; staleness: Staleness }[];
  ended(job: Job, outcome: { failed: boolean; nowMs: number }): void;
}

export interface WorkPlanOptions {
  /** All jobs are looked through this often. */
  lookMs?: number;
  /** A job that fails rests, twice as long after each failure, up to five minutes. */
  restMs?: number;
}

const restMaxMs = 300_000;

export function createWorkPlan({ lookMs = 1_000, restMs = 2_000 }: WorkPlanOptions = {}): WorkPlan {
  const idle = new Set<Job>();
  const resting = new Map<Job, { untilMs: number; failures: number }>();
  /** Found by the last look, the most urgent last. */
  let found: Job[] = [];
  let lookedMs = Number.NEGATIVE_INFINITY;

  function urgency(job: Job, nowMs: number): number {
    const staleness = job.staleness(nowMs);
    if (staleness === undefined || nowMs < (resting.get(job)?.untilMs ?? 0)) return 0;
    return staleness.ageMs / staleness.targetMs;
  }

  function look(nowMs: number, share: number): void {
    lookedMs = nowMs;
    const due: { job: Job; value: number }[] = [];
    for (const job of idle) {
      const value = urgency(job, nowMs);
      if (value >= share) due.push({ job, value });
    }
    found = due.sort((a, b) => a.value - b.value).map(({ job }) => job);
  }

  return {
    add: (job) => void idle.add(job),
    take(nowMs, count, share = 1) {
      const taken: { job: Job; staleness: Staleness }[] = [];
      if (count <= 0) return taken;
      if (nowMs - lookedMs >= lookMs) look(nowMs, share);
      while (taken.length < count && found.length > 0) {
        const job = found.pop()!;
        // What it read last time, or what its wallet did since, may have changed its mind.
        if (!idle.has(job) || urgency(job, nowMs) < share) continue;
        idle.delete(job);
        taken.push({ job, staleness: job.staleness(nowMs)! });
      }
      return taken;
    },
    ended(job, { failed, nowMs }) {
      idle.add(job);
      if (!failed) {
        resting.delete(job);
        return;
      }
      const failures = (resting.get(job)?.failures ?? 0) + 1;
      const waitMs = Math.min(restMaxMs, restMs * 2 ** Math.min(failures - 1, 20));
      resting.set(job, { untilMs: nowMs + waitMs, failures });
    },
  };
}

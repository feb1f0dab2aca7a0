import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import { perGroup, type WeightGroup, weightGroups } from '../../sources/hyperliquid/weight-shares.ts';
import { restTimeMs } from './rest-time.ts';

/** A recurring read with a target age. */
export interface Job {
  /** Age and target age of the data; undefined if there is nothing to read. */
  staleness(nowMs: number): Staleness | undefined;
  /** Reads and stores. @throws if the job should be retried later */
  run(staleness: Staleness): Promise<void>;
}

/** Decides what to read next. Pure: the time is an argument. */
export interface WorkPlan {
  add(job: Job): void;
  /** Removes jobs; a running job still finishes. */
  remove(gone: Iterable<Job>): void;
  /**
   * Scans the next slice of jobs for due ones.
   * @param share of the target age at which a job is due; less than 1 while there is weight to spare.
   */
  look(nowMs: number, share?: number): void;
  /** Takes due jobs of a group, the most overdue relative to their target first. Each counts as running until `ended` is called. */
  take(group: WeightGroup, nowMs: number, count: number): { job: Job; staleness: Staleness }[];
  ended(job: Job, outcome: { failed: boolean; nowMs: number }): void;
}

export interface WorkPlanOptions {
  /** How often all jobs are scanned, if the slices allow; milliseconds. */
  lookMs?: number;
  /** Backoff after a job's first failure, milliseconds. */
  restMs?: number;
}

/** Jobs per slice of a scan: a few milliseconds, which block the event loop. */
const sliceJobs = 4_000;
/** Due jobs kept per group until the next scan: more than can be read in that time. */
const foundLimit = 2_000;

interface Candidate {
  job: Job;
  urgency: number;
}

const leastUrgentFirst = (a: Candidate, b: Candidate) => a.urgency - b.urgency;

export function createWorkPlan({ lookMs = 1_000, restMs = 2_000 }: WorkPlanOptions = {}): WorkPlan {
  const jobs = new Set<Job>();
  const underWay = new Set<Job>();
  const resting = new Map<Job, { untilMs: number; failures: number }>();
  /** Due jobs of the last full scan, the most urgent last. */
  let found = perGroup<Candidate[]>(() => []);
  /** Due jobs of the scan in progress. */
  let gathered = perGroup<Candidate[]>(() => []);
  /** Jobs not yet scanned; jobs added meanwhile come last. */
  let left: Iterator<Job> | undefined;
  let beganMs = Number.NEGATIVE_INFINITY;
  let dueShare = 1;

  function due(job: Job, nowMs: number): { staleness: Staleness; urgency: number } | undefined {
    if (underWay.has(job) || nowMs < (resting.get(job)?.untilMs ?? 0)) return undefined;
    const staleness = job.staleness(nowMs);
    if (staleness === undefined) return undefined;
    const urgency = staleness.ageMs / staleness.targetMs;
    return urgency < dueShare ? undefined : { staleness, urgency };
  }

  function gather(job: Job, nowMs: number): void {
    const is = due(job, nowMs);
    if (is === undefined) return;
    const candidates = gathered[is.staleness.group];
    candidates.push({ job, urgency: is.urgency });
    if (candidates.length < 2 * foundLimit) return;
    gathered[is.staleness.group] = candidates.sort(leastUrgentFirst).slice(foundLimit);
  }

  function endRound(): void {
    for (const group of weightGroups) gathered[group].sort(leastUrgentFirst);
    found = gathered;
    gathered = perGroup(() => []);
    left = undefined;
  }

  return {
    add: (job) => void jobs.add(job),
    remove(gone) {
      for (const job of gone) {
        jobs.delete(job);
        resting.delete(job);
      }
    },
    look(nowMs, share = 1) {
      if (left === undefined) {
        if (nowMs - beganMs < lookMs) return;
        beganMs = nowMs;
        left = jobs.values();
      }
      dueShare = share;
      for (let looked = 0; looked < sliceJobs; looked++) {
        const { value: job } = left.next();
        if (job === undefined) {
          endRound();
          return;
        }
        gather(job, nowMs);
      }
    },
    take(group, nowMs, count) {
      const taken: { job: Job; staleness: Staleness }[] = [];
      while (taken.length < count && found[group].length > 0) {
        const { job } = found[group].pop()!;
        // Since the scan, the job may be no longer due, or due in another group.
        const is = due(job, nowMs);
        if (is?.staleness.group !== group) continue;
        underWay.add(job);
        taken.push({ job, staleness: is.staleness });
      }
      return taken;
    },
    ended(job, { failed, nowMs }) {
      underWay.delete(job);
      // A job removed meanwhile needs no backoff.
      if (!failed || !jobs.has(job)) {
        resting.delete(job);
        return;
      }
      const failures = (resting.get(job)?.failures ?? 0) + 1;
      resting.set(job, { untilMs: nowMs + restTimeMs(failures, restMs), failures });
    },
  };
}

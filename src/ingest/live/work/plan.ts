import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import { perGroup, type WeightGroup, weightGroups } from '../../sources/hyperliquid/weight-shares.ts';
import { restTimeMs } from './rest-time.ts';

/** Something that is read again and again, and the age at which it should be. */
export interface Job {
  /** Age of the data and the age they should not pass; undefined where there is nothing to read. */
  staleness(nowMs: number): Staleness | undefined;
  /** Reads and stores. @throws where it should be tried again later */
  run(staleness: Staleness): Promise<void>;
}

/** Decides what to read next. Pure: the time is an argument. */
export interface WorkPlan {
  add(job: Job): void;
  /** Jobs there is nothing to read for any more; one that is under way comes to its end. */
  remove(gone: Iterable<Job>): void;
  /**
   * Goes on with looking through all jobs, a slice of them.
   * @param share of the target that counts as past it: less than 1 where there is weight to spare.
   */
  look(nowMs: number, share?: number): void;
  /**
   * The jobs of a group that were found past their target, the stalest in relation to it first; each is under way until it
   * is reported as ended.
   */
  take(group: WeightGroup, nowMs: number, count: number): { job: Job; staleness: Staleness }[];
  ended(job: Job, outcome: { failed: boolean; nowMs: number }): void;
}

export interface WorkPlanOptions {
  /** All jobs are looked through this often, or as soon as slices of them can be. */
  lookMs?: number;
  /** A job that fails rests, so long after its first failure. */
  restMs?: number;
}

/** Jobs of one look: a few milliseconds, in which nothing else happens. */
const sliceJobs = 4_000;
/** Of a group's jobs that are due, this many are remembered until the next round: more than a round can read. */
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
  /** Of the last whole round, the most urgent last. */
  let found = perGroup<Candidate[]>(() => []);
  /** Of the round that goes on. */
  let gathered = perGroup<Candidate[]>(() => []);
  /** What the round has not looked at yet; jobs that are added meanwhile come last. */
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
        // What it read last time, or what its wallet did since, may have changed its mind.
        const is = due(job, nowMs);
        if (is?.staleness.group !== group) continue;
        underWay.add(job);
        taken.push({ job, staleness: is.staleness });
      }
      return taken;
    },
    ended(job, { failed, nowMs }) {
      underWay.delete(job);
      // One that was removed meanwhile no longer waits for a turn.
      if (!failed || !jobs.has(job)) {
        resting.delete(job);
        return;
      }
      const failures = (resting.get(job)?.failures ?? 0) + 1;
      resting.set(job, { untilMs: nowMs + restTimeMs(failures, restMs), failures });
    },
  };
}

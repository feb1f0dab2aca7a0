import { type Kysely, sql } from 'kysely';
import { fromNow, isFree, isHeld, voidedHolder } from './claim-end.ts';
import type { ControlDatabase } from './schema.ts';

export interface JobClaim {
  job: string;
  claim: number;
  /** End of the newest period that was done, unix ms; undefined before the first one. */
  doneToMs: number | undefined;
  /** Who held it by a claim whose end lies too far in the future to count. */
  voidedHolder?: string;
}

/** Instants: unix ms. */
export interface JobState {
  job: string;
  /** The process that has it now. */
  holder?: string;
  /** End of the newest period that was done; absent before the first one, and of jobs that keep none. */
  doneUntilMs?: number;
}

/**
 * Scheduled jobs of all processes that share the store: each is run by one of them at a time. A claim ends where it is not renewed, by
 * the clock of the database; one that ends later than any claim can is void, as its clock was ahead.
 */
export interface JobRuns {
  /** Takes a job that no process runs. @returns undefined where another process runs it */
  claim(request: { job: string; holder: string; ttlMs: number }): Promise<JobClaim | undefined>;
  /** Holds it for another `ttlMs`. @returns false where another process has it */
  renew(claim: JobClaim, ttlMs: number): Promise<boolean>;
  /** Notes that everything before `toMs` is done. @returns false where another process has the job */
  done(claim: JobClaim, toMs: number): Promise<boolean>;
  /** Gives it back. Without effect where another process has it. */
  release(claim: JobClaim): Promise<void>;
  /** Every job that was ever run, by name. */
  list(): Promise<JobState[]>;
}

export function createJobRuns(db: Kysely<ControlDatabase>): JobRuns {
  const held = ({ job, claim }: JobClaim) =>
    db.updateTable('job_runs').where('job', '=', job).where('claim', '=', claim);
  return {
    async claim({ job, holder, ttlMs }) {
      const taken = await db
        .insertInto('job_runs')
        .values({ job, claim: 1, holder, expires_at: fromNow(ttlMs) })
        .onConflict((conflict) =>
          conflict
            .column('job')
            .doUpdateSet({ claim: sql<number>`job_runs.claim + 1`, holder, expires_at: fromNow(ttlMs) })
            .where(isFree('job_runs.expires_at')),
        )
        .returning([
          'claim',
          'done_to_ms',
          voidedHolder(sql`(select * from job_runs where job = ${job})`).as('voided'),
        ])
        .executeTakeFirst();
      if (taken === undefined) return undefined;
      const { claim, done_to_ms, voided } = taken;
      return {
        job,
        claim: Number(claim),
        doneToMs: done_to_ms === null ? undefined : Number(done_to_ms),
        ...(voided !== null && { voidedHolder: voided }),
      };
    },
    async renew(claim, ttlMs) {
      const renewed = await held(claim)
        .set({ expires_at: fromNow(ttlMs) })
        .where('expires_at', 'is not', null)
        .returning('job')
        .execute();
      return renewed.length === 1;
    },
    async done(claim, toMs) {
      const noted = await held(claim).set({ done_to_ms: toMs }).returning('job').execute();
      return noted.length === 1;
    },
    async release(claim) {
      await held(claim).set({ expires_at: null }).execute();
    },
    async list() {
      const runs = await db
        .selectFrom('job_runs')
        .select(['job', 'holder', 'done_to_ms', isHeld('job_runs.expires_at').as('is_held')])
        .orderBy('job')
        .execute();
      return runs.map(({ job, holder, done_to_ms, is_held }) => ({
        job,
        ...(is_held && { holder }),
        ...(done_to_ms !== null && { doneUntilMs: Number(done_to_ms) }),
      }));
    },
  };
}

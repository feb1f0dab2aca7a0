import { type Kysely, sql } from 'kysely';

/** How far each scheduled job has come, and which process runs it now: so that one of them does, and goes on after a stop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_runs (
      job text primary key,
      -- End of the newest period that was done, unix milliseconds; null before the first one.
      done_to_ms bigint,
      -- Counts the holders: what an earlier one still reports is recognized by it.
      claim bigint not null,
      holder text not null,
      -- By the clock of the database; null where no process runs it.
      expires_at timestamptz
    )`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** The processes that remember keys, as far as several share the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table instances (
      id text primary key,
      -- By the clock of the database: theirs may differ.
      seen_at timestamptz not null
    )`.execute(db);
}

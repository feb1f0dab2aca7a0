import { type Kysely, sql } from 'kysely';

/** What every process that shares the store signs with: made once, by the first process that needs it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secrets (
      name text primary key,
      -- 32 random bytes in hex. Signs what lives for minutes; neither keys nor passwords follow from it.
      value text not null check (value ~ '^[0-9a-f]{64}$')
    )`.execute(db);
}

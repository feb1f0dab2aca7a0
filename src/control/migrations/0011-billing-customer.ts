import { type Kysely, sql } from 'kysely';

/** Whom the billing provider knows an account by, once it has bought a plan on the pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column billing_customer text unique`.execute(db);
}

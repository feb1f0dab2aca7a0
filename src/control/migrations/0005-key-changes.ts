import { type Kysely, sql } from 'kysely';

/** How many changes to keys have been made, in one row: each change counts it up in its own transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table key_changes (version bigint not null)`.execute(db);
  await sql`insert into key_changes (version) values (0)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** All refresh tokens of a grant share a part, so that any spent one is recognised, however long ago it was replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_grants rename column spent_hash to family_hash`.execute(db);
  await sql`update agent_grants set family_hash = null`.execute(db);
}

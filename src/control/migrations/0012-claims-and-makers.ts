import { type Kysely, sql } from 'kysely';

/**
 * Which request signs somebody up with an invitation at the moment, so that one that fails gives it back; and who made a key, so that
 * the owners of an account know which keys a person leaves behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column claimed_by text, add column claimed_at timestamptz`.execute(
    db,
  );
  // A person's id, or `operator`; null for keys that are older than this column.
  await sql`alter table api_keys add column made_by text, add column kept_by text`.execute(db);
}

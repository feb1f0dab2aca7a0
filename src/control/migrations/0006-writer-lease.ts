import { type Kysely, sql } from 'kysely';

/**
 * Which process may write fills into stores that several share, and what the one that reads the exchange told last.
 * One row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table writer_lease (
      -- Counts the holders: what an earlier one still tries to write is told apart by it.
      epoch bigint not null,
      holder text not null,
      -- By the clock of the database; null where nobody holds it.
      expires_at timestamptz,
      live_report jsonb,
      live_epoch bigint,
      live_at timestamptz
    )`.execute(db);
  await sql`insert into writer_lease (epoch, holder) values (0, '')`.execute(db);
}

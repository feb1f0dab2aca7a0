import { type Kysely, sql } from 'kysely';

/**
 * Which process may write fills into stores that several share, and the last report of the one that reads the exchange.
 * One row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table writer_lease (
      -- Counts the holders: what an earlier one still tries to write is recognized by it.
      epoch bigint not null,
      holder text not null,
      -- By the clock of the database; null where no process holds it.
      expires_at timestamptz,
      live_report jsonb,
      live_epoch bigint,
      live_at timestamptz
    )`.execute(db);
  await sql`insert into writer_lease (epoch, holder) values (0, '')`.execute(db);
}

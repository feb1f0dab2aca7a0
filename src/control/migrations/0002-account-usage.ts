import { type Kysely, sql } from 'kysely';

/** Requests counted per account in each UTC day and calendar month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_usage (
      account_id uuid not null references accounts (id),
      -- A day 2026-11-21 or a month 2026-11. In the order of bytes a month comes before its days.
      period text collate "C" not null check (period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
      requests bigint not null check (requests >= 0),
      primary key (account_id, period)
    )`.execute(db);
  await sql`create index account_usage_period on account_usage (period)`.execute(db);
}

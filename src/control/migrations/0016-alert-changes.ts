import { type Kysely, sql } from 'kysely';

/** Rules that are changed and set back, and messages that are left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts what was changed: who follows a rule as it was before stores nothing more of it.
  await sql`alter table alert_rules add column revision integer not null default 0`.execute(db);
  await sql`alter table alert_deliveries drop constraint alert_deliveries_state_check`.execute(db);
  await sql`
    alter table alert_deliveries add constraint alert_deliveries_state_check
    check (state in ('pending', 'delivered', 'skipped'))`.execute(db);
  await sql`drop index alert_deliveries_ended`.execute(db);
  await sql`create index alert_deliveries_ended on alert_deliveries (ended_at) where state <> 'pending'`.execute(
    db,
  );
}

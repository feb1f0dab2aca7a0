import { type Kysely, sql } from 'kysely';

/** Entitlements that subscriptions give, the events they follow from, and limits of an account's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table entitlements
      -- What ends in the second in which it began has held for no time at all.
      drop constraint entitlements_check,
      add constraint entitlements_check check (valid_until >= valid_from),
      drop constraint entitlements_source_check,
      add constraint entitlements_source_check check (source in ('manual', 'stripe')),
      -- The provider's id of the subscription.
      add column subscription text unique,
      add column standing text check (standing in ('active', 'past_due', 'ended')),
      add constraint entitlements_subscription_check check (
        (source = 'manual') = (subscription is null) and (subscription is null) = (standing is null)
      )`.execute(db);
  await sql`alter table accounts add column limit_overrides jsonb`.execute(db);
  await sql`
    create table billing_events (
      -- The provider's id of the event: what is delivered twice is stored once.
      id text primary key,
      subscription text not null,
      occurred_at timestamptz not null,
      fact jsonb not null
    )`.execute(db);
  await sql`create index billing_events_subscription on billing_events (subscription, occurred_at)`.execute(
    db,
  );
}

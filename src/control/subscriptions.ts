import { type Selectable, sql } from 'kysely';
import type { AccountDetail } from './account-store.ts';
import { accountDetail, ensureAccount } from './accounts.ts';
import { type BillingSubscription, type SubscriptionFact, subscriptionOf } from './billing-subscription.ts';
import { accountChanged, type Change } from './change.ts';
import type { EntitlementsTable } from './schema.ts';

export interface BillingOutcome {
  /** False where the event was known already. */
  isNew: boolean;
  /** The account as it is afterwards; absent before the provider said whose subscription it is. */
  account?: AccountDetail;
}

export interface BillingFacts {
  /**
   * Notes one event of a billing provider and lets the subscription's entitlement follow from all that are known of it,
   * in the order in which they happened: a repeated or late event changes nothing that a newer one has decided.
   * @param graceMs how long a tier stays after a payment failed
   */
  applyBilling(fact: SubscriptionFact, graceMs: number): Promise<BillingOutcome>;
}

/** Events that a subscription's state is made of: decades of monthly payments. */
const eventsLimit = 1_000;

export async function applyBilling(
  change: Change,
  fact: SubscriptionFact,
  graceMs: number,
): Promise<BillingOutcome> {
  const { tx, now } = change;
  // Events of one subscription wait for each other, so that each sees those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${fact.subscriptionId}, 0))`.execute(tx);
  const noted = await tx
    .insertInto('billing_events')
    .values({
      id: fact.eventId,
      subscription: fact.subscriptionId,
      occurred_at: new Date(fact.occurredAtMs),
      fact: JSON.stringify(fact),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const subscription = subscriptionOf(await factsOf(change, fact.subscriptionId), graceMs);
  if (subscription === undefined) return { isNew: noted !== undefined };
  const accountId = await ensureAccount(tx, subscription.accountName, now);
  if (noted !== undefined) await entitle(change, fact.subscriptionId, subscription, accountId);
  return { isNew: noted !== undefined, account: await accountDetail(tx, accountId, now) };
}

async function factsOf({ tx }: Change, subscriptionId: string): Promise<SubscriptionFact[]> {
  const rows = await tx
    .selectFrom('billing_events')
    .select('fact')
    .where('subscription', '=', subscriptionId)
    .orderBy('occurred_at', 'desc')
    .limit(eventsLimit)
    .execute();
  return rows.map((row) => row.fact);
}

/** Writes the entitlement of a subscription, where it is another one than before, and announces it. */
async function entitle(
  change: Change,
  id: string,
  subscription: BillingSubscription,
  accountId: string,
): Promise<void> {
  const { tx, now } = change;
  const stored = await tx
    .selectFrom('entitlements')
    .selectAll()
    .where('subscription', '=', id)
    .executeTakeFirst();
  const touched = new Set([accountId, stored?.account_id ?? accountId]);
  const report = async () => {
    for (const account of touched) await accountChanged(change, account);
  };
  const { tier, standing: status } = subscription;
  if (status === 'pending') {
    // Nothing was paid yet: there is nothing to have, or to lose.
    if (stored === undefined) return;
    await tx.deleteFrom('entitlements').where('id', '=', stored.id).execute();
    return await report();
  }
  // The provider's clock may be ahead; a paid subscription holds from now on.
  const validFrom = stored?.valid_from ?? new Date(Math.min(subscription.fromMs, now.getTime()));
  const next = {
    account_id: accountId,
    tier,
    standing: status,
    valid_until: endOf(subscription, validFrom, now),
  };
  if (stored !== undefined && isSame(stored, next)) return;
  await tx
    .insertInto('entitlements')
    .values({ source: 'stripe', subscription: id, valid_from: validFrom, ...next })
    .onConflict((conflict) => conflict.column('subscription').doUpdateSet(next))
    .execute();
  await report();
}

function endOf({ standing: status, untilMs }: BillingSubscription, validFrom: Date, now: Date): Date | null {
  if (untilMs === undefined) return null;
  const endMs = status === 'ended' ? Math.min(untilMs, now.getTime()) : untilMs;
  return new Date(Math.max(endMs, validFrom.getTime()));
}

type Entitled = Pick<Selectable<EntitlementsTable>, 'account_id' | 'tier' | 'standing' | 'valid_until'>;

function isSame(stored: Entitled, next: Entitled): boolean {
  return (
    stored.account_id === next.account_id &&
    stored.tier === next.tier &&
    stored.standing === next.standing &&
    stored.valid_until?.getTime() === next.valid_until?.getTime()
  );
}

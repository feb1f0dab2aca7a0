import type { Tier } from '../domain/tier.ts';
import type { SubscriptionStatus } from './entitlement-status.ts';

/** Subscription status at the provider; `pending` before the first payment. */
export type ProviderStatus = 'pending' | SubscriptionStatus;

/** One event of a billing provider, in the provider's time. */
export type SubscriptionFact = {
  /** Event id at the provider: a second delivery is the same fact. */
  eventId: string;
  subscriptionId: string;
  /** Unix milliseconds; providers send seconds. */
  occurredAtMs: number;
} & (
  | { kind: 'created' | 'updated'; status: ProviderStatus; tier: Tier; accountName: string }
  | { kind: 'deleted' | 'payment_failed' | 'paid' }
);

export interface BillingSubscription {
  accountName: string;
  tier: Tier;
  standing: ProviderStatus;
  fromMs: number;
  /** When the subscription stops entitling to its tier; undefined while it is paid. */
  untilMs?: number;
}

/** Tie-break within one second, the providers' resolution: the subscription's own state outranks a payment's. */
const ranks: Readonly<Record<SubscriptionFact['kind'], number>> = {
  created: 0,
  payment_failed: 1,
  paid: 1,
  updated: 2,
  deleted: 3,
};

/**
 * Folds the facts of one subscription in order of occurrence, not of arrival: replayed, repeated and
 * reordered events all end in the same state.
 *
 * @param graceMs how long the tier stays after a payment failed
 * @returns undefined before an event of the subscription itself
 */
export function subscriptionOf(
  facts: readonly SubscriptionFact[],
  graceMs: number,
): BillingSubscription | undefined {
  let known: { accountName: string; tier: Tier } | undefined;
  let status: ProviderStatus = 'pending';
  let sinceMs = 0;
  let deleted = false;
  const ordered = facts.toSorted(byTime);
  for (const fact of ordered) {
    if (fact.kind === 'created' || fact.kind === 'updated') {
      known = { accountName: fact.accountName, tier: fact.tier };
    }
    // Nothing revives a deleted subscription, even if an invoice of it is paid later.
    const next: ProviderStatus = deleted ? status : nextStatus(status, fact);
    // A second failure does not extend the grace.
    if (next !== status) sinceMs = fact.occurredAtMs;
    status = next;
    deleted ||= fact.kind === 'deleted';
  }
  if (known === undefined) return undefined;
  const subscription = { ...known, standing: status, fromMs: ordered[0]!.occurredAtMs };
  if (status === 'active') return subscription;
  return { ...subscription, untilMs: status === 'past_due' ? sinceMs + graceMs : sinceMs };
}

export function nextStatus(status: ProviderStatus, fact: SubscriptionFact): ProviderStatus {
  // A subscription that was never paid cannot lapse.
  const over = status === 'pending' ? 'pending' : 'ended';
  switch (fact.kind) {
    case 'created':
    case 'updated':
      return fact.status === 'pending' || fact.status === 'ended' ? over : fact.status;
    case 'deleted':
      return over;
    case 'payment_failed':
      // The very first payment gives no grace either.
      return status === 'active' ? 'past_due' : status;
    case 'paid':
      return status === 'ended' ? 'ended' : 'active';
  }
}

function byTime(a: SubscriptionFact, b: SubscriptionFact): number {
  return (
    a.occurredAtMs - b.occurredAtMs ||
    ranks[a.kind] - ranks[b.kind] ||
    (a.eventId < b.eventId ? -1 : Number(a.eventId > b.eventId))
  );
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  nextStatus,
  type ProviderStatus,
  type SubscriptionFact,
  subscriptionOf,
} from './billing-subscription.ts';

const graceMs = 7 * 86_400_000;
const states = ['pending', 'active', 'past_due', 'ended'] as const;

function fact(kind: SubscriptionFact['kind'], occurredAtMs: number, more: object = {}): SubscriptionFact {
  const eventId = `${kind} ${occurredAtMs} ${JSON.stringify(more)}`;
  const base = { status: 'active', tier: 'pro', accountName: 'acme' };
  return { eventId, subscriptionId: 'sub', kind, occurredAtMs, ...base, ...more } as SubscriptionFact;
}

describe('subscription', () => {
  it('goes through the states of the table', () => {
    const table: Record<string, Record<ProviderStatus, ProviderStatus>> = {
      'updated pending': { pending: 'pending', active: 'ended', past_due: 'ended', ended: 'ended' },
      'updated active': { pending: 'active', active: 'active', past_due: 'active', ended: 'active' },
      'updated past_due': {
        pending: 'past_due',
        active: 'past_due',
        past_due: 'past_due',
        ended: 'past_due',
      },
      'updated ended': { pending: 'pending', active: 'ended', past_due: 'ended', ended: 'ended' },
      deleted: { pending: 'pending', active: 'ended', past_due: 'ended', ended: 'ended' },
      payment_failed: { pending: 'pending', active: 'past_due', past_due: 'past_due', ended: 'ended' },
      paid: { pending: 'active', active: 'active', past_due: 'active', ended: 'ended' },
    };
    for (const [event, row] of Object.entries(table)) {
      const [kind, status] = event.split(' ') as [SubscriptionFact['kind'], string | undefined];
      for (const from of states) {
        const next = nextStatus(from, fact(kind, 0, status === undefined ? {} : { status }));
        assert.equal(next, row[from], `${event} of one that is ${from}`);
      }
    }
  });

  it('counts the grace from the first of several failures, and again after a payment', () => {
    const facts = [fact('created', 0), fact('payment_failed', 10), fact('payment_failed', 20)];
    assert.equal(subscriptionOf(facts, graceMs)!.untilMs, 10 + graceMs);
    facts.push(fact('paid', 30), fact('payment_failed', 40));
    assert.equal(subscriptionOf(facts, graceMs)!.untilMs, 40 + graceMs);
  });

  it('is nothing before an event of the subscription itself, and follows its newest tier and account', () => {
    assert.equal(subscriptionOf([fact('paid', 5)], graceMs), undefined);
    const moved = fact('updated', 9, { tier: 'starter', accountName: 'beta' });
    const {
      tier,
      accountName,
      standing: status,
      fromMs,
    } = subscriptionOf([moved, fact('created', 1)], graceMs)!;
    assert.deepEqual([tier, accountName, status, fromMs], ['starter', 'beta', 'active', 1]);
  });

  it('is the same whatever the order of delivery', () => {
    const kinds = fc.constantFrom<SubscriptionFact['kind']>(
      'created',
      'updated',
      'deleted',
      'paid',
      'payment_failed',
    );
    const arbitrary = fc
      .tuple(kinds, fc.nat(5), fc.constantFrom(...states))
      .map(([kind, seconds, status]) => fact(kind, seconds * 1_000, { status }));
    fc.assert(
      fc.property(
        fc
          .uniqueArray(arbitrary, { selector: ({ eventId }) => eventId, maxLength: 8 })
          .chain((facts) =>
            fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length })),
          ),
        ([facts, shuffled]) =>
          assert.deepEqual(subscriptionOf(shuffled, graceMs), subscriptionOf(facts, graceMs)),
      ),
    );
  });
});

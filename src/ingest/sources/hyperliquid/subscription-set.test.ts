import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedSubscription } from '../../../wire/subscription.ts';
import { createSubscriptionSet, type SubscriptionSet } from './subscription-set.ts';

const btc: FeedSubscription = { type: 'trades', coin: 'BTC' };

/** Sends everything due. @returns the sent messages */
function sendAll(set: SubscriptionSet, nowMs: number): string[] {
  const sent: string[] = [];
  for (let next = set.nextRequest(nowMs); next !== undefined; next = set.nextRequest(nowMs)) {
    set.sent(next, nowMs);
    sent.push(`${next.method} ${next.subscription.type}`);
  }
  return sent;
}

test('an unacknowledged request is sent again after a while, one that is acknowledged is not', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  set.add({ type: 'allMids' });
  assert.deepEqual(sendAll(set, 0), ['subscribe trades', 'subscribe allMids']);
  set.acknowledge({ type: 'allMids', dex: '' });
  assert.deepEqual(sendAll(set, 14_999), []);
  assert.deepEqual(sendAll(set, 15_000), ['subscribe trades']);
  assert.equal(set.unacknowledged, 1);
});

test('what ends before it began is never asked for, and what runs is ended once', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  set.remove(btc);
  assert.deepEqual(sendAll(set, 0), []);
  set.add(btc);
  assert.deepEqual(sendAll(set, 0), ['subscribe trades']);
  set.acknowledge(btc);
  assert.equal(set.remove(btc), true);
  assert.equal(set.remove(btc), false);
  assert.deepEqual(sendAll(set, 1), ['unsubscribe trades']);
});

test('a subscription that is wanted again before its end was sent goes on without a word', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  sendAll(set, 0);
  set.acknowledge(btc);
  set.remove(btc);
  set.add(btc);
  assert.deepEqual(sendAll(set, 60_000), []);
  assert.equal(set.unacknowledged, 0);
});

test('a hole reaches from the last message before the first loss to the acknowledgement', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  set.disconnected(500);
  assert.deepEqual(
    set.acknowledge(btc),
    { subscription: btc, fromMs: undefined },
    'it had not run: nothing was missed',
  );
  set.disconnected(1_000);
  sendAll(set, 0);
  set.disconnected(2_000);
  assert.deepEqual(sendAll(set, 1), ['subscribe trades']);
  assert.deepEqual(set.acknowledge(btc), { subscription: btc, fromMs: 1_000 });
  assert.equal(set.acknowledge(btc), undefined, 'reported once');
});

test('what the exchange refuses is waited for no longer, and asked for again after minutes and on a new connection', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  sendAll(set, 0);
  assert.equal(set.refuse({ type: 'trades', coin: 'NOPE' }), false, 'no caller asked');
  assert.equal(set.refuse(btc), true);
  assert.deepEqual([set.unacknowledged, set.refused], [0, 1]);
  assert.deepEqual(sendAll(set, 299_999), []);
  assert.deepEqual(sendAll(set, 300_000), ['subscribe trades']);
  set.acknowledge(btc);
  assert.deepEqual([set.unacknowledged, set.refused], [0, 0]);
  assert.equal(set.refuse(btc), false, 'it runs');
  set.disconnected(300_001);
  assert.deepEqual(sendAll(set, 300_002), ['subscribe trades']);
});

test('a request that is never answered counts as refused in the end: not every refusal names its subscription', () => {
  const set = createSubscriptionSet();
  set.add(btc);
  for (const nowMs of [0, 15_000, 30_000, 45_000])
    assert.deepEqual(sendAll(set, nowMs), ['subscribe trades']);
  assert.equal(set.unacknowledged, 1);
  assert.deepEqual(sendAll(set, 60_000), ['subscribe trades']);
  assert.deepEqual([set.unacknowledged, set.refused], [0, 1]);
});

test('an exchange that refuses fast books, or answers as if it knew only the others, leaves the others', () => {
  const set = createSubscriptionSet();
  const book = { type: 'l2Book', coin: 'BTC' } as const;
  const fast = { ...book, fast: true } as const;
  set.add(book);
  set.add(fast);
  assert.equal(sendAll(set, 0).length, 2);
  assert.equal(set.refuse(fast), true);
  set.acknowledge(book);
  assert.deepEqual([set.unacknowledged, set.refused], [0, 1]);
  // An echo without the argument is that of the default book.
  const other = createSubscriptionSet();
  other.add(book);
  other.add(fast);
  sendAll(other, 0);
  other.acknowledge(book);
  assert.equal(other.acknowledge(book), undefined);
  for (let nowMs = 15_000; other.unacknowledged > 0 && nowMs < 600_000; nowMs += 15_000)
    sendAll(other, nowMs);
  assert.deepEqual([other.unacknowledged, other.refused], [0, 1]);
});

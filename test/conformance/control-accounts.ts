import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { SubscriptionFact } from '../../src/control/billing-subscription.ts';
import { hashApiKey } from '../../src/control/key-format.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { dayMs, hourMs } from '../../src/kernel/clock.ts';
import { fault } from './control-fault.ts';

/** The store that the tests share, and its clock. */
export interface AccountStage {
  store(): ControlStore;
  nowMs(): number;
  pass(durationMs: number): void;
}

const graceMs = 7 * dayMs;

/** Guarantees of every control store for accounts: entitlements, custom limits, subscriptions. */
export function accountConformance(stage: AccountStage): void {
  let names = 0;
  const newName = () => `customer ${++names}`;
  const tierOf = async (name: string) => (await stage.store().findAccount(name)).tier;

  it('shows an account: on Free, with nothing, as it was made; making it again changes nothing', async () => {
    const accountName = newName();
    const made = await stage.store().createAccount(accountName);
    const shown = {
      id: made.id,
      name: accountName,
      tier: 'free',
      billing: { state: 'active' },
      activeKeys: 0,
      createdAtMs: stage.nowMs(),
      limits: tierLimits.free,
      entitlements: [],
    };
    assert.deepEqual(made, shown);
    stage.pass(1);
    assert.deepEqual(await stage.store().createAccount(accountName), shown);
    assert.deepEqual(await stage.store().findAccount(accountName), shown);
  });

  it('finds accounts by a part of their name in any case, of which % and _ are only letters', async () => {
    const store = stage.store();
    for (const name of ['50% Off', '50 Offers', 'snake_case', 'snakeXcase']) await store.createAccount(name);
    const found = async (nameContains: string) =>
      (await store.listAccounts({ nameContains })).map(({ name }) => name);
    assert.deepEqual(await found('50% o'), ['50% Off']);
    assert.deepEqual(await found('E_C'), ['snake_case']);
    assert.deepEqual((await found('50')).toSorted(), ['50 Offers', '50% Off']);
    assert.equal((await store.listAccounts({ limit: 2 })).length, 2);
    await assert.rejects(store.listAccounts({ limit: 10_001 }), fault('invalid_input', '1 to 10000'));
    await assert.rejects(store.findAccount('snake_cas'), fault('unknown_account', 'did you mean snake_case'));
  });

  it('gives an account the best tier of those it has at each moment, and says when that changes', async () => {
    const store = stage.store();
    const accountName = newName();
    const { key } = await store.createKey({ accountName });
    const startMs = stage.nowMs();
    const grant = (tier: 'starter' | 'pro', fromHours: number, hours?: number) =>
      store.grantTier({
        accountName,
        tier,
        validFromMs: startMs + fromHours * hourMs,
        ...(hours !== undefined && { validUntilMs: startMs + (fromHours + hours) * hourMs }),
      });
    await grant('starter', 0, 4);
    await grant('pro', 1, 2);
    const seen: [string, number | undefined][] = [];
    for (let hour = 0; hour < 5; hour++) {
      const record = (await store.findByHash(hashApiKey(key)))!;
      const changes = record.changesAtMs;
      seen.push([record.tier, changes && (changes - startMs) / hourMs]);
      assert.equal(await tierOf(accountName), record.tier);
      stage.pass(hourMs);
    }
    assert.deepEqual(seen, [
      ['starter', 1],
      ['pro', 3],
      ['pro', 3],
      ['starter', 4],
      ['free', undefined],
    ]);
  });

  it('ends a grant at once, takes one that has not begun away, and leaves an ended one as it is', async () => {
    const store = stage.store();
    const accountName = newName();
    const [now] = (await store.grantTier({ accountName, tier: 'pro' })).entitlements;
    const validFromMs = stage.nowMs() + dayMs;
    const [later] = (await store.grantTier({ accountName, tier: 'enterprise', validFromMs })).entitlements;
    assert.deepEqual({ ...later, id: '' }, { id: '', tier: 'enterprise', source: 'manual', validFromMs });
    stage.pass(1);
    assert.equal((await store.endEntitlement(later!.id)).entitlements.length, 1);
    assert.equal((await store.endEntitlement(now!.id)).tier, 'free');
    const endedAtMs = stage.nowMs();
    stage.pass(1);
    const [ended] = (await store.endEntitlement(now!.id)).entitlements;
    assert.equal(ended!.validUntilMs, endedAtMs);
    for (const id of [later!.id, 'x', "' or true --"]) {
      await assert.rejects(store.endEntitlement(id), fault('unknown_entitlement', id));
    }
  });

  it('refuses a grant that could not hold, and says what would', async () => {
    const store = stage.store();
    const accountName = newName();
    const nowMs = stage.nowMs();
    for (const [request, text] of [
      [{ tier: 'gold' as 'pro' }, 'free, starter, pro, enterprise'],
      [{ tier: 'pro', validUntilMs: nowMs }, 'after'],
      [{ tier: 'pro', validFromMs: nowMs + 2, validUntilMs: nowMs + 1 }, 'after'],
      [{ tier: 'pro', validFromMs: Number.NaN }, 'unix milliseconds'],
      [{ tier: 'pro', validUntilMs: 9e15 }, 'unix milliseconds'],
    ] as const) {
      await assert.rejects(store.grantTier({ accountName, ...request }), fault('invalid_input', text));
    }
    await assert.rejects(store.findAccount(accountName), fault('unknown_account'));
  });

  it('reports every change of an account by the keys that are in use, and of none where nothing changed', async () => {
    const store = stage.store();
    const accountName = newName();
    const made = await store.createKey({ accountName, tier: 'enterprise' });
    const revoked = await store.createKey({ accountName });
    await store.revokeKey(revoked.id);
    const seen: (string | undefined)[] = [];
    const stop = store.onKeysChanged((hash) => seen.push(hash));
    /** On a server a store hears its own announcement again. */
    const reported = async (change: Promise<unknown>) => {
      seen.length = 0;
      await change;
      return [...new Set(seen)];
    };
    const hash = hashApiKey(made.key);
    assert.deepEqual(await reported(store.setOverrides(accountName, { keys: 5 })), [hash]);
    assert.deepEqual(await reported(store.grantTier({ accountName, tier: 'pro' })), [hash]);
    const { entitlements } = await store.findAccount(accountName);
    const { id } = entitlements.find(({ tier }) => tier === 'pro')!;
    stage.pass(1);
    assert.deepEqual(await reported(store.endEntitlement(id)), [hash]);
    assert.deepEqual(await reported(store.endEntitlement(id)), []);
    const event = fact({ accountName, eventId: `evt ${accountName}`, subscriptionId: accountName });
    assert.deepEqual(await reported(store.applyBilling(event, graceMs)), [hash]);
    assert.deepEqual(await reported(store.applyBilling(event, graceMs)), []);
    stop();
  });

  it('follows a subscription: paid, grace, past due, paid again, over; its keys stay', async () => {
    const store = stage.store();
    const accountName = newName();
    const { key } = await store.createKey({ accountName });
    let events = 0;
    const report = async (event: Partial<SubscriptionFact>) => {
      const eventId = `${accountName} ${++events}`;
      const at = { eventId, subscriptionId: accountName, occurredAtMs: stage.nowMs() };
      await store.applyBilling(fact({ accountName, ...at, ...event }), graceMs);
    };
    const rank = async () => {
      const { status, tier, billing } = (await store.findByHash(hashApiKey(key)))!;
      assert.equal(status, 'active');
      return [tier, billing.state, billing.graceExpiresAtMs];
    };
    await report({ kind: 'created', status: 'pending' });
    assert.deepEqual(await rank(), ['free', 'active', undefined]);
    await report({ kind: 'paid' });
    assert.deepEqual(await rank(), ['pro', 'active', undefined]);
    stage.pass(hourMs);
    const graceEndMs = stage.nowMs() + graceMs;
    await report({ kind: 'payment_failed' });
    assert.deepEqual(await rank(), ['pro', 'grace', graceEndMs]);
    stage.pass(graceMs - 1);
    await report({ kind: 'payment_failed' });
    assert.deepEqual(await rank(), ['pro', 'grace', graceEndMs], 'a second failure extends nothing');
    stage.pass(1);
    assert.deepEqual(await rank(), ['free', 'past_due', undefined]);
    await report({ kind: 'paid' });
    assert.deepEqual(await rank(), ['pro', 'active', undefined]);
    const [entitlement] = (await store.findAccount(accountName)).entitlements;
    await assert.rejects(
      store.endEntitlement(entitlement!.id),
      fault('invalid_input', 'subscription', accountName),
    );
    stage.pass(hourMs);
    await report({ kind: 'deleted' });
    assert.deepEqual(await rank(), ['free', 'lapsed', undefined]);
    await report({ kind: 'paid' });
    assert.deepEqual(await rank(), ['free', 'lapsed', undefined], 'a late invoice revives nothing');
  });

  it('ends in the same state in whatever order and however often events come', async () => {
    const store = stage.store();
    const nowMs = stage.nowMs();
    const kinds = fc.constantFrom<Partial<SubscriptionFact>>(
      { kind: 'created', status: 'pending' },
      { kind: 'updated', status: 'active' },
      { kind: 'updated', status: 'active', tier: 'starter' },
      { kind: 'updated', status: 'past_due' },
      { kind: 'payment_failed' },
      { kind: 'paid' },
      { kind: 'deleted' },
    );
    const history = fc.array(fc.tuple(kinds, fc.nat(10)), { minLength: 1, maxLength: 6 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (steps, shuffle) => {
        const outcome = async (name: string, order: number[]) => {
          const events = steps.map(([event, hours], i) =>
            fact({
              eventId: `${name} ${i}`,
              subscriptionId: name,
              accountName: name,
              occurredAtMs: nowMs - hours * hourMs,
              ...event,
            }),
          );
          for (const i of order) await store.applyBilling(events[i]!, graceMs);
          const { tier, billing } = await store.createAccount(name);
          return { tier, billing };
        };
        const run = newName() + ++runs;
        const inTime = steps.map((_, i) => i);
        const mixed = [...inTime, ...inTime]
          .map((i) => ({ i, at: shuffle.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ i }) => i);
        assert.deepEqual(await outcome(`${run} mixed`, mixed), await outcome(`${run} once`, inTime));
      }),
      { numRuns: 25 },
    );
  });

  it('takes the same event from many at once as one', async () => {
    const store = stage.store();
    const accountName = newName();
    const event = fact({ accountName, eventId: `evt ${accountName}`, subscriptionId: accountName });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.applyBilling(event, graceMs)));
    assert.equal(outcomes.filter(({ isNew }) => isNew).length, 1);
    assert.equal((await store.findAccount(accountName)).entitlements.length, 1);
  });

  function fact(
    fields: Partial<SubscriptionFact> & { accountName?: string; status?: string },
  ): SubscriptionFact {
    const base = { kind: 'updated', status: 'active', tier: 'pro', occurredAtMs: stage.nowMs() };
    return { ...base, ...fields } as SubscriptionFact;
  }
}

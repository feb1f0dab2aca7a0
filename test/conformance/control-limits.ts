import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashApiKey } from '../../src/control/key-format.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import type { AccountStage } from './control-accounts.ts';
import { fault } from './control-fault.ts';

/** Guarantees of every control store for an account's custom limits. */
export function limitConformance(stage: AccountStage): void {
  let names = 0;
  const newName = () => `large customer ${++names}`;

  it('gives an Enterprise account numbers of its own, which rest while it has another tier', async () => {
    const store = stage.store();
    const accountName = newName();
    const { key } = await store.createKey({ accountName, tier: 'pro' });
    await assert.rejects(
      store.setOverrides(accountName, { ratePerMinute: 5 }),
      fault('invalid_input', accountName, 'pro tier', 'enterprise'),
    );
    const validUntilMs = stage.nowMs() + hourMs;
    await store.grantTier({ accountName, tier: 'enterprise', validUntilMs });
    const overrides = { ratePerMinute: 501, requestsPerDay: 9, windowDays: 400 };
    const set = await store.setOverrides(accountName, overrides);
    assert.deepEqual(set.overrides, overrides);
    assert.deepEqual(set.limits, { ...tierLimits.enterprise, ...overrides, routeRatePerMinute: 250 });
    assert.deepEqual((await store.findByHash(hashApiKey(key)))!.overrides, overrides);
    stage.pass(hourMs);
    const resting = await store.findAccount(accountName);
    assert.deepEqual([resting.limits, resting.overrides], [tierLimits.pro, overrides]);
    assert.equal((await store.findByHash(hashApiKey(key)))!.overrides, undefined);
    assert.equal((await store.setOverrides(accountName, undefined)).overrides, undefined);
  });

  it('refuses numbers out of bounds and names all of them', async () => {
    const store = stage.store();
    const { name } = await store.grantTier({ accountName: newName(), tier: 'enterprise' });
    const wrong = { ratePerMinute: 0, windowDays: 1.5, speed: 3 } as { ratePerMinute: number };
    await assert.rejects(
      store.setOverrides(name, wrong),
      fault('invalid_input', 'ratePerMinute', 'windowDays', 'speed'),
    );
    await assert.rejects(store.setOverrides(newName(), undefined), fault('unknown_account'));
  });

  it('changes some numbers and leaves the others to changes of the same moment', async () => {
    const store = stage.store();
    const { name } = await store.grantTier({ accountName: newName(), tier: 'enterprise' });
    await store.setOverrides(name, { ratePerMinute: 5, windowDays: 9 });
    await Promise.all([
      store.changeOverrides(name, { ratePerMinute: 'tier', requestsPerDay: 7 }),
      store.changeOverrides(name, { keys: null }),
      store.changeOverrides(name, { requestsPerMonth: 8, windowDays: 10 }),
    ]);
    const { overrides } = await store.findAccount(name);
    assert.deepEqual(overrides, { requestsPerDay: 7, keys: null, requestsPerMonth: 8, windowDays: 10 });
    assert.deepEqual((await store.changeOverrides(name, {})).overrides, overrides);
    const all = {
      requestsPerDay: 'tier',
      keys: 'tier',
      requestsPerMonth: 'tier',
      windowDays: 'tier',
    } as const;
    assert.equal((await store.changeOverrides(name, all)).overrides, undefined);
    await assert.rejects(store.changeOverrides(name, { keys: 0 }), fault('invalid_input', 'keys'));
  });

  it('holds an account to its own number of keys', async () => {
    const store = stage.store();
    const { name: accountName } = await store.grantTier({ accountName: newName(), tier: 'enterprise' });
    await store.setOverrides(accountName, { keys: 2 });
    for (let i = 0; i < 2; i++) await store.createKey({ accountName });
    await assert.rejects(store.createKey({ accountName }), fault('key_limit', 'its own limit'));
    await store.setOverrides(accountName, { keys: null });
    await store.createKey({ accountName });
  });
}

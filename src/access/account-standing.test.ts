import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seedControl } from '../../test/data-template.ts';
import { openPglite } from '../control/pglite.ts';
import type { ControlStore } from '../control/store.ts';
import { tierLimits } from '../domain/tier.ts';
import { hourMs } from '../kernel/clock.ts';
import { createAuthenticator, type KeyAuthenticator } from './authenticate.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-standing-'));
let nowMs = Date.UTC(2026, 5, 1);
let control: ControlStore;
let access: KeyAuthenticator;
let looked = 0;

before(async () => {
  const clock = { nowMs: () => nowMs };
  const store = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await store.migrate();
  control = {
    ...store,
    findByHash(hash) {
      looked += 1;
      return store.findByHash(hash);
    },
  };
  // The clock is fixed, so that a repeated look-up has a cause other than age.
  access = createAuthenticator({
    control,
    clock,
    elapsedMs: () => 0,
    signupUrl: 'https://example.org/signup',
  });
});
after(async () => {
  access?.close();
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('what a caller may do', () => {
  it('follows the beginning and the end of a tier at the next request, and asks for nothing until then', async () => {
    const accountName = 'for an hour';
    const { key } = await control.createKey({ accountName });
    const [validFromMs, validUntilMs] = [nowMs + hourMs, nowMs + 2 * hourMs];
    await control.grantTier({ accountName, tier: 'pro', validFromMs, validUntilMs });
    looked = 0;
    const tiers = [];
    for (const passMs of [0, hourMs - 1, 1, hourMs - 1, 1]) {
      nowMs += passMs;
      tiers.push((await access.authenticate(key)).tier);
    }
    assert.deepEqual(tiers, ['free', 'free', 'pro', 'pro', 'free']);
    assert.equal(looked, 3);
  });

  it('sees an end of a tier and new numbers of an account at the next request, and gives equal numbers one object', async () => {
    const [one, other] = ['first of two', 'second of two'];
    const { key } = await control.createKey({ accountName: one, tier: 'enterprise' });
    const { key: otherKey } = await control.createKey({ accountName: other, tier: 'enterprise' });
    assert.equal((await access.authenticate(key)).limits, tierLimits.enterprise);
    for (const name of [one, other]) await control.setOverrides(name, { ratePerMinute: 77 });
    const { limits } = await access.authenticate(key);
    assert.equal(limits.ratePerMinute, 77);
    assert.equal((await access.authenticate(otherKey)).limits, limits);
    access.invalidate();
    assert.equal((await access.authenticate(key)).limits, limits);
    const [grant] = (await control.findAccount(one)).entitlements;
    await control.endEntitlement(grant!.id);
    assert.equal((await access.authenticate(key)).limits, tierLimits.free);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onTier } from '../../test/limiter-harness.ts';
import { fixedClock } from '../kernel/clock.ts';
import type { Caller } from './caller.ts';
import { createUnlimitedLimiter } from './unlimited-limiter.ts';

const clock = fixedClock(Date.UTC(2026, 10, 21));

it('reports the billing state also where no limits are enforced, and nothing while all is well', async () => {
  const limiter = createUnlimitedLimiter({ clock });
  const route = { id: 'toy', cost: 1, ownLimit: false };
  const caller: Caller = { accountId: 'a', keyId: 'k', keyHash: 'h', ...onTier('pro') };
  assert.deepEqual(limiter.tryTake(caller, route), { headers: [] });
  const graceExpiresAtMs = Date.UTC(2026, 10, 28);
  const inGrace: Caller = { ...caller, billing: { state: 'grace', graceExpiresAtMs } };
  assert.deepEqual((await limiter.take(inGrace, route)).headers, [
    'X-Billing-State',
    'grace',
    'X-Billing-Grace-Expires',
    '2026-11-28T00:00:00.000Z',
  ]);
});

it('bounds the calls of an address without a valid key also where accounts have no limits', () => {
  const limiter = createUnlimitedLimiter({ clock, elapsedMs: () => 0 });
  for (let i = 0; i < 60; i++) assert.equal(limiter.takeAnonymous('192.0.2.1').refusal, undefined);
  assert.ok(limiter.takeAnonymous('192.0.2.1').refusal);
  assert.equal(limiter.takeAnonymous('192.0.2.2').refusal, undefined);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onTier } from '../../test/limiter-harness.ts';
import type { Caller } from './caller.ts';
import { unlimited } from './limiter.ts';

it('tells the billing state also where no limits are enforced, and nothing while all is well', async () => {
  const limiter = unlimited();
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

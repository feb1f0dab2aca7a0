import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limitsOf } from './limit-overrides.ts';
import { tierLimits, tiers } from './tier.ts';

it('gives numbers of their own to Enterprise accounts alone, and to all others the one object of their tier', () => {
  for (const tier of tiers) {
    assert.equal(limitsOf(tier, undefined), tierLimits[tier]);
    if (tier !== 'enterprise') assert.equal(limitsOf(tier, { ratePerMinute: 7 }), tierLimits[tier]);
  }
  const own = limitsOf('enterprise', { ratePerMinute: 7, requestsPerDay: 3, keys: null });
  assert.deepEqual(own, {
    ...tierLimits.enterprise,
    ratePerMinute: 7,
    routeRatePerMinute: 3,
    requestsPerDay: 3,
    keys: null,
  });
});

it('halves the rate of the second bucket with the rate, down to one, unless it has its own', () => {
  assert.equal(limitsOf('enterprise', { ratePerMinute: 1 }).routeRatePerMinute, 1);
  const own = { ratePerMinute: 100, routeRatePerMinute: 90 };
  assert.equal(limitsOf('enterprise', own).routeRatePerMinute, 90);
  assert.equal(limitsOf('enterprise', { windowDays: 9 }).routeRatePerMinute, 5_000);
});

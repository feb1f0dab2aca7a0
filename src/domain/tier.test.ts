import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nextTier, tierAllows, tierLimits, tiers } from './tier.ts';

it('never takes anything away from a higher tier', () => {
  const amount = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;
  for (const [index, tier] of tiers.entries()) {
    const below = tiers[index - 1];
    if (below === undefined) continue;
    for (const name of [
      'ratePerMinute',
      'routeRatePerMinute',
      'requestsPerDay',
      'keys',
      'windowDays',
    ] as const) {
      assert.ok(amount(tierLimits[tier][name]) >= amount(tierLimits[below][name]), `${name} of ${tier}`);
    }
  }
});

it('gives the routes with a second bucket half the rate of the tier', () => {
  for (const tier of tiers)
    assert.equal(tierLimits[tier].routeRatePerMinute * 2, tierLimits[tier].ratePerMinute);
});

it('allows a tier what it and every lesser tier may do, and nothing above', () => {
  assert.ok(tierAllows('pro', 'pro') && tierAllows('pro', 'free') && !tierAllows('pro', 'enterprise'));
});

it('names the least better tier that has what is asked for, or none', () => {
  assert.equal(
    nextTier('free', ({ windowDays }) => windowDays > 30),
    'pro',
  );
  assert.equal(
    nextTier('enterprise', () => true),
    undefined,
  );
});

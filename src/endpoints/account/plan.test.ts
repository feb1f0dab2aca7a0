import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startToys, type ToyServer } from '../../../test/contract/toys.ts';
import { checkBody } from '../../../test/endpoint-harness.ts';
import { type Tier, tiers } from '../../domain/tier.ts';
import { plan } from './plan.ts';

const limits = {
  free: { tier: 'free', requestsPerMin: 30, requestsPerDay: 1_000, requestsPerMonth: 0 },
  starter: { tier: 'starter', requestsPerMin: 120, requestsPerDay: 2_000, requestsPerMonth: 50_000 },
  pro: { tier: 'pro', requestsPerMin: 600, requestsPerDay: 20_000, requestsPerMonth: 500_000 },
  enterprise: { tier: 'enterprise', requestsPerMin: 10_000, requestsPerDay: 0, requestsPerMonth: 0 },
} satisfies Record<Tier, object>;
const upgradeUrl = 'https://example.org/plans';

let server: ToyServer;
before(async () => {
  server = await startToys([plan], { upgradeUrl });
});
after(() => server.server.close(0));

test('every caller sees the limits of its own tier and of all, 0 for none, and where to upgrade', async () => {
  // Twice each and mixed: an answer kept for one tier is not another tier's.
  for (const tier of [...tiers, ...tiers]) {
    const answer = await server.get('/api/public/v1/plan', tier);
    assert.equal(answer.status, 200);
    const { $schema, ...body } = (await answer.json()) as Record<string, unknown>;
    assert.equal($schema, `${server.url}/schemas/PlanBody.json`);
    assert.deepEqual(body, {
      ...limits[tier],
      tiers: tiers.map((each) => limits[each]),
      upgrade_url: upgradeUrl,
    });
  }
});

test('the example of the reference is a body', () => checkBody(plan, plan.example));

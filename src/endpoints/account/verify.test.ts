import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startToys, type ToyServer } from '../../../test/contract/toys.ts';
import { checkBody } from '../../../test/endpoint-harness.ts';
import { verify } from './plan.ts';

const path = '/api/public/v1/verify';
let server: ToyServer;
before(async () => {
  server = await startToys([verify]);
});
after(() => server.server.close(0));

test('a valid key gets its tier and its limits', async () => {
  for (const [tier, requestsPerMin, requestsPerDay, requestsPerMonth] of [
    ['free', 30, 1_000, 0],
    ['starter', 120, 2_000, 50_000],
    ['pro', 600, 20_000, 500_000],
    ['enterprise', 10_000, 0, 0],
  ] as const) {
    const answer = await server.get(path, tier);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), {
      $schema: `${server.url}/schemas/VerificationResult.json`,
      isValidApiKey: true,
      tier,
      requestsPerMin,
      requestsPerDay,
      requestsPerMonth,
    });
  }
});

test('a missing and a wrong key are a 401, not an answer', async () => {
  for (const [key, reason] of [
    [null, 'missing_api_key'],
    ['nonsense', 'invalid_api_key'],
  ] as const) {
    const answer = await server.get(path, key);
    assert.equal(answer.status, 401);
    assert.equal(((await answer.json()) as { reason: string }).reason, reason);
  }
});

test('the example of the reference is a body', () => checkBody(verify, verify.example));

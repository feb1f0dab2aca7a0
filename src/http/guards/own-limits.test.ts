import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startToys, type ToyServer, toyBoard, toyTrader } from '../../../test/contract/toys.ts';
import { seedControl } from '../../../test/data-template.ts';
import { createAuthenticator, type KeyAuthenticator } from '../../access/authenticate.ts';
import type { CountingLimiter } from '../../access/limiter.ts';
import { createMemoryLimiter } from '../../access/memory-limiter.ts';
import { openPglite } from '../../control/pglite.ts';
import type { ControlStore } from '../../control/store.ts';
import { plan, verify } from '../../endpoints/account/plan.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-own-limits-'));
const trader = `/api/public/v1/toy/trader/0x${'1'.repeat(40)}`;
let control: ControlStore;
let limiter: CountingLimiter;
let authenticator: KeyAuthenticator;
let toy: ToyServer;
const keys: Record<string, string> = {};

before(async () => {
  control = await openPglite({ dir: seedControl(join(root, 'control')) });
  await control.migrate();
  const clock = { nowMs: () => Date.UTC(2026, 10, 21, 12) };
  authenticator = createAuthenticator({ control, clock, signupUrl: 'https://example.org/signup' });
  limiter = createMemoryLimiter({ control, clock, elapsedMs: () => 0 });
  toy = await startToys([toyBoard, toyTrader, plan, verify], { authenticator, limiter });
  for (const accountName of ['small', 'usual']) {
    keys[accountName] = (await control.createKey({ accountName, tier: 'enterprise' })).key;
  }
  await control.setOverrides('small', { ratePerMinute: 20, requestsPerDay: 12, windowDays: 5 });
});
after(async () => {
  await toy?.server.close(0);
  await limiter?.close();
  authenticator?.close();
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (account: string, path: string) =>
  fetch(toy.url + path, { headers: { 'X-API-Key': keys[account]! } });
const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

describe('an Enterprise account with numbers of its own', () => {
  it('is held to its own window, also where the page of another account is at hand', async () => {
    const path = `${trader}?since=10d`;
    // Twice, so that the second answer comes from the page kept for the address.
    for (let i = 0; i < 2; i++) {
      assert.equal((await ask('usual', path)).status, 200);
      const refused = await ask('small', path);
      assert.equal(refused.status, 400);
      assert.match(String((await bodyOf(refused)).hint), /at most 5 days/);
      assert.equal((await ask('small', `${trader}?since=5d`)).status, 200);
    }
  });

  it('sees them in /plan and /verify at once, beside those of the tiers', async () => {
    for (const [own, expected] of [
      [{ ratePerMinute: 30, requestsPerDay: 12, requestsPerMonth: 40 }, [30, 12, 40]],
      [{ ratePerMinute: 20, requestsPerDay: 12, windowDays: 5 }, [20, 12, 0]],
    ] as const) {
      await control.setOverrides('small', own);
      for (const path of ['plan', 'verify']) {
        const reported = await bodyOf(await ask('small', `/api/public/v1/${path}`));
        const numbers = [reported.requestsPerMin, reported.requestsPerDay, reported.requestsPerMonth];
        assert.deepEqual([reported.tier, ...numbers], ['enterprise', ...expected]);
      }
    }
    const { requestsPerMin, tiers } = await bodyOf(await ask('usual', '/api/public/v1/plan'));
    assert.equal(requestsPerMin, 10_000);
    assert.deepEqual((tiers as object[]).at(-1), {
      tier: 'enterprise',
      requestsPerMin: 10_000,
      requestsPerDay: 0,
      requestsPerMonth: 0,
    });
  });

  it('gets them in every header, and refused by its own quota', async () => {
    const board = '/api/public/v1/toy/board';
    const { headers } = await ask('small', board);
    assert.equal(headers.get('ratelimit-policy'), '"minute";q=20;w=60, "day";q=12;w=86400');
    assert.equal(headers.get('x-ratelimit-limit'), '20');
    assert.equal(headers.get('x-ratelimit-tier'), 'enterprise');
    while (Number((await ask('small', board)).headers.get('x-ratelimit-daily')) > 0);
    const refused = await ask('small', board);
    assert.equal(refused.status, 429);
    const problem = await bodyOf(refused);
    assert.equal(problem.code, 'DAILY_CAP');
    assert.match(String(problem.detail), /^This account \(enterprise\) allows 12 requests a UTC day/);
    assert.equal((await ask('usual', board)).headers.get('x-ratelimit-limit'), '10000');
  });
});

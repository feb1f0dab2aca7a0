import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startToys, type ToyServer, toyBoard } from '../../../test/contract/toys.ts';
import { type LimitBackend, limitBackends } from '../../../test/limit-backends.ts';
import { createAuthenticator, type KeyAuthenticator } from '../../access/authenticate.ts';
import type { CountingLimiter } from '../../access/limiter.ts';
import { newApiKey } from '../../control/key-format.ts';
import type { ControlStore } from '../../control/store.ts';
import { type Tier, tierLimits, tiers } from '../../domain/tier.ts';
import { secureRng } from '../../kernel/rng.ts';

const board = '/api/public/v1/toy/board';
// Half a second past a full one, so that rounding shows.
const nowMs = Date.UTC(2026, 10, 21, 22) + 500;
let control: ControlStore;
let backend: LimitBackend;
let limiter: CountingLimiter;
let authenticator: KeyAuthenticator;
let toy: ToyServer;
let names = 0;

const issue = (tier: Tier, accountName = `account ${++names}`) => control.createKey({ accountName, tier });
const ask = (key: string) => fetch(toy.url + board, { headers: { 'X-API-Key': key } });

/** The limit headers of an answer, by name without its prefix. */
function limitsOf({ headers }: Response): Record<string, string> {
  const named = [...headers].filter(
    ([name]) => name.startsWith('x-ratelimit-') || name.startsWith('ratelimit'),
  );
  return Object.fromEntries(named.map(([name, value]) => [name.replace('x-ratelimit-', ''), value]));
}

const second = (timeMs: number) => String(Math.ceil(timeMs / 1_000));
const midnight = second(Date.UTC(2026, 10, 22));
const december = second(Date.UTC(2026, 11));

for (const [name, open] of Object.entries(limitBackends))
  describe(`limits over HTTP on ${name}`, () => {
    before(async () => {
      backend = await open();
      control = backend.control;
      const clock = { nowMs: () => nowMs };
      authenticator = createAuthenticator({ control, clock, signupUrl: 'https://example.org/signup' });
      limiter = backend.newLimiter(clock.nowMs, () => 0);
      toy = await startToys([toyBoard], { authenticator, limiter });
    });
    after(async () => {
      await toy?.server.close(0);
      await limiter?.close();
      authenticator?.close();
      await backend?.close();
    });

    it('sends every tier its limits in the headers of the contract, and no header of a limit it has not', async () => {
      const expected: Record<Tier, Record<string, string>> = {
        free: {
          'ratelimit-policy': '"minute";q=30;w=60, "day";q=1000;w=86400',
          ratelimit: '"minute";r=29;t=2, "day";r=999;t=7200',
        },
        starter: {
          'ratelimit-policy': '"minute";q=120;w=60, "day";q=2000;w=86400, "month";q=50000;w=2592000',
          ratelimit: '"minute";r=119;t=1, "day";r=1999;t=7200, "month";r=49999;t=784800',
        },
        pro: {
          'ratelimit-policy': '"minute";q=600;w=60, "day";q=20000;w=86400, "month";q=500000;w=2592000',
          ratelimit: '"minute";r=599;t=1, "day";r=19999;t=7200, "month";r=499999;t=784800',
        },
        enterprise: { 'ratelimit-policy': '"minute";q=10000;w=60', ratelimit: '"minute";r=9999;t=1' },
      };
      for (const tier of tiers) {
        const { ratePerMinute, requestsPerDay, requestsPerMonth } = tierLimits[tier];
        const answer = await ask((await issue(tier)).key);
        assert.equal(answer.status, 200);
        const dayLeft = String(requestsPerDay! - 1);
        const monthLeft = String(requestsPerMonth! - 1);
        assert.deepEqual(limitsOf(answer), {
          scope: 'account',
          tier,
          limit: String(ratePerMinute),
          remaining: String(ratePerMinute - 1),
          reset: second(nowMs),
          next: '0s',
          ...(requestsPerDay !== null && {
            daily: dayLeft,
            'daily-remaining': dayLeft,
            'daily-reset': midnight,
          }),
          ...(requestsPerMonth !== null && {
            monthly: monthLeft,
            'monthly-limit': String(requestsPerMonth),
            'monthly-remaining': monthLeft,
            'monthly-reset': december,
          }),
          ...expected[tier],
        });
        assert.equal(answer.headers.get('retry-after'), null);
      }
    });

    it('counts all keys of an account together', async () => {
      const one = await issue('starter');
      const other = await issue('starter', one.account);
      await ask(one.key);
      const answer = await ask(other.key);
      assert.deepEqual([limitsOf(answer).remaining, limitsOf(answer).daily], ['118', '1998']);
    });

    it('refuses an address that keeps sending no key or made-up ones, and never a valid key beside it', async () => {
      const { key } = await issue('free');
      const send = (sent?: string) =>
        fetch(toy.url + board, sent === undefined ? {} : { headers: { 'X-API-Key': sent } });
      const wrong = [undefined, 'nonsense', newApiKey('live', secureRng), newApiKey('test', secureRng)];
      for (let i = 0; i < 60; i++) assert.equal((await send(wrong[i % 2])).status, 401);
      for (const sent of wrong) {
        const answer = await send(sent);
        assert.deepEqual([answer.status, limitsOf(answer).scope], [429, 'ip']);
      }
      assert.equal((await send(key)).status, 200);
    });
  });

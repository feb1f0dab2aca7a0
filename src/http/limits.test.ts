import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startToys, type ToyServer, toyBoard, toyRun } from '../../test/contract/toys.ts';
import { type LimitBackend, limitBackends } from '../../test/limit-backends.ts';
import { createAuthenticator, type KeyAuthenticator } from '../access/authenticate.ts';
import type { CountingLimiter } from '../access/limiter.ts';
import { newApiKey } from '../control/key-format.ts';
import type { ControlStore } from '../control/store.ts';
import { type Tier, tierLimits, tiers } from '../domain/tier.ts';
import { hourMs, minuteMs, utcDate } from '../kernel/clock.ts';
import { secureRng } from '../kernel/rng.ts';

const board = '/api/public/v1/toy/board';
const ranked = '/api/public/v1/toy/ranked';
const failing = '/api/public/v1/toy/failing';
// Half a second past a full one, so that rounding shows.
const startMs = Date.UTC(2026, 10, 21, 22) + 500;
let nowMs = startMs;
let elapsedMs = 0;
let control: ControlStore;
let backend: LimitBackend;
let limiter: CountingLimiter;
let authenticator: KeyAuthenticator;
let toy: ToyServer;
let names = 0;

const endpoints = [
  toyBoard,
  toyRun('ranked', () => ({ body: [] }), { ownLimit: true }),
  toyRun('pro', () => ({ body: [] }), { tier: 'pro' }),
  toyRun('failing', () => Promise.reject(new Error('broken'))),
];

function pass(durationMs: number): void {
  nowMs += durationMs;
  elapsedMs += durationMs;
}

async function start(): Promise<void> {
  const clock = { nowMs: () => nowMs };
  authenticator = createAuthenticator({ control, clock, signupUrl: 'https://example.org/signup' });
  limiter = backend.newLimiter(clock.nowMs, () => elapsedMs);
  toy = await startToys(endpoints, { authenticator, limiter });
}

async function stop(): Promise<void> {
  await toy.server.close(0);
  await limiter.close();
  authenticator.close();
}

const issue = (tier: Tier, accountName = `account ${++names}`) => control.createKey({ accountName, tier });
const ask = (path: string, key: string, headers: Record<string, string> = {}) =>
  fetch(toy.url + path, { headers: { 'X-API-Key': key, ...headers } });
const problem = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

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
      nowMs = startMs;
      backend = await open();
      control = backend.control;
      await start();
    });
    after(async () => {
      await stop();
      await backend?.close();
    });

    it('tells every tier its limits in the headers of the contract, and no header of a limit it has not', async () => {
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
        const answer = await ask(board, (await issue(tier)).key);
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
      await ask(board, one.key);
      const answer = await ask(board, other.key);
      assert.deepEqual([limitsOf(answer).remaining, limitsOf(answer).daily], ['118', '1998']);
    });

    it('counts the answers that need no page: 304, 422 and HEAD, and those from the fast path', async () => {
      const { key } = await issue('free');
      const first = await ask(board, key);
      const unchanged = await ask(board, key, { 'If-None-Match': first.headers.get('etag')! });
      assert.equal(unchanged.status, 304);
      assert.equal(limitsOf(unchanged).remaining, '28');
      assert.equal(limitsOf(unchanged).tier, 'free');
      const faulty = await ask(`${board}?limit=0`, key);
      assert.equal(faulty.status, 422);
      assert.equal(limitsOf(faulty).remaining, '27');
      const head = await fetch(toy.url + board, { method: 'HEAD', headers: { 'X-API-Key': key } });
      assert.equal(limitsOf(head).remaining, '26');
    });

    it('gives limits neither on a gate, where the tier is not through, nor on a failure', async () => {
      const { key } = await issue('free');
      const gate = await ask('/api/public/v1/toy/pro', key);
      assert.equal(gate.status, 403);
      assert.deepEqual(limitsOf(gate), {});
      const broken = await ask(failing, key);
      assert.equal(broken.status, 500);
      assert.deepEqual(limitsOf(broken), {});
      assert.equal(limitsOf(await ask(board, key)).remaining, '28', 'the gate took no token');
    });

    it('refuses what exceeds the minute, admits exactly after X-RateLimit-Next, and counts no refusal', async () => {
      for (const [tier, next, reset] of [
        ['free', '2s', 2_000],
        ['starter', '500ms', 500],
      ] as const) {
        const { key } = await issue(tier);
        const { ratePerMinute } = tierLimits[tier];
        for (let i = 0; i < ratePerMinute; i++) assert.equal((await ask(board, key)).status, 200);
        for (let i = 0; i < 3; i++) {
          const answer = await ask(board, key);
          assert.equal(answer.status, 429);
          const told = limitsOf(answer);
          assert.deepEqual(
            [told.remaining, told.next, told.reset, told.scope, told.tier, told.daily],
            [
              '0',
              next,
              second(nowMs + reset),
              'account',
              tier,
              String(tierLimits[tier].requestsPerDay! - ratePerMinute),
            ],
          );
          assert.equal(answer.headers.get('retry-after'), second(reset));
          assert.match(answer.headers.get('content-type')!, /problem\+json/);
          const body = await problem(answer);
          assert.deepEqual(
            [body.status, body.code, body.upgrade_url, body.current_tier],
            [429, 'RATE_LIMITED', `${toy.url}/upgrade`, tier],
          );
          assert.match(String(body.detail), new RegExp(`${ratePerMinute} requests a minute`));
        }
        pass(reset - 1);
        assert.equal((await ask(board, key)).status, 429);
        pass(1);
        const admitted = await ask(board, key);
        assert.equal(admitted.status, 200);
        assert.deepEqual([limitsOf(admitted).remaining, limitsOf(admitted).next], ['0', next]);
      }
    });

    it('limits a route with a limit of its own to half, tells the lesser figure, and leaves the others open', async () => {
      const { key } = await issue('free');
      const first = limitsOf(await ask(ranked, key));
      assert.deepEqual([first.route, first.remaining, first.limit], ['14', '14', '30']);
      assert.match(first['ratelimit-policy']!, /^"minute";q=30;w=60, "route";q=15;w=60, /);
      assert.match(first.ratelimit!, /^"minute";r=29;t=2, "route";r=14;t=4, /);
      for (let i = 1; i < 15; i++) await ask(ranked, key);
      const refused = await ask(ranked, key);
      assert.equal(refused.status, 429);
      const told = limitsOf(refused);
      assert.deepEqual([told.route, told.remaining, told.next], ['0', '0', '4s']);
      assert.equal(refused.headers.get('retry-after'), '4');
      const body = await problem(refused);
      assert.equal(body.code, 'RATE_LIMITED');
      assert.match(String(body.detail), /15 requests a minute/);
      const elsewhere = limitsOf(await ask(board, key));
      assert.deepEqual([elsewhere.route, elsewhere.remaining, elsewhere.next], [undefined, '14', '0s']);
      pass(4_000);
      assert.equal((await ask(ranked, key)).status, 200);
    });

    it('refuses beyond the day until 00:00 UTC, and beyond the month until the 1st', async () => {
      for (const [tier, code, period, requests] of [
        ['free', 'DAILY_CAP', utcDate(nowMs), 999],
        ['starter', 'MONTHLY_CAP', '2026-11', 49_999],
      ] as const) {
        const { key, accountId } = await issue(tier);
        await control.addUsage([{ accountId, period, requests }]);
        assert.equal((await ask(board, key)).status, 200);
        const answer = await ask(board, key);
        assert.equal(answer.status, 429);
        const endMs = code === 'DAILY_CAP' ? Date.UTC(2026, 10, 22) : Date.UTC(2026, 11);
        assert.equal(answer.headers.get('retry-after'), second(endMs - nowMs));
        const told = limitsOf(answer);
        const name = code === 'DAILY_CAP' ? 'daily' : 'monthly';
        assert.deepEqual(
          [told[name], told[`${name}-remaining`], told[`${name}-reset`]],
          ['0', '0', second(endMs)],
        );
        assert.equal(told.remaining, String(tierLimits[tier].ratePerMinute - 1), 'the refusal took no token');
        const body = await problem(answer);
        assert.deepEqual([body.code, body.upgrade_url], [code, `${toy.url}/upgrade`]);
      }
    });

    it('goes on where it was after a restart in the middle of a day', async () => {
      const { key } = await issue('starter');
      for (let i = 0; i < 5; i++) await ask(board, key);
      await stop();
      await start();
      const told = limitsOf(await ask(board, key));
      assert.deepEqual([told.daily, told.monthly], ['1994', '49994']);
    });

    it('begins a new day at 00:00 UTC', async () => {
      const { key } = await issue('free');
      nowMs = Date.UTC(2026, 10, 22) - 1;
      assert.equal(limitsOf(await ask(board, key))['daily-reset'], midnight);
      pass(1);
      const told = limitsOf(await ask(board, key));
      assert.deepEqual([told.daily, told['daily-reset']], ['999', second(Date.UTC(2026, 10, 23))]);
    });

    it('refuses an address that keeps sending no key or made-up ones, and never a valid key beside it', async () => {
      pass(hourMs);
      const { key } = await issue('free');
      const send = (sent?: string) =>
        fetch(toy.url + board, sent === undefined ? {} : { headers: { 'X-API-Key': sent } });
      const wrong = [undefined, 'nonsense', newApiKey('live', secureRng), newApiKey('test', secureRng)];
      for (let i = 0; i < 60; i++) assert.equal((await send(wrong[i % 2])).status, 401);
      for (const sent of wrong) {
        const answer = await send(sent);
        assert.equal(answer.status, 429);
        assert.deepEqual(limitsOf(answer), {
          scope: 'ip',
          limit: '60',
          remaining: '0',
          reset: second(nowMs + 1_000),
          next: '1s',
          'ratelimit-policy': '"ip";q=60;w=60',
          ratelimit: '"ip";r=0;t=1',
        });
        assert.equal(answer.headers.get('retry-after'), '1');
        assert.equal((await problem(answer)).code, 'RATE_LIMITED');
      }
      assert.equal((await send(key)).status, 200);
      pass(1_000);
      assert.equal((await send()).status, 401);
      assert.equal((await send()).status, 429);
      pass(minuteMs);
    });
  });

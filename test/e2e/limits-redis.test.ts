/** The service with Redis, as an operator starts it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openPglite } from '../../src/control/pglite.ts';
import { minuteMs, monotonicMs, systemClock, utcDate } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { clearOfMidnight } from '../midnight.ts';
import { type RedisServer, startRedis } from '../redis-harness.ts';
import { until } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const data = mkdtempSync(join(tmpdir(), 'tidemark-redis-serve-'));
seedData(data);
let redis: RedisServer;
before(async () => {
  redis = await startRedis();
});
after(async () => {
  await redis?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Requests of this day that a control store has, which no server uses. */
async function storedToday(dir: string, accountId: string): Promise<number> {
  const control = await openPglite({ dir });
  try {
    return (await control.readUsage(accountId, [utcDate(systemClock.nowMs())]))[0]!;
  } finally {
    await control.close();
  }
}

test('limits are counted in Redis, by a stricter limit while it is away, and in Redis again', async () => {
  const settings = { TIDEMARK_REDIS_URL: redis.url, TIDEMARK_LOG_LEVEL: 'info' };
  await redis.kill();
  const server = await startServer(['--data', data], settings);
  const key = (await runCommand(['keys', 'create', '--data', data, '--tier', 'pro'])).stdout.trim();
  const limit = async () => {
    const answer = await fetch(`${server.address}/api/public/v1/plan`, { headers: { 'X-API-Key': key } });
    assert.equal(answer.status, 200);
    return answer.headers.get('x-ratelimit-limit');
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`${server.address}/metrics`)).text();
    return new RegExp(`^tidemark_limits_redis_${name} (\\d+)$`, 'm').exec(text)![1];
  };
  const up = () => metric('up');
  assert.deepEqual([await limit(), await up()], ['150', '0']);
  await redis.restart();
  await until('Redis is seen to be back', async () => (await up()) !== '0', { everyMs: 20 });
  // A busy machine may take Redis for away once more: then it is back soon.
  await until('the limit of Redis holds', async () => (await limit()) === '600', { everyMs: 20 });
  await redis.kill();
  await until('Redis is seen to be away', async () => (await up()) !== '1', { everyMs: 20 });
  assert.equal(await limit(), '150');
  const timesAway = Number(await metric('times_away'));
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.equal(code, 0, stderr);
  assert.ok(timesAway >= 2);
  const reported = [...stderr.matchAll(/Redis is (away|back)/g)].map(([, how]) => how);
  const expected = Array.from({ length: 2 * timesAway - 1 }, (_, i) => (i % 2 === 0 ? 'away' : 'back'));
  assert.deepEqual(reported, expected, 'each time once');
});

test('in the middle of a day quotas go on where they were: after kill -9, after a stop, and in a Redis that lost everything', async (t) => {
  const dir = join(data, 'restarts');
  seedData(dir);
  const settings = { TIDEMARK_REDIS_URL: redis.url, TIDEMARK_LOG_LEVEL: 'warn' };
  async function start() {
    const started = await startServer(['--data', dir], settings);
    // Also where the test fails: a server left behind would keep the run from ending.
    t.after(() => started.child.kill('SIGKILL'));
    return started;
  }
  await redis.kill();
  await redis.restart();
  await clearOfMidnight(3 * minuteMs);
  let server = await start();
  const key = (await runCommand(['keys', 'create', '--data', dir, '--tier', 'starter'])).stdout.trim();
  /** Sends requests. @returns the remaining quota of the minute, the day and the month */
  async function ask(requests: number): Promise<number[]> {
    let left: number[] = [];
    for (let i = 0; i < requests; i++) {
      const { headers } = await fetch(`${server.address}/api/public/v1/plan`, {
        headers: { 'X-API-Key': key },
      });
      left = ['remaining', 'daily', 'monthly'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    }
    return left;
  }
  const today = async () => {
    const pattern = `tidemark:limits:{*}:${utcDate(systemClock.nowMs())}`;
    const keys = (await redis.command('KEYS', pattern)) as string[];
    assert.equal(keys.length, 1);
    const [, accountId] = /\{(.+)\}/.exec(keys[0]!)!;
    return { requests: Number(await redis.command('GET', keys[0]!)), accountId: accountId! };
  };
  const startMs = monotonicMs();
  // No more than pass while a busy machine takes Redis for away.
  let requestCount = 25;
  assert.deepEqual((await ask(requestCount)).slice(1), [2_000 - requestCount, 50_000 - requestCount]);
  // A kill may lose tokens that were taken ahead: that is not tried here.
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 60, 'not all counts were written');
    await delay(1_000); // waits: for the counts to be written and the leases to end
    if ((await today()).requests === requestCount) break;
    await ask(1);
    requestCount += 1;
  }
  server.child.kill('SIGKILL');
  await server.ended;
  // Counted but unwritten requests may be lost: a second's, more if the machine paused.
  const lost = requestCount - (await storedToday(join(dir, 'control'), (await today()).accountId));
  assert.ok(lost >= 0);
  server = await start();
  const [minute, ...killed] = await ask(1);
  requestCount += 1;
  assert.deepEqual(killed, [2_000 - requestCount, 50_000 - requestCount]);
  const refilled = ((monotonicMs() - startMs) * 120) / minuteMs;
  assert.ok(minute! <= 120 - requestCount + refilled, `${minute}: Redis has kept the minute, too`);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
  await redis.kill();
  await redis.restart();
  server = await start();
  requestCount += 1;
  const kept = requestCount - lost;
  assert.deepEqual((await ask(1)).slice(1), [2_000 - kept, 50_000 - kept], 'from the control store');
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

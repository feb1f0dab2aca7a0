/** The service with Redis, as an operator starts it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { seedControl } from '../control-template.ts';
import { type RedisServer, startRedis } from '../redis-harness.ts';
import { runCommand, startServer } from './command.ts';

const data = mkdtempSync(join(tmpdir(), 'tidemark-redis-serve-'));
seedControl(join(data, 'control'));
let redis: RedisServer;
before(async () => {
  redis = await startRedis();
});
after(async () => {
  await redis?.stop();
  rmSync(data, { recursive: true, force: true });
});

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
  const up = async () =>
    /^tidemark_limits_redis_up (\d)$/m.exec(await (await fetch(`${server.address}/metrics`)).text())![1];
  assert.deepEqual([await limit(), await up()], ['150', '0']);
  await redis.restart();
  while ((await up()) === '0') await delay(20);
  assert.equal(await limit(), '600');
  await redis.kill();
  while ((await up()) === '1') await delay(20);
  assert.equal(await limit(), '150');
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const { stderr } = server.written;
  assert.equal(stderr.match(/Redis is away/g)?.length, 2);
  assert.equal(stderr.match(/Redis is back/g)?.length, 1);
  const { code } = await server.ended;
  assert.equal(code, 0, stderr);
});

test('in the middle of a day quotas go on where they were: after kill -9, after a stop, and in a Redis that lost everything', async (t) => {
  const dir = join(data, 'restarts');
  seedControl(join(dir, 'control'));
  const settings = { TIDEMARK_REDIS_URL: redis.url, TIDEMARK_LOG_LEVEL: 'warn' };
  async function start() {
    const started = await startServer(['--data', dir], settings);
    // Also where the test fails: a server left behind would keep the run from ending.
    t.after(() => started.child.kill('SIGKILL'));
    return started;
  }
  await redis.kill();
  await redis.restart();
  let server = await start();
  // The day may end while this runs: then the counts begin anew, and so does this.
  const dayEndMs = Math.ceil(systemClock.nowMs() / dayMs) * dayMs;
  if (dayEndMs - systemClock.nowMs() < minuteMs) await delay(dayEndMs - systemClock.nowMs()); // waits: for the next day
  const key = (await runCommand(['keys', 'create', '--data', dir, '--tier', 'starter'])).stdout.trim();
  /** Sends requests. @returns what is left of the minute, the day and the month */
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
  assert.deepEqual((await ask(41)).slice(1), [2_000 - 41, 50_000 - 41]);
  // A kill may lose what was counted in the last second, and tokens that were taken ahead: neither is tried here.
  await delay(1_000); // waits: for the counts to be written and the leases to end
  server.child.kill('SIGKILL');
  await server.ended;
  server = await start();
  const [minute, ...killed] = await ask(1);
  assert.deepEqual(killed, [2_000 - 42, 50_000 - 42]);
  assert.ok(minute! < 120, `${minute}: Redis has kept the minute, too`);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
  await redis.kill();
  await redis.restart();
  server = await start();
  assert.deepEqual((await ask(1)).slice(1), [2_000 - 43, 50_000 - 43], 'from the control store');
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

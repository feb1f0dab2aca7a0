/** The service with Redis, as an operator starts it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../redis-harness.ts';
import { runCommand, startServer } from './command.ts';

const data = mkdtempSync(join(tmpdir(), 'tidemark-redis-serve-'));
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

/** Limits in Redis while it is away, and after it has lost everything. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitHeader, plainRoute } from '../../../test/limiter-harness.ts';
import { admitted, remaining, useRedisLimiters } from '../../../test/redis-limiters.ts';
import { until } from '../../../test/until.ts';
import { minuteMs, monotonicMs } from '../../kernel/clock.ts';

const limits = useRedisLimiters();

describe('while Redis is away', () => {
  for (const [how, leave, comeBack] of [
    ['hangs', () => limits.redis.hang(), () => limits.redis.resume()],
    ['is gone', () => limits.redis.kill(), () => limits.redis.restart()],
  ] as const) {
    it(`and ${how}, each process admits a quarter of the rate without waiting, and what it admitted counts afterwards`, async () => {
      const changes: boolean[] = [];
      const timeoutMs = 1_000;
      const { limiter, link } = await limits.instance({ timeoutMs, onChange: ({ up }) => changes.push(up) });
      const caller = await limits.stores.newCaller('pro');
      await admitted(limiter, caller, 20);
      await leave();
      const startMs = monotonicMs();
      let [count, waits] = [0, 0];
      for (let i = 0; i < 400; i++) {
        const requestedMs = monotonicMs();
        count += await admitted(limiter, caller, 1);
        if (monotonicMs() - requestedMs >= timeoutMs) waits++;
      }
      const tookMs = monotonicMs() - startMs;
      assert.ok(waits <= 1, `${waits} requests have waited, the first to notice it among them`);
      // The lease held at the outage, the capacity of the stricter limit, and its refill.
      assert.ok(count >= 150 - 20 - 1 && count <= 150 + 10 + tookMs / 400, `${count} admitted`);
      const decision = await limiter.take(caller, plainRoute);
      assert.equal(limitHeader(decision, 'X-RateLimit-Limit'), '150');
      assert.ok(Number(limitHeader(decision, 'X-RateLimit-Daily')) <= 20_000 - 20 - count);
      await comeBack();
      await until('the link is up', link.up);
      const other = await limits.instance();
      await limiter.take(caller, plainRoute);
      await limiter.flush();
      const seen = await other.limiter.take(caller, plainRoute);
      assert.equal(limitHeader(seen, 'X-RateLimit-Limit'), '600');
      assert.ok(Number(limitHeader(seen, 'X-RateLimit-Daily')) <= 20_000 - 20 - count);
      const left = Number(limitHeader(seen, 'X-RateLimit-Remaining'));
      const refilled = ((monotonicMs() - startMs) * 600) / 60_000;
      assert.ok(left <= 600 - 20 - count + refilled, `${left} left`);
      assert.deepEqual(changes, [false, true]);
    });
  }

  it('asks again by one probe at a time, however many requests come', async () => {
    const { limiter, link } = await limits.instance({ longestPauseMs: 100 });
    const caller = await limits.stores.newCaller('enterprise');
    await admitted(limiter, caller, 1);
    await limits.redis.kill();
    await until('it is noticed', async () => {
      await limiter.take(caller, plainRoute);
      return !link.up();
    });
    await admitted(limiter, caller, 2_000);
    await limits.redis.restart();
    await until('the link is up', link.up);
    const clients = String(await limits.redis.command('CLIENT', 'LIST'));
    assert.equal(clients.split('\n').filter((line) => line.includes('name=tidemark')).length, 1);
    assert.equal(link.timesAway(), 1);
  });

  it('lets a process start, and it counts in Redis once that is there', async () => {
    await limits.redis.kill();
    const { limiter, link } = await limits.instance();
    const caller = await limits.stores.newCaller('free');
    const startMs = monotonicMs();
    const refilled = (rate: number) => Math.ceil(((monotonicMs() - startMs) * rate) / minuteMs);
    const count = await admitted(limiter, caller, 30);
    assert.ok(count >= 7 && count <= 7 + refilled(7), `${count} of 7`);
    await limits.redis.restart();
    await until('the link is up', link.up);
    assert.ok((await remaining(limiter, caller)) <= 30 - count - 1 + refilled(30));
  });

  it('never reveals the password of its address', async () => {
    const { hostname, port } = new URL(limits.redis.url);
    const errors: string[] = [];
    await limits.instance({
      url: `redis://tidemark:open-sesame@${hostname}:${port}`,
      onChange: (change) => {
        if (!change.up) errors.push(String(change.error.stack));
      },
    });
    assert.equal(errors.length, 1);
    assert.doesNotMatch(errors[0]!, /open-sesame/);
  });
});

describe('a Redis that lost everything', () => {
  it('goes on with the counts of day and month from the control store, and with the bucket from the process', async () => {
    const { limiter } = await limits.instance();
    const caller = await limits.stores.newCaller('starter');
    const startMs = monotonicMs();
    assert.equal(await admitted(limiter, caller, 60), 60);
    await limiter.flush();
    await limits.redis.command('FLUSHALL');
    const decision = await limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(2_000 - 61));
    assert.equal(limitHeader(decision, 'X-RateLimit-Monthly'), String(50_000 - 61));
    const refilled = ((monotonicMs() - startMs) * 120) / minuteMs;
    assert.ok(Number(limitHeader(decision, 'X-RateLimit-Remaining')) <= 120 - 61 + refilled);
    await limits.redis.command('FLUSHALL');
    const other = await limits.instance();
    await limiter.flush();
    const elsewhere = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(elsewhere, 'X-RateLimit-Daily'), String(2_000 - 62));
  });

  it('counts nothing twice, whichever instances bring it up to date', async () => {
    const [one, other] = [await limits.instance(), await limits.instance()];
    const caller = await limits.stores.newCaller('free');
    await admitted(one.limiter, caller, 7);
    await admitted(other.limiter, caller, 5);
    await one.limiter.flush();
    await other.limiter.flush();
    await limits.redis.command('FLUSHALL');
    await admitted(one.limiter, caller, 1);
    await admitted(other.limiter, caller, 1);
    await one.limiter.flush();
    await other.limiter.flush();
    const decision = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(1_000 - 15));
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  durationMs,
  type LimiterHarness,
  limitHeader,
  openLimiterHarness,
  ownRoute,
  plainRoute,
} from '../../test/limiter-harness.ts';
import { type RedisServer, startRedis } from '../../test/redis-harness.ts';
import { type Clock, dayMs, monotonicMs, systemClock, utcDate } from '../kernel/clock.ts';
import type { Caller } from './caller.ts';
import type { CountingLimiter } from './limiter.ts';
import { createRedisLimiter } from './redis-limiter.ts';
import { openRedisLink, type RedisLink, type RedisLinkOptions } from './redis-link.ts';

let stores: LimiterHarness;
let redis: RedisServer;
const open: { limiter: CountingLimiter; link: RedisLink }[] = [];
before(async () => {
  stores = await openLimiterHarness(0);
  redis = await startRedis();
});
afterEach(async () => {
  redis.resume();
  for (const { limiter, link } of open.splice(0)) {
    await limiter.close();
    link.close();
  }
});
after(async () => {
  await stores.close();
  await redis.stop();
});

/** An instance of its own, on the real clocks. */
async function instance({
  clock = systemClock,
  ...more
}: Partial<RedisLinkOptions> & { clock?: Clock } = {}) {
  const link = await openRedisLink({ url: redis.url, longestPauseMs: 200, ...more });
  const limiter = createRedisLimiter({ link, control: stores.control, clock });
  open.push({ limiter, link });
  return { limiter, link };
}

async function admitted(limiter: CountingLimiter, caller: Caller, requests: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < requests; i++) {
    if ((await limiter.take(caller, plainRoute)).refusal === undefined) count++;
  }
  return count;
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = monotonicMs() + 10_000;
  while (!(await condition())) {
    assert.ok(monotonicMs() < deadlineMs, `not in time: ${what}`);
    await delay(1);
  }
}

/** What is left of the minute, as a request of another instance is told. */
const remaining = async (limiter: CountingLimiter, caller: Caller) =>
  Number(limitHeader(await limiter.take(caller, ownRoute), 'X-RateLimit-Remaining'));

describe('limits of several instances', () => {
  it('are one: together they admit what one would', async () => {
    const [one, other] = [await instance(), await instance()];
    const caller = await stores.newCaller('free');
    const counts = await Promise.all([
      admitted(one.limiter, caller, 40),
      admitted(other.limiter, caller, 40),
    ]);
    assert.equal(counts[0]! + counts[1]!, 30);
  });

  it('admit again after exactly X-RateLimit-Next, on the real clocks', async () => {
    const { limiter } = await instance();
    const caller = await stores.newCaller('pro');
    let told = await limiter.take(caller, plainRoute);
    for (let refusals = 0; refusals < 5; ) {
      if (told.refusal !== undefined) {
        refusals++;
        const waitMs = durationMs(limitHeader(told, 'X-RateLimit-Next')!);
        assert.ok(waitMs > 0 && waitMs <= 100, `${waitMs} ms`);
        const sinceMs = monotonicMs();
        await until('the wait is over', () => monotonicMs() - sinceMs >= waitMs);
        assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
      }
      told = await limiter.take(caller, plainRoute);
    }
  });

  it('are those of the same day, however wrong the clock of one of them is', async () => {
    const ahead = { nowMs: () => systemClock.nowMs() + 40 * dayMs };
    const [one, other] = [await instance(), await instance({ clock: ahead })];
    const caller = await stores.newCaller('free');
    await admitted(one.limiter, caller, 3);
    const decision = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), '996');
    await other.limiter.flush();
    const today = utcDate(systemClock.nowMs());
    assert.deepEqual(await stores.control.readUsage(caller.accountId, [today]), [1]);
  });

  it('survive a Redis that has forgotten the script', async () => {
    const { limiter } = await instance();
    const caller = await stores.newCaller('free');
    await admitted(limiter, caller, 1);
    await redis.command('SCRIPT', 'FLUSH');
    assert.equal(await admitted(limiter, caller, 1), 1);
  });

  it('leave no key in Redis without an end', async () => {
    const { limiter } = await instance();
    const caller = await stores.newCaller('pro');
    await limiter.take(caller, ownRoute);
    const keys = (await redis.command('KEYS', `*{${caller.accountId}}*`)) as string[];
    assert.equal(keys.length, 3);
    for (const key of keys) assert.ok(Number(await redis.command('PTTL', key)) > 0, key);
  });
});

describe('tokens taken ahead of time', () => {
  /** Requests until one was answered without asking, and further ones did not change that. */
  async function leased(limiter: CountingLimiter, caller: Caller): Promise<void> {
    let [inTurn, asked] = [0, 0];
    while (inTurn < 20) {
      if (limiter.tryTake(caller, plainRoute) !== undefined) inTurn++;
      else {
        inTurn = 0;
        asked++;
        await limiter.take(caller, plainRoute);
      }
      assert.ok(asked < 100);
    }
  }

  it('answer a busy account without waiting, and a small one never', async () => {
    const { limiter } = await instance();
    await leased(limiter, await stores.newCaller('enterprise'));
    const small = await stores.newCaller('free');
    for (let i = 0; i < 10; i++) {
      await limiter.take(small, plainRoute);
      assert.equal(limiter.tryTake(small, plainRoute), undefined);
    }
  });

  it('go back soon where they are not spent, and at once when the process closes', async () => {
    const [busy, other] = [await instance(), await instance()];
    const caller = await stores.newCaller('enterprise');
    const key = `tidemark:limits:{${caller.accountId}}:${utcDate(systemClock.nowMs())}`;
    const counted = async () => Number(await redis.command('GET', key));
    const spent = async (limiter: CountingLimiter) => {
      await limiter.flush();
      const [count] = await stores.control.readUsage(caller.accountId, [utcDate(systemClock.nowMs())]);
      return count!;
    };
    await leased(busy.limiter, caller);
    assert.ok((await counted()) > (await spent(busy.limiter)));
    await until('the tokens are back', async () => (await counted()) === (await spent(busy.limiter)));
    await leased(busy.limiter, caller);
    await busy.limiter.close();
    open.shift();
    busy.link.close();
    assert.equal(await counted(), await spent(other.limiter));
  });

  it('are given back for a request of another kind that would be refused without them', async () => {
    const { limiter } = await instance();
    const caller = { ...(await stores.newCaller('enterprise')) };
    caller.limits = { ...caller.limits, ratePerMinute: 600, routeRatePerMinute: 600 };
    let passed = 0;
    const deadlineMs = monotonicMs() + 5_000;
    while (monotonicMs() < deadlineMs && passed < 590) {
      if ((await limiter.take(caller, plainRoute)).refusal === undefined) passed++;
    }
    // Whatever is held for the other kind, what Remaining told is there for this one, too.
    let left = await remaining(limiter, caller);
    while (left > 0) {
      const decision = await limiter.take(caller, left % 2 === 0 ? ownRoute : plainRoute);
      assert.equal(decision.refusal, undefined);
      left--;
    }
  });
});

describe('while Redis is away', () => {
  for (const [how, leave, comeBack] of [
    ['hangs', () => redis.hang(), () => redis.resume()],
    ['is gone', () => redis.kill(), () => redis.restart()],
  ] as const) {
    it(`and ${how}, each process admits a quarter of the rate without waiting, and what it admitted counts afterwards`, async () => {
      const changes: boolean[] = [];
      const { limiter, link } = await instance({ onChange: ({ up }) => changes.push(up) });
      const caller = await stores.newCaller('pro');
      await admitted(limiter, caller, 20);
      await leave();
      const startMs = monotonicMs();
      const count = await admitted(limiter, caller, 400);
      const tookMs = monotonicMs() - startMs;
      assert.ok(tookMs < 1_500, `400 requests took ${tookMs} ms`);
      // What was held when it left, the capacity of the stricter limit, and its refill.
      assert.ok(count >= 150 - 20 - 1 && count <= 150 + 10 + tookMs / 400, `${count} admitted`);
      const decision = await limiter.take(caller, plainRoute);
      assert.equal(limitHeader(decision, 'X-RateLimit-Limit'), '150');
      assert.ok(Number(limitHeader(decision, 'X-RateLimit-Daily')) <= 20_000 - 20 - count);
      await comeBack();
      await until('the link is up', link.up);
      const other = await instance();
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
    const { limiter, link } = await instance({ longestPauseMs: 100 });
    const caller = await stores.newCaller('enterprise');
    await admitted(limiter, caller, 1);
    await redis.kill();
    await until('it is noticed', async () => {
      await limiter.take(caller, plainRoute);
      return !link.up();
    });
    await admitted(limiter, caller, 2_000);
    await redis.restart();
    await until('the link is up', link.up);
    const clients = String(await redis.command('CLIENT', 'LIST'));
    assert.equal(clients.split('\n').filter((line) => line.includes('name=tidemark')).length, 1);
    assert.equal(link.timesAway(), 1);
  });

  it('lets a process start, and it counts in Redis once that is there', async () => {
    await redis.kill();
    const { limiter, link } = await instance();
    const caller = await stores.newCaller('free');
    assert.equal(await admitted(limiter, caller, 30), 7);
    await redis.restart();
    await until('the link is up', link.up);
    assert.ok((await remaining(limiter, caller)) < 30 - 7 + 1);
  });

  it('never tells the password of its address', async () => {
    const { hostname, port } = new URL(redis.url);
    const errors: string[] = [];
    await instance({
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
    const { limiter } = await instance();
    const caller = await stores.newCaller('starter');
    assert.equal(await admitted(limiter, caller, 60), 60);
    await limiter.flush();
    await redis.command('FLUSHALL');
    const decision = await limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(2_000 - 61));
    assert.equal(limitHeader(decision, 'X-RateLimit-Monthly'), String(50_000 - 61));
    assert.ok(Number(limitHeader(decision, 'X-RateLimit-Remaining')) < 120 - 55);
    await redis.command('FLUSHALL');
    const other = await instance();
    await limiter.flush();
    const elsewhere = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(elsewhere, 'X-RateLimit-Daily'), String(2_000 - 62));
  });

  it('counts nothing twice, whichever instances bring it up to date', async () => {
    const [one, other] = [await instance(), await instance()];
    const caller = await stores.newCaller('free');
    await admitted(one.limiter, caller, 7);
    await admitted(other.limiter, caller, 5);
    await one.limiter.flush();
    await other.limiter.flush();
    await redis.command('FLUSHALL');
    await admitted(one.limiter, caller, 1);
    await admitted(other.limiter, caller, 1);
    await one.limiter.flush();
    await other.limiter.flush();
    const decision = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(1_000 - 15));
  });
});

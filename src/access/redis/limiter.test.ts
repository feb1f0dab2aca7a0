import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationMs, limitHeader, ownRoute, plainRoute } from '../../../test/limiter-harness.ts';
import { admitted, remaining, useRedisLimiters } from '../../../test/redis-limiters.ts';
import { until } from '../../../test/until.ts';
import { dayMs, minuteMs, monotonicMs, systemClock, utcDate } from '../../kernel/clock.ts';
import type { Caller } from '../caller.ts';
import type { CountingLimiter } from '../limiter.ts';

const limits = useRedisLimiters();

describe('limits of several instances', () => {
  it('are one: together they admit what one would', async () => {
    const [one, other] = [await limits.instance(), await limits.instance()];
    const caller = await limits.stores.newCaller('free');
    const startMs = monotonicMs();
    const counts = await Promise.all([
      admitted(one.limiter, caller, 40),
      admitted(other.limiter, caller, 40),
    ]);
    const refilled = Math.floor(((monotonicMs() - startMs) * 30) / minuteMs);
    const all = counts[0]! + counts[1]!;
    assert.ok(all >= 30 && all <= 30 + refilled, `${all} of 30 and ${refilled} that were refilled`);
  });

  it('admit again after exactly X-RateLimit-Next, on the real clocks', async () => {
    const { limiter } = await limits.instance();
    const caller = await limits.stores.newCaller('pro');
    let reported = await limiter.take(caller, plainRoute);
    for (let refusals = 0; refusals < 5; ) {
      if (reported.refusal !== undefined) {
        refusals++;
        const waitMs = durationMs(limitHeader(reported, 'X-RateLimit-Next')!);
        assert.ok(waitMs > 0 && waitMs <= 100, `${waitMs} ms`);
        const sinceMs = monotonicMs();
        await until('the wait is over', () => monotonicMs() - sinceMs >= waitMs);
        assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
      }
      reported = await limiter.take(caller, plainRoute);
    }
  });

  it('are those of the same day, however wrong the clock of one of them is', async () => {
    const ahead = { nowMs: () => systemClock.nowMs() + 40 * dayMs };
    const [one, other] = [await limits.instance(), await limits.instance({ clock: ahead })];
    const caller = await limits.stores.newCaller('free');
    await admitted(one.limiter, caller, 3);
    const decision = await other.limiter.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), '996');
    await other.limiter.flush();
    const today = utcDate(systemClock.nowMs());
    assert.deepEqual(await limits.stores.control.readUsage(caller.accountId, [today]), [1]);
  });

  it('survive a Redis that has forgotten the script', async () => {
    const { limiter } = await limits.instance();
    const caller = await limits.stores.newCaller('free');
    await admitted(limiter, caller, 1);
    await limits.redis.command('SCRIPT', 'FLUSH');
    assert.equal(await admitted(limiter, caller, 1), 1);
  });

  it('leave no key in Redis without an end', async () => {
    const { limiter } = await limits.instance();
    const caller = await limits.stores.newCaller('pro');
    await limiter.take(caller, ownRoute);
    const keys = (await limits.redis.command('KEYS', `*{${caller.accountId}}*`)) as string[];
    assert.equal(keys.length, 3);
    for (const key of keys) assert.ok(Number(await limits.redis.command('PTTL', key)) > 0, key);
  });
});

describe('tokens taken ahead of time', () => {
  /** Requests until one was answered without asking, and further ones did not change that. */
  async function leased(limiter: CountingLimiter, caller: Caller): Promise<void> {
    let [inTurn, requests] = [0, 0];
    while (inTurn < 20) {
      if (limiter.tryTake(caller, plainRoute) !== undefined) inTurn++;
      else {
        inTurn = 0;
        requests++;
        await limiter.take(caller, plainRoute);
      }
      assert.ok(requests < 1_000);
    }
  }

  it('answer a busy account without waiting, and a small one never', async () => {
    const { limiter } = await limits.instance();
    await leased(limiter, await limits.stores.newCaller('enterprise'));
    const small = await limits.stores.newCaller('free');
    for (let i = 0; i < 10; i++) {
      await limiter.take(small, plainRoute);
      assert.equal(limiter.tryTake(small, plainRoute), undefined);
    }
  });

  it('go back soon where they are not spent, and at once when the process closes', async () => {
    const [busy, other] = [await limits.instance(), await limits.instance()];
    const caller = await limits.stores.newCaller('enterprise');
    const key = `tidemark:limits:{${caller.accountId}}:${utcDate(systemClock.nowMs())}`;
    const counted = async () => Number(await limits.redis.command('GET', key));
    const spent = async (limiter: CountingLimiter) => {
      await limiter.flush();
      const [count] = await limits.stores.control.readUsage(caller.accountId, [utcDate(systemClock.nowMs())]);
      return count!;
    };
    // By then, those of a lease may have been returned.
    await until('some are held', async () => {
      await leased(busy.limiter, caller);
      return (await counted()) > (await spent(busy.limiter));
    });
    await until('the tokens are back', async () => (await counted()) === (await spent(busy.limiter)));
    await leased(busy.limiter, caller);
    await busy.limiter.close();
    assert.equal(await counted(), await spent(other.limiter));
  });

  it('are given back for a request of another kind that would be refused without them', async () => {
    const { limiter } = await limits.instance();
    const caller = { ...(await limits.stores.newCaller('enterprise')) };
    caller.limits = { ...caller.limits, ratePerMinute: 600, routeRatePerMinute: 600 };
    let passed = 0;
    const deadlineMs = monotonicMs() + 5_000;
    while (monotonicMs() < deadlineMs && passed < 590) {
      if ((await limiter.take(caller, plainRoute)).refusal === undefined) passed++;
    }
    // Regardless of leases of the other kind, this one can spend what Remaining announced.
    let left = await remaining(limiter, caller);
    while (left > 0) {
      const decision = await limiter.take(caller, left % 2 === 0 ? ownRoute : plainRoute);
      assert.equal(decision.refusal, undefined);
      left--;
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type LimiterHarness,
  limitHeader,
  openLimiterHarness,
  ownRoute,
  plainRoute,
} from '../../test/limiter-harness.ts';
import { type Tier, tierLimits } from '../domain/tier.ts';
import { dayMs, hourMs, minuteMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { Problem, type ProblemFields } from '../kernel/problem.ts';
import type { LimitDecision } from './limiter.ts';

const noon = Date.UTC(2026, 10, 21, 12);
let limits: LimiterHarness;
before(async () => {
  limits = await openLimiterHarness(noon);
});
after(() => limits.close());

function refused({ refusal }: LimitDecision): ProblemFields {
  assert.ok(refusal instanceof Problem, 'was admitted');
  return refusal.fields;
}

describe('limits in memory', () => {
  it('never admit more than capacity and refill, on both buckets, and a refused request consumes nothing', async () => {
    const limiter = limits.newLimiter();
    const asks = fc.array(fc.tuple(fc.nat(4_000), fc.boolean(), fc.integer({ min: 1, max: 12 })), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(asks, fc.constantFrom<Tier>('free', 'starter'), async (steps, tier) => {
        const caller = await limits.newCaller(tier);
        const { ratePerMinute, routeRatePerMinute } = tierLimits[tier];
        const startMs = limits.time.elapsedMs;
        const admitted = { all: 0, own: 0 };
        for (const [pauseMs, onOwn, burst] of steps) {
          limits.pass(pauseMs);
          for (let i = 0; i < burst; i++) {
            const decision = await limiter.take(caller, onOwn ? ownRoute : plainRoute);
            const earned = (rate: number) =>
              Math.floor(rate + ((limits.time.elapsedMs - startMs) * rate) / minuteMs);
            if (decision.refusal === undefined) {
              admitted.all++;
              if (onOwn) admitted.own++;
            }
            assert.ok(admitted.all <= earned(ratePerMinute) && admitted.own <= earned(routeRatePerMinute));
            const dayLeft = tierLimits[tier].requestsPerDay! - admitted.all;
            assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(dayLeft));
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  it('end a wait of exactly X-RateLimit-Next with an admission, and not a millisecond earlier', async () => {
    const limiter = limits.newLimiter();
    const caller = await limits.newCaller('free');
    for (let i = 0; i < 15; i++) await limiter.take(caller, ownRoute);
    const decision = await limiter.take(caller, ownRoute);
    assert.equal(refused(decision).code, 'RATE_LIMITED');
    assert.equal(limitHeader(decision, 'X-RateLimit-Next'), '4s');
    assert.equal(refused(decision).retryAfterSeconds, 4);
    assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined, 'the route alone is refused');
    limits.pass(3_999);
    assert.ok((await limiter.take(caller, ownRoute)).refusal);
    limits.pass(1);
    assert.equal((await limiter.take(caller, ownRoute)).refusal, undefined);
  });

  it('answer by the day first where day and minute are used up, and admit again at 00:00 UTC', async () => {
    limits.time.nowMs = Date.UTC(2026, 10, 21, 23, 50);
    const limiter = limits.newLimiter();
    const caller = await limits.newCaller('free');
    await limits.control.addUsage([
      { accountId: caller.accountId, period: utcDate(limits.time.nowMs), requests: 999 },
    ]);
    assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
    const decision = await limiter.take(caller, plainRoute);
    assert.equal(refused(decision).code, 'DAILY_CAP');
    assert.equal(refused(decision).retryAfterSeconds, 600);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily-Remaining'), '0');
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily-Reset'), String(Date.UTC(2026, 10, 22) / 1_000));
    assert.equal(limitHeader(decision, 'X-RateLimit-Remaining'), '29', 'the refusal took no token');
    limits.pass(600_000 - 1);
    assert.equal(refused(await limiter.take(caller, plainRoute)).retryAfterSeconds, 1);
    limits.pass(1);
    const next = await limiter.take(caller, plainRoute);
    assert.equal(next.refusal, undefined);
    assert.equal(limitHeader(next, 'X-RateLimit-Daily'), '999');
  });

  it('answer by the month where it is used up, and admit again on the 1st', async () => {
    limits.time.nowMs = Date.UTC(2026, 11, 31, 23);
    const limiter = limits.newLimiter();
    const caller = await limits.newCaller('starter');
    await limits.control.addUsage([{ accountId: caller.accountId, period: '2026-12', requests: 50_000 }]);
    const decision = await limiter.take(caller, plainRoute);
    assert.equal(refused(decision).code, 'MONTHLY_CAP');
    assert.equal(refused(decision).retryAfterSeconds, 3_600);
    assert.equal(limitHeader(decision, 'X-RateLimit-Monthly-Reset'), String(Date.UTC(2027, 0) / 1_000));
    limits.pass(hourMs);
    const next = await limiter.take(caller, plainRoute);
    assert.equal(limitHeader(next, 'X-RateLimit-Monthly-Remaining'), '49999');
  });

  it('refill buckets by elapsed time, whatever the clock does', async () => {
    limits.time.nowMs = noon;
    const caller = await limits.newCaller('free');
    const limiter = limits.newLimiter();
    for (let i = 0; i < 30; i++) await limiter.take(caller, plainRoute);
    limits.time.nowMs += 30 * dayMs;
    assert.ok((await limiter.take(caller, plainRoute)).refusal);
    limits.time.nowMs -= 60 * dayMs;
    assert.ok((await limiter.take(caller, plainRoute)).refusal);
    limits.time.elapsedMs += 2_000;
    assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
  });

  it('give a better tier at the next request, with what was used taken off', async () => {
    limits.time.nowMs = noon;
    const caller = await limits.newCaller('free');
    const limiter = limits.newLimiter();
    for (let i = 0; i < 30; i++) await limiter.take(caller, plainRoute);
    assert.ok((await limiter.take(caller, plainRoute)).refusal);
    const upgraded = await limiter.take({ ...caller, tier: 'pro' }, plainRoute);
    assert.equal(limitHeader(upgraded, 'X-RateLimit-Remaining'), '569');
    assert.equal(limitHeader(upgraded, 'X-RateLimit-Daily'), String(20_000 - 31));
  });

  it('hold no more accounts than the bound: idle ones go, and beyond it new ones get 503', async () => {
    const limiter = limits.newLimiter({ accountLimit: 2 });
    const [a, b, c] = [
      await limits.newCaller('free'),
      await limits.newCaller('free'),
      await limits.newCaller('free'),
    ];
    await limiter.take(a, plainRoute);
    await limiter.take(b, plainRoute);
    await assert.rejects(limiter.take(c, plainRoute), Problem);
    assert.equal((await limiter.take(b, plainRoute)).refusal, undefined);
    limits.pass(minuteMs);
    limiter.sweep();
    assert.equal(limiter.accounts(), 2, 'unwritten counts stay');
    await limiter.flush();
    limits.pass(1_000);
    assert.equal((await limiter.take(c, plainRoute)).refusal, undefined);
    assert.equal(limiter.accounts(), 1);
    const again = await limiter.take(a, plainRoute);
    assert.equal(limitHeader(again, 'X-RateLimit-Daily'), '998');
  });

  it('decide a request in microseconds', async () => {
    const limiter = limits.newLimiter();
    const caller = await limits.newCaller('enterprise');
    await limiter.take(caller, ownRoute);
    let fastestUs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 200; round++) {
      limits.pass(minuteMs);
      await limiter.take(caller, ownRoute);
      const startMs = monotonicMs();
      for (let i = 0; i < 1_000; i++) limiter.tryTake(caller, ownRoute);
      fastestUs = Math.min(fastestUs, monotonicMs() - startMs);
    }
    // About 1 µs on a quiet machine; the bound only catches a format or a read that slipped in.
    assert.ok(fastestUs < 10, `${fastestUs.toFixed(2)} µs`);
  });
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Caller } from '../../src/access/caller.ts';
import type { CountingLimiter, LimitDecision, LimitedRoute } from '../../src/access/limiter.ts';
import { type Tier, type TierLimits, tierLimits } from '../../src/domain/tier.ts';
import { dayMs, hourMs, minuteMs, utcDate } from '../../src/kernel/clock.ts';
import { Problem, type ProblemFields } from '../../src/kernel/problem.ts';
import {
  durationMs,
  type LimiterHarness,
  limitHeader,
  onTier,
  ownRoute,
  plainRoute,
} from '../limiter-harness.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function refused({ refusal }: LimitDecision): ProblemFields {
  assert.ok(refusal instanceof Problem, 'was admitted');
  return refusal.fields;
}

/** Requests in a row. @returns how many were admitted */
async function use(
  limiter: CountingLimiter,
  caller: Caller,
  requests: number,
  route: LimitedRoute = plainRoute,
): Promise<number> {
  let admitted = 0;
  for (let i = 0; i < requests; i++) {
    if ((await limiter.take(caller, route)).refusal === undefined) admitted++;
  }
  return admitted;
}

/**
 * Guarantees of every limiter (docs/contract.md#counting-requests, docs/contract.md#limit-headers).
 * @param open a harness whose limiters share the adapter's shared state
 */
export function limiterConformance(name: string, open: (nowMs: number) => Promise<LimiterHarness>): void {
  describe(`limits in ${name}`, () => {
    let limits: LimiterHarness;
    let limiter: CountingLimiter;
    before(async () => {
      limits = await open(noon);
    });
    beforeEach(() => {
      limits.setClock(noon);
      limiter = limits.newLimiter();
    });
    after(() => limits.close());

    it('admit never more than capacity and refill, on both buckets, and a request refused or given back consumes nothing', async () => {
      const step = fc.tuple(fc.nat(4_000), fc.boolean(), fc.integer({ min: 1, max: 12 }), fc.nat(3));
      const asks = fc.array(step, { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(asks, fc.constantFrom<Tier>('free', 'starter', 'pro'), async (steps, tier) => {
          const caller = await limits.newCaller(tier);
          const { ratePerMinute, routeRatePerMinute } = tierLimits[tier];
          const startMs = limits.time.elapsedMs;
          const admitted = { all: 0, own: 0 };
          for (const [pauseMs, onOwn, burst, shed] of steps) {
            limits.pass(pauseMs);
            for (let i = 0; i < burst; i++) {
              const route = onOwn ? ownRoute : plainRoute;
              const decision = await limiter.take(caller, route);
              const earned = (rate: number) =>
                Math.floor(rate + ((limits.time.elapsedMs - startMs) * rate) / minuteMs);
              const passed = decision.refusal === undefined ? 1 : 0;
              const dayLeft = tierLimits[tier].requestsPerDay! - admitted.all - passed;
              assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(dayLeft));
              if (shed === 0 && passed === 1) limiter.giveBack(caller, route, decision);
              else {
                admitted.all += passed;
                if (onOwn) admitted.own += passed;
              }
              assert.ok(admitted.all <= earned(ratePerMinute) && admitted.own <= earned(routeRatePerMinute));
            }
          }
        }),
        { numRuns: 15 },
      );
    });

    it('announce what happens next: a wait of X-RateLimit-Next ends with an admission, and nothing shorter does', async () => {
      const pauses = fc.array(fc.tuple(fc.nat(900), fc.boolean()), { minLength: 20, maxLength: 80 });
      await fc.assert(
        fc.asyncProperty(pauses, async (steps) => {
          const caller = await limits.newCaller('free');
          await use(limiter, caller, 12, ownRoute);
          await use(limiter, caller, 15);
          for (const [pauseMs, onOwn] of steps) {
            limits.pass(pauseMs);
            const route = onOwn ? ownRoute : plainRoute;
            const decision = await limiter.take(caller, route);
            const nextMs = durationMs(limitHeader(decision, 'X-RateLimit-Next')!);
            const left = Number(limitHeader(decision, 'X-RateLimit-Remaining'));
            assert.equal(nextMs === 0, left > 0, `${left} left, the next in ${nextMs} ms`);
            if (nextMs > 1) {
              limits.pass(nextMs - 1);
              assert.ok((await limiter.take(caller, route)).refusal);
              limits.pass(1);
            }
            assert.equal((await limiter.take(caller, route)).refusal, undefined);
          }
        }),
        { numRuns: 10 },
      );
    });

    it('refuse a route by its own bucket, and the account not', async () => {
      const caller = await limits.newCaller('free');
      assert.equal(await use(limiter, caller, 15, ownRoute), 15);
      const decision = await limiter.take(caller, ownRoute);
      assert.equal(refused(decision).code, 'RATE_LIMITED');
      assert.equal(limitHeader(decision, 'X-RateLimit-Route'), '0');
      assert.equal(limitHeader(decision, 'X-RateLimit-Next'), '4s');
      assert.equal(refused(decision).retryAfterSeconds, 4);
      assert.equal(await use(limiter, caller, 20), 15, 'the refused request took no token of the minute');
    });

    it('give back what a request took that found no room, of every limit', async () => {
      const caller = await limits.newCaller('starter');
      assert.equal(await use(limiter, caller, 10, ownRoute), 10);
      await limiter.flush();
      for (let i = 0; i < 200; i++) {
        const route = i % 3 === 0 ? plainRoute : ownRoute;
        limiter.giveBack(caller, route, await limiter.take(caller, route));
        if (i % 50 === 0) await limiter.flush();
      }
      const decision = await limiter.take(caller, ownRoute);
      assert.equal(limitHeader(decision, 'X-RateLimit-Route'), '49');
      assert.match(limitHeader(decision, 'RateLimit')!, /^"minute";r=109;/);
      assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), '1989');
      assert.equal(limitHeader(decision, 'X-RateLimit-Monthly'), '49989');
      await limiter.close();
      const periods = [utcDate(noon), utcDate(noon).slice(0, 7)];
      const stored = await limits.control.readUsage(caller.accountId, periods);
      for (const count of stored) assert.ok(count >= 11 && count <= 15, `${count}: no more than a flush saw`);
    });

    it('give nothing back that belongs to the day before', async () => {
      limits.setClock(Date.UTC(2026, 10, 21, 23, 59, 59));
      limiter = limits.newLimiter();
      const caller = await limits.newCaller('free');
      const late = await limiter.take(caller, plainRoute);
      limits.pass(1_000);
      await limiter.take(caller, plainRoute);
      limiter.giveBack(caller, plainRoute, late);
      const next = await limiter.take(caller, plainRoute);
      assert.equal(limitHeader(next, 'X-RateLimit-Daily'), '998');
    });

    it('let no request that costs several tokens pass on fewer', async () => {
      const caller = await limits.newCaller('free');
      const dear = { id: 'toy.dear', cost: 7, ownLimit: false };
      assert.equal(await use(limiter, caller, 6, dear), 4);
      const decision = await limiter.take(caller, dear);
      assert.equal(limitHeader(decision, 'X-RateLimit-Remaining'), '2');
      assert.equal(limitHeader(decision, 'X-RateLimit-Next'), '10s');
      assert.equal(await use(limiter, caller, 3), 2);
    });

    it('answer by the day first where day and minute are used up, and admit again at 00:00 UTC', async () => {
      limits.setClock(Date.UTC(2026, 10, 21, 23, 50));
      limiter = limits.newLimiter();
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
      limits.setClock(Date.UTC(2026, 11, 31, 23));
      limiter = limits.newLimiter();
      const caller = await limits.newCaller('starter');
      await limits.control.addUsage([{ accountId: caller.accountId, period: '2026-12', requests: 50_000 }]);
      const decision = await limiter.take(caller, plainRoute);
      assert.equal(refused(decision).code, 'MONTHLY_CAP');
      assert.equal(refused(decision).retryAfterSeconds, 3_600);
      assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), '2000', 'the refusal counts in no day');
      assert.equal(limitHeader(decision, 'X-RateLimit-Monthly-Reset'), String(Date.UTC(2027, 0) / 1_000));
      limits.pass(hourMs);
      const next = await limiter.take(caller, plainRoute);
      assert.equal(limitHeader(next, 'X-RateLimit-Monthly-Remaining'), '49999');
    });

    it('admit a quota to its last request, also where many come at once', async () => {
      const caller = await limits.newCaller('pro');
      await limits.control.addUsage([
        { accountId: caller.accountId, period: utcDate(noon), requests: 20_000 - 25 },
      ]);
      const decisions = await Promise.all(
        Array.from({ length: 60 }, (_, i) => limiter.take(caller, i % 3 === 0 ? ownRoute : plainRoute)),
      );
      assert.equal(decisions.filter(({ refusal }) => refusal === undefined).length, 25);
    });

    it('refill buckets by elapsed time, whatever the clock of the process does', async () => {
      const caller = await limits.newCaller('free');
      assert.equal(await use(limiter, caller, 31), 30);
      limits.time.nowMs += 30 * dayMs;
      assert.ok((await limiter.take(caller, plainRoute)).refusal);
      limits.time.nowMs -= 60 * dayMs;
      assert.ok((await limiter.take(caller, plainRoute)).refusal);
      limits.time.nowMs = noon;
      limits.pass(2_000);
      assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
    });

    it('follow a change of tier at the next request, with what was used taken off', async () => {
      const caller = await limits.newCaller('free');
      assert.equal(await use(limiter, caller, 31), 30);
      const upgraded = { ...caller, ...onTier('pro') };
      const decision = await limiter.take(upgraded, plainRoute);
      assert.equal(limitHeader(decision, 'X-RateLimit-Remaining'), '569');
      assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(20_000 - 31));
      await use(limiter, upgraded, 100);
      assert.ok((await limiter.take(caller, plainRoute)).refusal, 'back on free, the minute is used up');
    });

    it("enforce an account's own numbers in place of its tier's", async () => {
      const own: TierLimits = { ...tierLimits.enterprise, ratePerMinute: 90, requestsPerDay: 100 };
      const caller = { ...(await limits.newCaller('enterprise')), limits: own };
      assert.equal(await use(limiter, caller, 95), 90);
      limits.pass(minuteMs);
      assert.equal(await use(limiter, caller, 20), 10);
      assert.equal(refused(await limiter.take(caller, plainRoute)).code, 'DAILY_CAP');
    });

    it('go on after a restart with the counts of day and month', async () => {
      const caller = await limits.newCaller('starter');
      await use(limiter, caller, 40);
      await limiter.close();
      const decision = await limits.newLimiter().take(caller, plainRoute);
      assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(2_000 - 41));
      assert.equal(limitHeader(decision, 'X-RateLimit-Monthly'), String(50_000 - 41));
    });

    it('hold at most the bound of accounts: idle ones go, and beyond it new ones get 503', async () => {
      limiter = limits.newLimiter({ accountLimit: 2 });
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
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type LimiterHarness,
  limitHeader,
  openLimiterHarness,
  plainRoute,
} from '../../test/limiter-harness.ts';
import { monotonicMs, utcDate } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import type { Caller } from './caller.ts';
import type { CountingLimiter } from './limiter.ts';

const noon = Date.UTC(2026, 10, 21, 12);
let limits: LimiterHarness;
before(async () => {
  limits = await openLimiterHarness(noon);
});
after(() => limits.close());

async function use(limiter: CountingLimiter, caller: Caller, requests: number): Promise<void> {
  for (let i = 0; i < requests; i++) {
    assert.equal((await limiter.take(caller, plainRoute)).refusal, undefined);
    limits.pass(500);
  }
}

describe('counts of day and month', () => {
  it('go on where they were after a restart', async () => {
    limits.time.nowMs = noon;
    const caller = await limits.newCaller('starter');
    const first = limits.newLimiter();
    await use(first, caller, 40);
    await first.close();
    const decision = await limits.newLimiter().take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(2_000 - 41));
    assert.equal(limitHeader(decision, 'X-RateLimit-Monthly'), String(50_000 - 41));
  });

  it('write the counts within a second, so that a kill loses at most that', async () => {
    const caller = await limits.newCaller('starter');
    const written = Promise.withResolvers<void>();
    const limiter = limits.newLimiter({
      flushMs: 1_000,
      control: {
        ...limits.control,
        addUsage: async (additions) => {
          const counts = await limits.control.addUsage(additions);
          written.resolve();
          return counts;
        },
      },
    });
    const startMs = monotonicMs();
    await limiter.take(caller, plainRoute);
    // The limiter's timer keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await written.promise;
    clearInterval(alive);
    assert.ok(monotonicMs() - startMs < 5_000);
    assert.deepEqual(await limits.control.readUsage(caller.accountId, [utcDate(limits.time.nowMs)]), [1]);
  });

  it('keep every count while the store is away, and serve those whose counts they know', async () => {
    const [known, unknown] = [await limits.newCaller('starter'), await limits.newCaller('starter')];
    let away = false;
    const gone = async () => {
      throw new Error('the store is away');
    };
    const limiter = limits.newLimiter({
      control: {
        readUsage: (...requests) => (away ? gone() : limits.control.readUsage(...requests)),
        addUsage: (additions) => (away ? gone() : limits.control.addUsage(additions)),
        forgetUsage: limits.control.forgetUsage,
      },
    });
    await use(limiter, known, 1);
    away = true;
    await use(limiter, known, 2);
    await assert.rejects(limiter.flush(), /away/);
    await use(limiter, known, 1);
    await assert.rejects(limiter.take(unknown, plainRoute), (error) => {
      assert.ok(error instanceof Problem);
      return error.fields.status === 503 && error.fields.retryAfterSeconds === 1;
    });
    away = false;
    await limiter.flush();
    assert.deepEqual(await limits.control.readUsage(known.accountId, [utcDate(limits.time.nowMs)]), [4]);
  });

  it('count once what two processes on one store count, and see each other after a flush', async () => {
    const caller = await limits.newCaller('starter');
    const [one, other] = [limits.newLimiter(), limits.newLimiter()];
    await use(one, caller, 3);
    await use(other, caller, 4);
    await Promise.all([one.flush(), other.flush()]);
    await use(one, caller, 1);
    await one.flush();
    await use(one, caller, 1);
    const decision = await one.take(caller, plainRoute);
    assert.equal(limitHeader(decision, 'X-RateLimit-Daily'), String(2_000 - 10));
  });

  it('give no new day to a clock that jumps back over midnight, and lose no count when it returns', async () => {
    limits.time.nowMs = Date.UTC(2026, 10, 22, 0, 0, 5);
    const caller = await limits.newCaller('starter');
    const limiter = limits.newLimiter();
    const left = async () => limitHeader(await limiter.take(caller, plainRoute), 'X-RateLimit-Daily');
    assert.equal(await left(), '1999');
    limits.time.nowMs -= 10_000;
    assert.equal(await left(), '1999', 'the day before has its own count');
    assert.equal(await left(), '1998');
    limits.time.nowMs += 10_000;
    assert.equal(await left(), '1998');
    limits.time.nowMs -= 10_000;
    assert.equal(await left(), '1997');
    await limiter.flush();
    const counts = await limits.control.readUsage(caller.accountId, ['2026-11-21', '2026-11-22', '2026-11']);
    assert.deepEqual(counts, [3, 2, 5]);
  });

  it('read an account once for all requests that wait for it', async () => {
    let reads = 0;
    const limiter = limits.newLimiter({
      control: {
        ...limits.control,
        readUsage: (...requests) => {
          reads++;
          return limits.control.readUsage(...requests);
        },
      },
    });
    const caller = await limits.newCaller('free');
    const decisions = await Promise.all(Array.from({ length: 50 }, () => limiter.take(caller, plainRoute)));
    assert.equal(reads, 1);
    assert.equal(decisions.filter(({ refusal }) => refusal === undefined).length, 30);
  });
});

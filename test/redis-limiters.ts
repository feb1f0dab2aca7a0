import { after, afterEach, before } from 'node:test';
import type { Caller } from '../src/access/caller.ts';
import type { CountingLimiter } from '../src/access/limiter.ts';
import { createRedisLimiter } from '../src/access/redis/limiter.ts';
import { openRedisLink, type RedisLink, type RedisLinkOptions } from '../src/access/redis/link.ts';
import { type Clock, minuteMs, systemClock } from '../src/kernel/clock.ts';
import {
  type LimiterHarness,
  limitHeader,
  openLimiterHarness,
  ownRoute,
  plainRoute,
} from './limiter-harness.ts';
import { clearOfMidnight } from './midnight.ts';
import { patientMs, type RedisServer, startRedis } from './redis-harness.ts';

type InstanceOptions = Partial<RedisLinkOptions> & { clock?: Clock };

/** Limiters that share a Redis and a control store, on real clocks; opened and closed with the tests of a file. */
export interface RedisLimiters {
  readonly stores: LimiterHarness;
  readonly redis: RedisServer;
  /** A separate instance, closed after the test; its link has long timeouts by default. */
  instance(options?: InstanceOptions): Promise<{ limiter: CountingLimiter; link: RedisLink }>;
}

/** Registers the hooks that open and close the limiters; the returned members are set once the tests run. */
export function useRedisLimiters(): RedisLimiters {
  let stores: LimiterHarness;
  let redis: RedisServer;
  const open: { limiter: CountingLimiter; link: RedisLink }[] = [];
  before(async () => {
    await clearOfMidnight(2 * minuteMs);
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
    await stores?.close();
    await redis?.stop();
  });
  return {
    get stores() {
      return stores;
    },
    get redis() {
      return redis;
    },
    async instance({ clock = systemClock, ...more } = {}) {
      const link = await openRedisLink({
        url: redis.url,
        timeoutMs: patientMs,
        longestPauseMs: 200,
        ...more,
      });
      const limiter = createRedisLimiter({ link, control: stores.control, clock });
      open.push({ limiter, link });
      return { limiter, link };
    },
  };
}

/** Sends requests in sequence. @returns the number of admitted requests */
export async function admitted(limiter: CountingLimiter, caller: Caller, requests: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < requests; i++) {
    if ((await limiter.take(caller, plainRoute)).refusal === undefined) count++;
  }
  return count;
}

/** Remaining requests of the minute, from the headers of another instance. */
export async function remaining(limiter: CountingLimiter, caller: Caller): Promise<number> {
  return Number(limitHeader(await limiter.take(caller, ownRoute), 'X-RateLimit-Remaining'));
}

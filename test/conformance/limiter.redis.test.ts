import { createRedisLimiter } from '../../src/access/redis/limiter.ts';
import { openRedisLink } from '../../src/access/redis/link.ts';
import { openLimiterHarness } from '../limiter-harness.ts';
import { patientMs, startRedis } from '../redis-harness.ts';
import { limiterConformance } from './limiter.ts';

limiterConformance('Redis', async (nowMs) => {
  const redis = await startRedis();
  const link = await openRedisLink({ url: redis.url, timeoutMs: patientMs });
  const limits = await openLimiterHarness(nowMs, (options, time) =>
    createRedisLimiter({ ...options, link, redisNowMs: () => time.redisMs }),
  );
  return {
    ...limits,
    async close() {
      await limits.close();
      link.close();
      await redis.stop();
    },
  };
});

import { startRedis } from '../test/redis-harness.ts';
import { againstBare } from './against-bare.ts';
import type { Results } from './results.ts';
import { importedDir, startService, untilSettled } from './service.ts';

/** The leaderboard against the bare server where limits are counted in Redis. */
export async function benchRedis(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dataDir = importedDir(workDir, 'redis', 50_000);
  const redis = await startRedis();
  try {
    const service = await startService(dataDir, [], { TIDEMARK_REDIS_URL: redis.url });
    try {
      await untilSettled(service);
      const bars = { share: 0.5, p99: 3 };
      const task = { part: 'redis', workDir, service, seconds: quick ? 1 : 4, rounds: quick ? 1 : 5, bars };
      return await againstBare(results, task);
    } finally {
      await service.stop();
    }
  } finally {
    await redis.stop();
  }
}

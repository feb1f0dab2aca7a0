import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CountingLimiter } from '../src/access/limiter.ts';
import { createMemoryLimiter } from '../src/access/memory-limiter.ts';
import { createRedisLimiter } from '../src/access/redis/limiter.ts';
import { openRedisLink } from '../src/access/redis/link.ts';
import { openPglite } from '../src/control/pglite.ts';
import { openPostgres } from '../src/control/postgres.ts';
import type { ControlStore } from '../src/control/store.ts';
import { type Clock, systemClock } from '../src/kernel/clock.ts';
import { seedControl } from './data-template.ts';
import { postgresInstallations, startPostgres } from './postgres-harness.ts';
import { patientMs, startRedis } from './redis-harness.ts';

/** A control store with its limiters. */
export interface LimitBackend {
  control: ControlStore;
  /** A limiter on clocks that the test sets; Redis follows the same clocks. */
  newLimiter(nowMs: () => number, elapsedMs: () => number): CountingLimiter;
  close(): Promise<void>;
}

/** Both ways to run the service; the clock is the control store's. */
export const limitBackends: Readonly<Record<string, (clock?: Clock) => Promise<LimitBackend>>> = {
  'memory and PGlite': openEmbedded,
  'Redis and Postgres': openServers,
};

async function openEmbedded(clock = systemClock): Promise<LimitBackend> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-limits-'));
  const control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
  return {
    control,
    newLimiter: (nowMs, elapsedMs) => createMemoryLimiter({ control, clock: { nowMs }, elapsedMs }),
    async close() {
      await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function openServers(clock = systemClock): Promise<LimitBackend> {
  const [installation] = await postgresInstallations();
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres(installation!)]);
  const control = await openPostgres({ url: await postgres.createDatabase(), clock });
  await control.migrate();
  const link = await openRedisLink({ url: redis.url, timeoutMs: patientMs });
  return {
    control,
    newLimiter: (nowMs, elapsedMs) =>
      createRedisLimiter({ control, link, clock: { nowMs }, elapsedMs, redisNowMs: nowMs }),
    async close() {
      link.close();
      await control.close();
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

/**
 * One of several processes that share their limits: sends seeded bursts of requests of one account to a limiter of its
 * own, over and over as the parent asks. Started by limit-processes.ts with: Redis' URL, Postgres' URL.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { LimitedRoute } from '../../src/access/limiter.ts';
import { createRedisLimiter } from '../../src/access/redis/limiter.ts';
import { openRedisLink } from '../../src/access/redis/link.ts';
import { openPostgres } from '../../src/control/postgres.ts';
import { dayMs, systemClock } from '../../src/kernel/clock.ts';
import { type SeededRng, seededRng } from '../../src/kernel/rng.ts';
import { ownRoute, plainRoute } from '../limiter-harness.ts';
import { patientMs } from '../redis-harness.ts';
import type { LimitLoad, LimitShare } from './limit-processes.ts';

const [redisUrl, postgresUrl] = process.argv.slice(2);
if (redisUrl === undefined || postgresUrl === undefined)
  throw new Error('usage: limit-process REDIS POSTGRES');

/** How far the clock of this process is off. */
let offMs = 0;
const clock = { nowMs: () => systemClock.nowMs() + offMs };
const control = await openPostgres({ url: postgresUrl });
const link = await openRedisLink({ url: redisUrl, timeoutMs: patientMs });
const limiter = createRedisLimiter({ link, control, clock });

/** Bursts with pauses between them, as many requests of each at once as the seed says. */
async function run({ seed, caller, requests, jumps }: LimitLoad): Promise<LimitShare> {
  const rng = seededRng(seed);
  const atOnce = 1 + rng.below(16);
  const ownPercent = rng.below(2) * rng.below(40);
  const pauseMs = 1 + rng.below(40);
  const share: LimitShare = { admitted: 0, onRoute: 0, refused: 0, withoutAsking: 0 };
  async function request(route: LimitedRoute): Promise<void> {
    const here = limiter.tryTake(caller, route);
    if (here !== undefined) share.withoutAsking++;
    const { refusal } = here ?? (await limiter.take(caller, route));
    if (refusal !== undefined) share.refused++;
    else {
      share.admitted++;
      if (route === ownRoute) share.onRoute++;
    }
  }
  for (let sent = 0; sent < requests; ) {
    const burst = Math.min(requests - sent, 1 + rng.below(300));
    for (let i = 0; i < burst; i += atOnce) {
      const routes = Array.from({ length: Math.min(atOnce, burst - i) }, () =>
        rng.below(100) < ownPercent ? ownRoute : plainRoute,
      );
      await Promise.all(routes.map(request));
    }
    sent += burst;
    if (jumps) offMs = jump(rng);
    await delay(rng.below(pauseMs)); // ends: when all requests are sent
  }
  return share;
}

/** Now and then the clock is right, else up to 40 days off, either way. */
function jump(rng: SeededRng): number {
  return rng.below(3) === 0 ? 0 : Math.floor((rng.unit() - 0.5) * 80 * dayMs);
}

process.on('message', (load: LimitLoad | 'flush') => {
  const work = load === 'flush' ? limiter.flush() : run(load);
  work.then(
    (answer) => process.send!(answer ?? 'flushed'),
    (error: Error) => process.send!({ failed: String(error.stack) }),
  );
});
process.once('disconnect', () => process.exit());
process.send!('ready');

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Caller } from '../../src/access/caller.ts';
import { activeBilling } from '../../src/control/billing-state.ts';
import { openPostgres } from '../../src/control/postgres.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { monotonicMs, systemClock, utcDate } from '../../src/kernel/clock.ts';
import { postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { startRedis } from '../redis-harness.ts';

/** What a process is to send. */
export interface LimitLoad {
  seed: string;
  caller: Caller;
  requests: number;
  /** The process' clock jumps while it sends. */
  jumps: boolean;
}

/** What became of the requests of one process. */
export interface LimitShare {
  admitted: number;
  /** Of the admitted, those on the route with a bucket of its own. */
  onRoute: number;
  refused: number;
  /** Answered without a question to Redis. */
  withoutAsking: number;
}

/** One run of all processes on one account. */
export interface LimitRun extends LimitShare {
  seed: string;
  durationMs: number;
  /** The capacity and what refilled, of the minute and of the route. */
  allowed: number;
  allowedOnRoute: number;
  /** Requests of the day as the control store has them in the end. */
  stored: number;
}

export interface LimitProcesses {
  /** Sends from every process at once, on an account of its own. */
  run(seed: string, requests: number): Promise<LimitRun>;
  stop(): Promise<void>;
}

/** Processes with a limiter each on one real Redis and one real Postgres; the clock of the first one jumps. */
export async function startLimitProcesses(count: number): Promise<LimitProcesses> {
  const [installation] = await postgresInstallations();
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres(installation!)]);
  const postgresUrl = await postgres.createDatabase();
  const control = await openPostgres({ url: postgresUrl });
  await control.migrate();
  const children = Array.from({ length: count }, () => startChild([redis.url, postgresUrl]));
  async function stop(): Promise<void> {
    await Promise.all(children.map(endChild));
    await control.close();
    await Promise.all([redis.stop(), postgres.stop()]);
  }
  try {
    await Promise.all(children.map((child) => answerOf(child)));
  } catch (error) {
    // Servers left behind would keep the test's process from ending.
    await stop();
    throw error;
  }

  function report<T>(child: ChildProcess, message: LimitLoad | 'flush'): Promise<T> {
    child.send(message);
    return answerOf(child) as Promise<T>;
  }

  return {
    async run(seed, requests) {
      const { accountId, id } = await control.createKey({ accountName: seed, tier: 'pro' });
      const limits = tierLimits.pro;
      const caller: Caller = {
        accountId,
        keyId: id,
        keyHash: id,
        tier: 'pro',
        limits,
        billing: activeBilling,
      };
      const startMs = monotonicMs();
      const shares = await Promise.all(
        children.map((child, i) =>
          report<LimitShare>(child, { seed: `${seed} ${i}`, caller, requests, jumps: i === 0 }),
        ),
      );
      const durationMs = monotonicMs() - startMs;
      await Promise.all(children.map((child) => report(child, 'flush')));
      const [stored] = await control.readUsage(accountId, [utcDate(systemClock.nowMs())]);
      const sum = (of: (share: LimitShare) => number) =>
        shares.reduce((total, share) => total + of(share), 0);
      return {
        seed,
        durationMs,
        admitted: sum((share) => share.admitted),
        onRoute: sum((share) => share.onRoute),
        refused: sum((share) => share.refused),
        withoutAsking: sum((share) => share.withoutAsking),
        allowed: earned(limits.ratePerMinute, durationMs),
        allowedOnRoute: earned(limits.routeRatePerMinute, durationMs),
        stored: stored!,
      };
    },
    stop,
  };
}

function earned(ratePerMinute: number, durationMs: number): number {
  return ratePerMinute + Math.floor((durationMs * ratePerMinute) / 60_000);
}

function startChild(args: string[]): ChildProcess {
  const run = join(import.meta.dirname, '../../scripts/run.sh');
  return spawn(run, [join(import.meta.dirname, 'limit-process.ts'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The next message of a process. @throws Error with its own words where it failed, or ended */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const seen = new AbortController();
  const { signal } = seen;
  try {
    const answer: unknown = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => ({ failed: `the process ended with ${code}` })),
    ]);
    if (typeof answer === 'object' && answer !== null && 'failed' in answer)
      throw new Error(String(answer.failed));
    return answer;
  } finally {
    seen.abort();
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { simulationModel } from '../packages/exchange-simulator/src/live/live-plan.ts';
import { dayMs, hourMs, minuteMs, monotonicMs, systemClock, utcDate } from '../src/kernel/clock.ts';
import { writeDataMark } from '../src/operate/data-mark.ts';
import { cpuSeconds, memoryMib, runScript } from './child.ts';
import { type MixedValues, mixedEndpoints } from './mixed-requests.ts';
import type { MixedRun, MixedTask } from './mixed-run.ts';
import type { Results } from './results.ts';
import { fetchBytes, type Service, startService } from './service.ts';

const part = 'mixed';
const requestsPerSecond = 2_000;
const callers = 8;
const readyWithinMs = 15 * minuteMs;
/** Interval of memory samples. */
const lookMs = 5_000;
/** Maximum growth of flat memory, as a share. */
const flat = 0.1;

type Rows = Record<string, unknown>[];

/**
 * Every endpoint of the service on its simulated exchange, as `npm start` runs it, at 2,000 requests a second: nine in ten ask for the
 * usual page of an endpoint, one for another.
 */
export async function benchMixed(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dataDir = join(workDir, part);
  mkdirSync(dataDir);
  // A look needs no five weeks of a past.
  if (quick) markShortPast(dataDir);
  const service = await startService(dataDir, ['--source', 'simulated']);
  try {
    await untilReady(service);
    const endpoints = mixedEndpoints(await valuesOf(service));
    const file = join(workDir, 'mixed-endpoints.json');
    writeFileSync(file, JSON.stringify(endpoints));
    const keys = await service.newKeys(callers);
    const load = (seconds: number) =>
      runScript<MixedRun>('mixed-run.ts', {
        url: service.url,
        keys,
        endpoints: file,
        requestsPerSecond,
        seconds,
      } satisfies MixedTask);
    // Requests every page once, to exclude the cost of a first start.
    await load(quick ? 2 : 20);
    const memory: number[] = [];
    const looking = setInterval(() => memory.push(memoryMib(service.child.pid)?.now ?? 0), lookMs);
    const before = cpuSeconds(service.child.pid) ?? 0;
    const seconds = quick ? 10 : 300;
    const startMs = monotonicMs();
    const run = await load(seconds);
    clearInterval(looking);
    // A service that does not keep up takes longer than that.
    const lastedSeconds = (monotonicMs() - startMs) / 1_000;
    const cores = ((cpuSeconds(service.child.pid) ?? 0) - before) / lastedSeconds;
    report(results, { run, memory, cores, quick });
    return { seconds, run, memory, cores };
  } finally {
    await service.stop();
  }
}

function report(
  results: Results,
  { run, memory, cores, quick }: { run: MixedRun; memory: number[]; cores: number; quick: boolean },
): void {
  const failed = Object.entries(run.statuses).filter(([status]) => !status.startsWith('200'));
  const refused = failed.reduce((sum, [, count]) => sum + count, 0);
  // Compares the first minute, if there is one, with the last.
  const looks = quick ? 1 : minuteMs / lookMs;
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [first, last] = [mean(memory.slice(0, looks)), mean(memory.slice(-looks))];
  results.measure(part, 'processors used by the service', '', [cores]);
  results.measure(part, 'answers, p50', 'ms', [run.p50Ms]);
  results.measure(part, 'memory, the first minute', 'MiB', [first]);
  results.measure(part, 'memory, the last minute', 'MiB', [last]);
  for (const [status, count] of failed) results.measure(part, `answers ${status}`, '', [count]);
  const dearest = Object.entries(run.others).sort(([, a], [, b]) => b.meanMs - a.meanMs);
  for (const [id, { meanMs }] of dearest.slice(0, 5)) {
    results.measure(part, `${id}, other pages, mean`, 'ms', [meanMs]);
  }
  results.hold(
    part,
    'all endpoints mixed',
    'requests/s',
    run.requestsPerSecond,
    '≥',
    requestsPerSecond * 0.98,
  );
  results.hold(part, 'answers that are not 200', '', refused, '≤', 0);
  results.hold(part, 'answers, p99', 'ms', run.p99Ms, '<', 100);
  results.hold(part, 'growth of memory', 'share', last / first - 1, '<', flat);
}

function markShortPast(dataDir: string): void {
  const liveFromMs = Math.floor(systemClock.nowMs() / hourMs) * hourMs;
  const plan = { seed: '1', startMs: liveFromMs - 8 * dayMs, liveFromMs };
  writeDataMark(dataDir, { source: 'simulated', model: simulationModel, ...plan });
}

export async function untilReady({ url }: Service): Promise<void> {
  const deadlineMs = monotonicMs() + readyWithinMs;
  while ((await fetchBytes(`${url}/ready`, {})).status !== 200) {
    if (monotonicMs() > deadlineMs) throw new Error(`the service is not ready after ${readyWithinMs} ms`);
    await delay(500);
  }
}

/** Values of every parameter that the service has data for. */
export async function valuesOf({ url, key }: Service, nowMs = systemClock.nowMs()): Promise<MixedValues> {
  async function ask<T>(path: string): Promise<T> {
    const deadlineMs = monotonicMs() + readyWithinMs;
    while (true) {
      const { status, body } = await fetchBytes(`${url}/api/public/v1/${path}`, { 'x-api-key': key });
      if (status === 200) return JSON.parse(body.toString()) as T;
      // Lifecycles are folded behind the fills.
      if (monotonicMs() > deadlineMs) throw new Error(`${path} answers ${status}: ${body}`);
      await delay(500);
    }
  }
  const texts = (rows: Rows, name: string) => [...new Set(rows.map((row) => String(row[name])))];
  const { traders } = await ask<{ traders: Rows }>('pulse/leaderboard?limit=500');
  const address = texts(traders, 'address');
  const coin = texts(await ask<Rows>('pulse/most-traded?limit=500'), 'coin').filter(
    (name) => !/[@#/]/.test(name),
  );
  const { outcomes } = await ask<{ outcomes: Rows }>('hip4/outcomes');
  const { builders } = await ask<{ builders: Rows }>('builders/leaderboard');
  const { pnlTiers } = await ask<{ pnlTiers: Rows }>('pulse/cohorts/summary');
  const pairs = address.map((one, n) => `${one},${address[(n + 1) % address.length]}`);
  const ids = texts(await ask<Rows>('pulse/lifecycles/recent?since=30d&limit=200'), 'id');
  const { assets } = await ask<{ assets: Rows }>('assets');
  return {
    address,
    coin,
    symbol: coin,
    id: ids,
    tierType: ['pnl'],
    tier: texts(pnlTiers, 'tier'),
    // Those on a price: others have no underlying to be compared with.
    outcome_id: texts(
      outcomes.filter(({ priceBinary }) => priceBinary !== undefined),
      'outcomeId',
    ),
    builder: texts(builders, 'builder'),
    canonical: texts(assets, 'canonical'),
    feed: ['trades', 'contexts'],
    board: ['net', 'sharpe', 'drawdown'],
    date: [utcDate(nowMs - dayMs)],
    wallets: pairs,
    addresses: pairs,
    q: [...coin, ...address.map((one) => one.slice(0, 8))],
  };
}

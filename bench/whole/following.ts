import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, hourMs, monotonicMs } from '../../src/kernel/clock.ts';
import { cpuSeconds, memoryMib, runScript, startChild, threadSeconds } from '../child.ts';
import { untilReady, valuesOf } from '../mixed.ts';
import { mixedEndpointsWith } from '../mixed-requests.ts';
import type { MixedRun, MixedTask } from '../mixed-run.ts';
import { lagsOf } from '../node-lag.ts';
import { percentile, type Results } from '../results.ts';
import { type Service, startService, tidemark, untilSettled } from '../service.ts';
import { type GrowingNode, growNode } from './growing-node.ts';
import type { StoreRun } from './store-run.ts';
import type { WorldState } from './write-world.ts';

const part = 'whole';
const requestsPerSecond = 200;
const steadyFillsPerSecond = 100;
const burstFillsPerSecond = 2_000;
const jumpLeadMs = 10_000;
const caughtUpWithinMs = 900_000;

export interface FollowingTask {
  dataDir: string;
  workDir: string;
  state: WorldState;
  steadySeconds: number;
  burstSeconds: number;
}

/** Cost of a stretch of time for the service. */
interface Stretch {
  seconds: number;
  fills: number;
  cpuSeconds: number;
  threads: Record<string, number>;
}

/**
 * The service follows a node of this exchange under a load of 200 requests a second over all endpoints: at a hundred fills a second, in a
 * burst, across the turn of a day, and across an hour that is missing and arrives later. Then it restarts with an additional table.
 */
export async function measureFollowing(results: Results, task: FollowingTask): Promise<object> {
  const { dataDir, workDir, state } = task;
  const [nodeDir, clockFile] = [join(workDir, 'node'), join(workDir, 'clock')];
  mkdirSync(nodeDir);
  const node = growNode(nodeDir, state, clockFile);
  node.pace = steadyFillsPerSecond;
  const found: Record<string, object> = {};
  let service: Service | undefined;
  try {
    service = await startService(dataDir, ['--source', 'node', '--node-dir', nodeDir], {
      TEST_CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import ${new URL('../../test/hostile/shifted-clock.ts', import.meta.url).href}`,
    });
    await untilReady(service);
    const asking = await askAll(service, node, workDir);
    await delay(jumpLeadMs);
    node.pace = 0;
    await caughtUp(service);
    found.idle = reportCost(results, 'empty blocks', await stretch(service, node, () => delay(15_000)));
    node.pace = steadyFillsPerSecond;
    found.quiet = reportCost(
      results,
      'no requests',
      await stretch(service, node, () => delay(task.steadySeconds * 1_000)),
    );
    for (const [name, pace, seconds] of [
      ['100 fills/s', steadyFillsPerSecond, task.steadySeconds],
      ['2,000 fills/s', burstFillsPerSecond, task.burstSeconds],
      ['100 fills/s after the burst', steadyFillsPerSecond, task.steadySeconds],
    ] as const) {
      node.pace = pace;
      found[name] = await underLoad(results, name, { service, node, asking, seconds });
    }
    node.jumpTo(Math.ceil(node.nowMs / dayMs) * dayMs - jumpLeadMs);
    found.turnOfDay = await underLoad(results, 'turn of the day', {
      service,
      node,
      asking,
      seconds: task.steadySeconds,
    });
    found.lateHour = await healHour(results, { service, node, ...task });
    results.measure(part, 'following: memory of the service, peak', 'MiB', [
      memoryMib(service.child.pid)?.peak ?? 0,
    ]);
  } finally {
    node.stop();
    await service?.stop();
  }
  found.upgrade = await measureUpgrade(results, task);
  const store = await runScript<StoreRun>('whole/store-run.ts', {
    dir: dataDir,
    wallets: state.size.wallets,
  });
  results.hold(part, 'following: differences of the audit at its end', '', store.audit.differences, '≤', 0);
  results.hold(
    part,
    'following: payments of another position than fills leave',
    '',
    store.paid.wrong,
    '≤',
    0,
  );
  return { ...found, store };
}

type Asking = (seconds: number) => Promise<MixedRun>;

async function askAll(service: Service, node: GrowingNode, workDir: string): Promise<Asking> {
  const { endpoints } = mixedEndpointsWith(await valuesOf(service, node.nowMs));
  const file = join(workDir, 'whole-endpoints.json');
  writeFileSync(file, JSON.stringify(endpoints));
  const keys = await service.newKeys(8);
  return (seconds) =>
    runScript<MixedRun>('mixed-run.ts', {
      url: service.url,
      keys,
      endpoints: file,
      requestsPerSecond,
      seconds,
    } satisfies MixedTask);
}

async function stretch(service: Service, node: GrowingNode, work: () => Promise<unknown>): Promise<Stretch> {
  const { pid } = service.child;
  const [startMs, fills, cpu, threads] = [
    monotonicMs(),
    node.fills,
    cpuSeconds(pid) ?? 0,
    threadSeconds(pid),
  ];
  await work();
  const spent = Object.entries(threadSeconds(pid)).map(
    ([name, seconds]) => [name, seconds - (threads[name] ?? 0)] as const,
  );
  return {
    seconds: (monotonicMs() - startMs) / 1_000,
    fills: node.fills - fills,
    cpuSeconds: (cpuSeconds(pid) ?? 0) - cpu,
    threads: Object.fromEntries(spent.filter(([, seconds]) => seconds > 0)),
  };
}

function reportCost(results: Results, name: string, cost: Stretch): Stretch {
  const of = `following, ${name}`;
  results.measure(part, `${of}: processors used`, '', [cost.cpuSeconds / cost.seconds]);
  if (cost.fills === 0) return cost;
  results.measure(part, `${of}: processor time of 1,000 fills`, 's', [
    (cost.cpuSeconds / cost.fills) * 1_000,
  ]);
  for (const [thread, seconds] of Object.entries(cost.threads))
    if (seconds / cost.cpuSeconds >= 0.03)
      results.measure(part, `${of}: of it in threads ${thread}`, 's', [(seconds / cost.fills) * 1_000]);
  return cost;
}

async function underLoad(
  results: Results,
  name: string,
  parts: { service: Service; node: GrowingNode; asking: Asking; seconds: number },
): Promise<object> {
  const { service, node, asking, seconds } = parts;
  let lags: number[] = [];
  let served: MixedRun | undefined;
  const cost = await stretch(service, node, async () => {
    [lags, served] = await Promise.all([lagsOf(service, node.writes, seconds * 1_000), asking(seconds)]);
  });
  reportCost(results, name, cost);
  const of = `following, ${name}`;
  results.measure(part, `${of}: from a written block to its answer, p50`, 'ms', [percentile(lags, 50)]);
  results.measure(part, `${of}: the same, p99`, 'ms', [percentile(lags, 99)]);
  results.measure(part, `${of}: answers, p99`, 'ms', [served!.p99Ms]);
  const other = Object.entries(served!.statuses).filter(([status]) => status !== '200');
  for (const [status, count] of other) results.measure(part, `${of}: answers ${status}`, '', [count]);
  return {
    cost,
    served,
    lag: { samples: lags.length, p50: percentile(lags, 50), p99: percentile(lags, 99) },
  };
}

/** An hour of blocks is missing, and comes as an archive has it. */
async function healHour(
  results: Results,
  { service, node, dataDir, workDir }: FollowingTask & { service: Service; node: GrowingNode },
): Promise<object> {
  const held = join(workDir, 'held');
  const fills = node.holdBack(held, hourMs);
  await delay(jumpLeadMs);
  node.pace = 0;
  await caughtUp(service);
  const gaps = await missingBlocks(service);
  if (gaps === 0) throw new Error('the service notes no missing blocks, where an hour of them is missing');
  let imported = 0;
  const cost = await stretch(service, node, async () => {
    const startMs = monotonicMs();
    await startChild(tidemark, ['import', held, '--data', dataDir]).ended();
    imported = (monotonicMs() - startMs) / 1_000;
    await caughtUp(service);
  });
  results.measure(part, 'a late hour: fills', '', [fills]);
  results.measure(part, 'a late hour: import', 's', [imported]);
  results.measure(part, 'a late hour: until all that follows is made again', 's', [cost.seconds]);
  results.measure(part, 'a late hour: processor time of 1,000 fills', 's', [
    (cost.cpuSeconds / fills) * 1_000,
  ]);
  results.hold(
    part,
    'a late hour: blocks that are missing after it',
    '',
    await missingBlocks(service),
    '≤',
    0,
  );
  return { fills, gaps, imported, cost };
}

/** Blocks of either record that lie in gaps. */
async function missingBlocks(service: Service): Promise<number> {
  const metrics = await metricsOf(service);
  // Without a gap there is no series.
  return metrics('tidemark_coverage_missing_blocks') || 0;
}

/** @returns the sum of a metric's series; NaN if the metric is missing */
async function metricsOf({ url }: Service): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => {
    const found = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
    return found.length === 0 ? Number.NaN : found.reduce((sum, [, value]) => sum + Number(value), 0);
  };
}

/** Waits until all that was stored is folded: a node's empty blocks keep a service busy that has nothing else to do. */
async function caughtUp(service: Service): Promise<void> {
  const deadlineMs = monotonicMs() + caughtUpWithinMs;
  for (let quiet = 0; quiet < 3; ) {
    if (monotonicMs() > deadlineMs) throw new Error('the service does not catch up with its node in time');
    await delay(1_000);
    const metrics = await metricsOf(service);
    const isQuiet =
      metrics('tidemark_lifecycles_lag_seconds') < 1 && metrics('tidemark_node_waiting_bytes') < 100_000;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/** Upgrade of a store that lacks a derived table. */
export async function measureUpgrade(
  results: Results,
  { dataDir, state }: Pick<FollowingTask, 'dataDir' | 'state'>,
): Promise<object> {
  const { table } = await runScript<{ table: string }>('whole/drop-run.ts', { dir: dataDir });
  const startMs = monotonicMs();
  const service = await startService(dataDir);
  try {
    await untilReady(service);
    await untilSettled(service);
    const [seconds, cpu] = [(monotonicMs() - startMs) / 1_000, cpuSeconds(service.child.pid) ?? 0];
    results.measure(part, `an upgrade that adds ${table}: until it is filled`, 's', [seconds]);
    const { fills } = state.trading.counts;
    results.measure(part, `an upgrade that adds ${table}, processor time`, 'µs/fill', [(cpu / fills) * 1e6]);
    return { table, seconds, cpu };
  } finally {
    await service.stop();
  }
}

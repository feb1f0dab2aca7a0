import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs, rfc3339 } from '../src/kernel/clock.ts';
import { createMeter } from '../src/kernel/progress-meter.ts';
import { cpuSeconds, memoryMib, runScript, startChild } from './child.ts';
import { projectDir } from './machine.ts';
import { untilReady, valuesOf } from './mixed.ts';
import { type MixedEndpoint, mixedEndpointsWith } from './mixed-requests.ts';
import type { BenchOptions } from './parts.ts';
import { firstAnswersMs } from './restart.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, type Service, startService, tidemark, untilSettled } from './service.ts';
import type { EndpointTask, EndpointTimes } from './whole/endpoint-times.ts';
import { measureFollowing } from './whole/following.ts';
import type { StoreRun } from './whole/store-run.ts';
import { endMs, type WorldSize, worldSize } from './whole/world.ts';
import { type WorldState, worldBytes, worldFiles, writeWorld } from './whole/write-world.ts';

const part = 'whole';
/** Maximum bytes of a fill in the store, while its parts are merged. */
const storedBytes = 450;
const usualScale = 0.1;
const quickScale = 0.001;

interface Imported {
  seconds: number;
  cpuSeconds: number;
  peakMib: number;
}

/**
 * A store at the exchange's scale: node files of a synthetic exchange, imported by the command, then all derived data.
 *
 * @param options.scale of the exchange of eight days: 1 is its full size, 60 million fills
 * @param options.burstSeconds duration of the followed node's burst of 2,000 fills a second
 */
export async function benchWhole(
  results: Results,
  workDir: string,
  quick: boolean,
  { scale = quick ? quickScale : usualScale, burstSeconds = quick ? 4 : 300 }: BenchOptions = {},
): Promise<object> {
  const size = worldSize(scale);
  checkRoom(workDir, size.fills * storedBytes);
  const { dir, state, seconds } = writtenWorld(size, scale);
  const { fills } = state.trading.counts;
  results.measure(part, 'fills', '', [fills]);
  results.measure(part, 'positions closed, a fill', '', [state.trading.counts.closes / fills]);
  results.measure(part, 'payments of funding', '', [state.misc.payments]);
  if (seconds !== undefined) results.measure(part, 'node files written', 'fills/s', [fills / seconds]);
  const dataDir = join(workDir, part);
  mkdirSync(dataDir);
  const imported = await importWorld(worldFiles(dir), dataDir);
  reportImport(results, imported, fills);
  const served = await serveWorld(results, dataDir, { size, pages: quick ? 1 : 20 });
  const store = await runScript<StoreRun>('whole/store-run.ts', { dir: dataDir, wallets: size.wallets });
  reportStore(results, store, fills);
  const starts = await measureStarts(results, dataDir, size);
  const pace = { steadySeconds: quick ? 4 : 60, burstSeconds };
  const following = await measureFollowing(results, { dataDir, workDir, state, ...pace });
  rmSync(dataDir, { recursive: true, force: true });
  return { scale, size, imported, served, store, starts, following };
}

function checkRoom(dir: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dir);
  const gb = (of: number) => (of / 1e9).toFixed(1);
  if (bavail * bsize < bytes)
    throw new Error(
      `the store takes up to ${gb(bytes)} GB, and ${dir} has ${gb(bavail * bsize)} GB; TMPDIR names another place, --scale a smaller exchange`,
    );
}

/** Node files of the world; reuses those of an earlier run if complete. */
function writtenWorld(size: WorldSize, scale: number): { dir: string; state: WorldState; seconds?: number } {
  const dir = join(projectDir, `bench/.cache/world-${scale}`);
  process.stderr.write(
    `whole: ${size.fills} fills, about ${(worldBytes(size) / 1e9).toFixed(1)} GB of node files in ${dir}\n`,
  );
  const meter = createMeter(process.stderr);
  const startMs = monotonicMs();
  let days = 0;
  const state = writeWorld(dir, size, ({ daysDone, fills }) => {
    days += 1;
    meter.update({ current: `day ${daysDone}`, share: daysDone / size.days, count: fills, unit: 'fills' });
  });
  meter.end();
  // A rate of some of the days says nothing of all.
  return { dir, state, ...(days === size.days && { seconds: (monotonicMs() - startMs) / 1_000 }) };
}

async function importWorld(files: string, dataDir: string): Promise<Imported> {
  const startMs = monotonicMs();
  const child = startChild(tidemark, ['import', files, '--data', dataDir]);
  let [cpu, peakMib] = [0, 0];
  const look = setInterval(() => {
    cpu = cpuSeconds(child.pid) ?? cpu;
    peakMib = memoryMib(child.pid)?.peak ?? peakMib;
  }, 200);
  try {
    await child.ended();
  } finally {
    clearInterval(look);
  }
  return { seconds: (monotonicMs() - startMs) / 1_000, cpuSeconds: cpu, peakMib };
}

function reportImport(results: Results, { seconds, cpuSeconds, peakMib }: Imported, fills: number): void {
  results.measure(part, 'import', 'fills/s', [fills / seconds]);
  results.measure(part, 'import, processor time', 'µs/fill', [(cpuSeconds / fills) * 1e6]);
  results.measure(part, 'import, peak memory', 'MiB', [peakMib]);
}

interface Served {
  settledSeconds: number;
  settledCpuSeconds: number;
  endpoints: EndpointTimes[];
  without: string[];
  memoryMib: { settled: number; asked: number; peak: number };
  snapshotBytes: Record<string, number>;
}

/** The first start: folds lifecycles and reads the views; then requests every endpoint with one client. */
async function serveWorld(
  results: Results,
  dataDir: string,
  { size, pages }: { size: WorldSize; pages: number },
): Promise<Served> {
  const nowMs = endMs(size);
  const startMs = monotonicMs();
  const service = await startService(dataDir, ['--now', rfc3339(nowMs)]);
  const { pid } = service.child;
  try {
    await untilReady(service);
    await untilSettled(service);
    const settledSeconds = (monotonicMs() - startMs) / 1_000;
    const settledCpuSeconds = cpuSeconds(pid) ?? 0;
    const settled = memoryMib(pid)?.now ?? 0;
    const { endpoints: requests, without } = mixedEndpointsWith(await valuesOf(service, nowMs));
    const endpoints = await timesOf(service, { asked: requests, pages, file: `${dataDir}-endpoints.json` });
    const fullPagesMs = await timesOfFullPages(service);
    results.hold(
      part,
      'leaderboard, 500 rows not asked before, p99',
      'ms',
      percentile(fullPagesMs, 99),
      '<',
      150,
    );
    const memory = memoryMib(pid);
    const snapshotBytes = await snapshotSizes(service.url);
    const memoryOf = { settled, asked: memory?.now ?? 0, peak: memory?.peak ?? 0 };
    results.measure(part, 'first start until lifecycles are folded and views read', 's', [settledSeconds]);
    results.measure(part, 'the same, processor time', 'µs/fill', [(settledCpuSeconds / size.fills) * 1e6]);
    results.measure(part, 'memory of the service, settled', 'MiB', [settled]);
    results.measure(part, 'memory of the service, all endpoints asked', 'MiB', [memoryOf.asked]);
    results.measure(part, 'memory of the service, peak', 'MiB', [memoryOf.peak]);
    for (const [view, bytes] of Object.entries(snapshotBytes))
      results.measure(part, `view ${view}, on disk`, 'MiB', [bytes / 2 ** 20]);
    for (const { id, cold, warmP99Ms, failed } of endpoints) {
      if (cold !== undefined) results.measure(part, `${id}, cold p99`, 'ms', [cold.p99Ms]);
      results.measure(part, `${id}, warm p99`, 'ms', [warmP99Ms]);
      for (const [status, count] of Object.entries(failed))
        results.measure(part, `${id}, answers ${status}`, '', [count]);
    }
    return { settledSeconds, settledCpuSeconds, endpoints, without, memoryMib: memoryOf, snapshotBytes };
  } finally {
    await service.stop();
  }
}

/** Pages of the largest size with their net columns, each asked once. */
async function timesOfFullPages({ url, key }: Service): Promise<number[]> {
  const times: number[] = [];
  for (let offset = 0; offset <= 100; offset++) {
    const page = `${url}/api/public/v1/pulse/leaderboard?limit=500&offset=${offset}`;
    const startMs = monotonicMs();
    const { status } = await fetchBytes(page, { 'x-api-key': key });
    if (status !== 200) throw new Error(`${page} answers ${status}`);
    // The first request warms the process up.
    if (offset > 0) times.push(monotonicMs() - startMs);
  }
  return times;
}

async function timesOf(
  { url, key }: Service,
  { asked: requests, pages, file }: { asked: readonly MixedEndpoint[]; pages: number; file: string },
): Promise<EndpointTimes[]> {
  writeFileSync(file, JSON.stringify(requests));
  const task: EndpointTask = { url, key, file, pages };
  return (await runScript<{ times: EndpointTimes[] }>('whole/endpoint-times.ts', task)).times;
}

/** Snapshot size of each view: about its size in memory. */
async function snapshotSizes(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = [...text.matchAll(/^tidemark_view_snapshot_bytes\{view="([^"]+)"\} (\S+)$/gm)];
  return Object.fromEntries(found.map(([, view, bytes]) => [view!, Number(bytes)]));
}

function reportStore(
  results: Results,
  { tables, columns, audit, largest, paid }: StoreRun,
  fills: number,
): void {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  results.measure(part, 'all tables', 'bytes/fill', [all / fills]);
  for (const { table, bytes } of tables)
    if (bytes / fills >= 0.5) results.measure(part, `table ${table}`, 'bytes/fill', [bytes / fills]);
  for (const { column, bytes } of columns)
    if (bytes / fills >= 1) results.measure(part, `fills, column ${column}`, 'bytes/fill', [bytes / fills]);
  results.measure(part, 'audit', 's', [audit.seconds]);
  results.measure(part, 'audit, processor time', 'µs/fill', [(audit.cpuSeconds / fills) * 1e6]);
  results.measure(part, 'audit, slices', '', [audit.slices]);
  results.measure(part, 'audit, longest slice', 'ms', [audit.longestMs]);
  results.measure(part, 'wallet with most fills: fills', '', [largest.fills]);
  results.measure(part, 'wallet with most fills: its newest 50', 'ms', [largest.newestMs]);
  results.measure(part, 'wallet with most fills: a sum of all', 'ms', [largest.countMs]);
  results.hold(part, 'differences of the audit', '', audit.differences, '≤', 0);
  results.hold(part, 'payments of another position than fills leave', '', paid.wrong, '≤', 0);
  results.hold(part, 'open positions that were not paid', '', Math.abs(paid.open - paid.paid), '≤', 0);
}

async function measureStarts(results: Results, dataDir: string, size: WorldSize): Promise<object> {
  const withSnapshots = await firstAnswersMs(dataDir, endMs(size));
  // The previous process's last writes may still be in flight to the disk.
  await delay(1_000);
  rmSync(join(dataDir, 'views'), { recursive: true, force: true });
  const without = await firstAnswersMs(dataDir, endMs(size));
  for (const [name, ms] of Object.entries(withSnapshots)) {
    results.measure(part, `start, ${name}, with snapshots`, 'ms', [ms]);
    results.measure(part, `start, ${name}, without`, 'ms', [without[name]!]);
  }
  return { withSnapshots, without };
}

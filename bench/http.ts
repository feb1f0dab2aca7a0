import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';
import { connectOperations } from '../src/operate/socket-client.ts';
import { cpuSeconds, nodeCommand, pin, runScript, startChild } from './child.ts';
import { generateFills } from './generate-fills.ts';
import type { LoadRun, LoadTask } from './load-run.ts';
import { projectDir } from './machine.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, type Service, startService, tidemark } from './service.ts';

const path = '/api/public/v1/pulse/leaderboard';
const connections = 64;
const freshnessPollMs = 20;
/** Keys of one stretch. Limits are off, so one does: what is measured is one account's load. */
const callers = 1;

/** A stretch of load with the processor time the server spent on a request, which no slow client hides. */
interface Round extends LoadRun {
  cpuMicrosPerRequest: number | undefined;
}

/**
 * The leaderboard against a bare node:http server that sends the same bytes, in turns; then while an import
 * runs flat out; then how soon an import shows.
 */
export async function benchHttp(results: Results, workDir: string, quick: boolean): Promise<object> {
  const seconds = quick ? 1 : 4;
  const dataDir = join(workDir, 'http');
  const history = join(workDir, 'history.jsonl');
  const firstTimeMs = Date.UTC(2026, 2, 1);
  generateFills({ linesPath: history, fills: quick ? 50_000 : 400_000, seed: 2, firstTimeMs });
  execFileSync(tidemark, ['import', history, '--data', dataDir], { stdio: 'ignore' });
  const service = await startService(dataDir);
  try {
    const idle = await againstBare(results, workDir, service, seconds, quick ? 1 : 5);
    pin(service.child.pid, everyCore());
    const importing = await duringImport(results, workDir, service, dataDir, quick);
    const freshness = await freshnessMs(workDir, service, dataDir, quick ? 1 : 5);
    results.measure('http', 'from an import until the leaderboard shows it', 'ms', freshness);
    results.hold('http', 'freshness', 'ms', Math.max(...freshness), '≤', 5_000);
    return { ...idle, ...importing, freshness };
  } finally {
    await service.stop();
  }
}

async function load(service: { url: string; pid: number }, task: Partial<LoadTask>): Promise<Round> {
  const before = cpuSeconds(service.pid);
  const full = { url: service.url, connections, seconds: 4, headers: {}, keys: [], status: 200, ...task };
  const run = await runScript<LoadRun>('load-run.ts', full, []);
  const after = cpuSeconds(service.pid);
  const requests = run.requestsPerSecond * full.seconds;
  const spent = before === undefined || after === undefined ? undefined : after - before;
  return { ...run, cpuMicrosPerRequest: spent === undefined ? undefined : (spent / requests) * 1e6 };
}

async function againstBare(
  results: Results,
  workDir: string,
  service: Service,
  seconds: number,
  rounds: number,
): Promise<object> {
  const { body, etag } = await fetchBytes(service.url + path, { 'x-api-key': service.key });
  const bodyPath = join(workDir, 'body.json');
  writeFileSync(bodyPath, body);
  const bareChild = startChild(nodeCommand, [join(projectDir, 'bench/bare-server.ts'), bodyPath]);
  const [, bareUrl] = await bareChild.line(/ready at (\S+)/);
  const pinned = [service.child.pid, bareChild.pid].every((pid) => pin(pid, '0'));
  const bare: Round[] = [];
  const cached: Round[] = [];
  const unchanged: Round[] = [];
  const server = { url: service.url + path, pid: service.child.pid };
  try {
    // The first round of each warms it up and is not kept.
    for (let round = -1; round < rounds; round++) {
      const keys = await service.newKeys(2 * callers);
      const [some, others] = [keys.slice(callers), keys.slice(0, callers)];
      const ifNoneMatch = { 'if-none-match': etag };
      const runs = [
        await load({ url: bareUrl + path, pid: bareChild.pid }, { keys: some, seconds }),
        await load(server, { keys: some, seconds }),
        await load(server, { headers: ifNoneMatch, keys: others, seconds, status: 304 }),
      ] as const;
      if (round < 0) continue;
      bare.push(runs[0]);
      cached.push(runs[1]);
      unchanged.push(runs[2]);
    }
  } finally {
    await bareChild.stop();
  }
  reportIdle(results, { bare, cached, unchanged });
  return { pinned, bodyBytes: body.length, bare, cached, unchanged };
}

function reportIdle(results: Results, rounds: Record<'bare' | 'cached' | 'unchanged', Round[]>): void {
  const { bare, cached, unchanged } = rounds;
  for (const [name, of] of Object.entries({
    'bare node:http': bare,
    leaderboard: cached,
    '304': unchanged,
  })) {
    results.measure(
      'http',
      name,
      'requests/s',
      of.map((run) => run.requestsPerSecond),
    );
    results.measure(
      'http',
      `${name}, p99`,
      'ms',
      of.map((run) => run.p99Ms),
    );
    const spent = of.map((run) => run.cpuMicrosPerRequest).filter((value) => value !== undefined);
    if (spent.length > 0) results.measure('http', `${name}, processor time`, 'µs/request', spent);
  }
  const shares = (of: Round[]) => of.map((run, i) => run.requestsPerSecond / bare[i]!.requestsPerSecond);
  const slower = cached.map((run, i) => run.p99Ms / bare[i]!.p99Ms);
  results.hold('http', 'leaderboard, share of bare', '', percentile(shares(cached), 50), '≥', 0.6);
  results.hold('http', '304, share of bare', '', percentile(shares(unchanged), 50), '≥', 0.6);
  results.hold('http', 'leaderboard, p99 in those of bare', '', percentile(slower, 50), '≤', 2);
}

/** Idle and importing stretches one after the other, both free to use every core. */
async function duringImport(
  results: Results,
  workDir: string,
  service: Service,
  dataDir: string,
  quick: boolean,
): Promise<object> {
  const target = { url: service.url + path, pid: service.child.pid };
  const operations = (await connectOperations(dataDir))!;
  const idle: Round[] = [];
  const importing: Round[] = [];
  const importRates: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const file = join(workDir, `flat-out-${round}.jsonl`);
    const firstTimeMs = Date.UTC(2026, 2, 10 + round);
    generateFills({ linesPath: file, fills: quick ? 300_000 : 1_200_000, seed: 10 + round, firstTimeMs });
    const keys = await service.newKeys(2 * callers);
    const seconds = quick ? 1 : 4;
    idle.push(await load(target, { keys: keys.slice(callers), seconds }));
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const done = operations.importPaths({ paths: [file] }, () => begun.resolve(), stop.signal);
    await begun.promise;
    importing.push(await load(target, { keys: keys.slice(0, callers), seconds }));
    const overlap = await Promise.race([done.then(() => 'ended'), delay(0, 'running')]);
    if (overlap === 'ended') throw new Error('the import ended before the load did: generate more fills');
    importRates.push((await done).fillsPerSecond);
  }
  const rate = (of: Round[]) => of.map((run) => run.requestsPerSecond);
  const share = rate(importing).map((value, round) => value / rate(idle)[round]!);
  results.measure('http', 'leaderboard, idle and not pinned', 'requests/s', rate(idle));
  results.measure('http', 'leaderboard while importing', 'requests/s', rate(importing));
  const p99 = results.measure(
    'http',
    'while importing, p99',
    'ms',
    importing.map((run) => run.p99Ms),
  );
  results.measure('http', 'import beside the load', 'fills/s', importRates);
  results.hold('http', 'while importing, share of idle', '', percentile(share, 50), '≥', 0.4);
  results.hold('http', 'while importing, p99', 'ms', p99, '<', 50);
  return { unpinned: { idle, importing, importRates } };
}

/** From the end of an import until an answer shows its record win, with the leaderboard asked all the time. */
async function freshnessMs(
  workDir: string,
  service: Service,
  dataDir: string,
  rounds: number,
): Promise<number[]> {
  const operations = (await connectOperations(dataDir))!;
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = join(workDir, `fresh-${round}.jsonl`);
    const firstTimeMs = Date.UTC(2026, 2, 20 + round);
    const lastWinUsd = 10 ** 12 * (round + 1);
    const task = { linesPath: file, fills: 2_000, seed: 100 + round, firstTimeMs, lastWinUsd };
    const winner = generateFills(task);
    await operations.importPaths({ paths: [file] }, () => undefined, new AbortController().signal);
    const endedMs = monotonicMs();
    while (true) {
      const { body } = await fetchBytes(service.url + path, { 'x-api-key': service.key });
      if (body.includes(winner)) break;
      if (monotonicMs() - endedMs > 60_000) throw new Error('an import does not show after a minute');
      await delay(freshnessPollMs);
    }
    found.push(monotonicMs() - endedMs);
  }
  return found;
}

function everyCore(): string {
  return `0-${availableParallelism() - 1}`;
}

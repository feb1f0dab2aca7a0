import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, rfc3339 } from '../src/kernel/clock.ts';
import { cpuSeconds, runScript } from './child.ts';
import type { ColdLoadRun } from './cold-load-run.ts';
import { timesInPostgres } from './cold-postgres.ts';
import { type ColdEndpoint, coldEndpoints } from './cold-requests.ts';
import { filledDir } from './filled-dir.ts';
import type { Results } from './results.ts';
import { type Service, startService, untilSettled } from './service.ts';

const nowMs = Date.UTC(2026, 2, 31, 12);
const clients = 60;
/** Number of coins in `engine-fills.ts`. */
const coins = 250;
/** More would take Postgres longer to load than all the rest. */
const postgresFills = 3_000_000;

/**
 * Cold answers: every endpoint on fills alone, with one client and with sixty, and mixed; each path is requested once. Compared with
 * Postgres with the same fills and the indexes that its users would create.
 */
export async function benchCold(results: Results, workDir: string, quick: boolean): Promise<object> {
  const sizes = quick ? [{ fills: 60_000, wallets: 4_000 }] : [3_000_000, 20_000_000].map(sized);
  const found: Record<string, object> = {};
  for (const size of sizes) {
    const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
    const dir = join(workDir, `cold-${size.fills}`);
    cpSync(await filledDir('cold', { ...size, ...times }), dir, { recursive: true });
    const endpoints = coldEndpoints({ wallets: size.wallets, coins, nowMs });
    found[size.fills] = await benchSize(results, { workDir, dir, endpoints, fills: size.fills, quick });
    rmSync(dir, { recursive: true, force: true });
  }
  return found;
}

function sized(fills: number) {
  return { fills, wallets: 100_000 };
}

/** A stretch of load, with the processor time that the server spent on an answer: no neighbour on the machine changes it much. */
interface ColdRound extends ColdLoadRun {
  cpuMsPerAnswer: number | undefined;
}

interface SizeTask {
  workDir: string;
  dir: string;
  endpoints: ColdEndpoint[];
  fills: number;
  quick: boolean;
}

async function benchSize(results: Results, task: SizeTask): Promise<object> {
  const { workDir, dir, endpoints, fills, quick } = task;
  const seconds = quick ? 0.5 : 10;
  const label = (name: string) => `${fills / 1e6} M fills: ${name}`;
  const service = await startService(dir, ['--now', rfc3339(nowMs)]);
  const load = coldLoad(service, workDir, seconds);
  const alone: Record<string, ColdRound> = {};
  const crowd: Record<string, ColdRound> = {};
  const mixed: Record<string, ColdRound> = {};
  try {
    await untilSettled(service);
    // Warm-up: the first statements open files and fill the engine's mark caches.
    await load(endpoints, 1);
    for (const one of endpoints) {
      alone[one.name] = await load([one], 1);
      crowd[one.name] = await load([one], clients);
    }
    mixed.wallets = await load(
      endpoints.filter(({ ofWallet }) => ofWallet),
      clients,
    );
    mixed.all = await load(endpoints, clients);
  } finally {
    await service.stop();
  }
  for (const { name } of endpoints) report(results, label(name), alone[name]!, crowd[name]!);
  hold(results, label('wallets, mixed'), mixed.wallets!, 800, 250);
  hold(results, label("a wallet's newest fills"), crowd['trader-trades']!, 400);
  hold(results, label('all endpoints, mixed'), mixed.all!, 300, 400);
  const worst = Math.max(...Object.values(alone).map(({ p99Ms }) => p99Ms));
  results.hold('cold', label('slowest endpoint, one client, p99'), 'ms', worst, '<', 100);
  const runs = [alone, crowd, mixed].flatMap((of) => Object.values(of));
  const count = runs.reduce((sum, run) => sum + run.failed, 0);
  results.hold('cold', label('answers refused or too late'), '', count, '≤', 0);
  const postgres = fills <= postgresFills ? await besidePostgres(results, task, label) : undefined;
  return { alone, crowd, mixed, postgres };
}

async function besidePostgres(results: Results, task: SizeTask, label: (name: string) => string) {
  const { dir, endpoints, quick } = task;
  // Outside of the working directory, into which the server's own user may not look.
  const shareDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-postgres-'));
  const found = await timesInPostgres(dir, shareDir, endpoints, quick ? 4 : 200);
  rmSync(shareDir, { recursive: true, force: true });
  for (const [name, { p50Ms, p99Ms }] of Object.entries(found)) {
    results.measure('cold', `${label(name)}, Postgres, p50`, 'ms', [p50Ms]);
    results.measure('cold', `${label(name)}, Postgres, p99`, 'ms', [p99Ms]);
  }
  return found;
}

/** Requests new paths, cycling through the endpoints. */
function coldLoad({ url, key, child }: Service, workDir: string, seconds: number) {
  const requests = new Map<string, number>();
  return async (endpoints: readonly ColdEndpoint[], clients: number): Promise<ColdRound> => {
    const lines: { name: string; path: string }[] = [];
    // No more than any machine answers in that time.
    const turns = Math.ceil((seconds * 4_000) / endpoints.length);
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, pathOf, paths } of endpoints) {
        const n = (requests.get(name) ?? 0) + turn;
        if (n < paths) lines.push({ name, path: `/api/public/v1/pulse/${pathOf(n)}` });
      }
    }
    const file = join(workDir, 'cold-paths.txt');
    writeFileSync(file, lines.map(({ path }) => path).join('\n'));
    const before = cpuSeconds(child.pid);
    const run = await runScript<ColdLoadRun>('cold-load-run.ts', { url, key, paths: file, clients, seconds });
    // Paths are requested in this order; the ones not reached stay for later runs.
    for (const { name } of lines.slice(0, run.answers)) requests.set(name, (requests.get(name) ?? 0) + 1);
    const after = cpuSeconds(child.pid);
    const spent = before === undefined || after === undefined ? undefined : after - before;
    return { ...run, cpuMsPerAnswer: spent === undefined ? undefined : (spent / run.answers) * 1e3 };
  };
}

function report(results: Results, name: string, alone: ColdRound, crowd: ColdRound): void {
  results.measure('cold', `${name}, one client, p50`, 'ms', [alone.p50Ms]);
  results.measure('cold', `${name}, one client, p99`, 'ms', [alone.p99Ms]);
  results.measure('cold', `${name}, ${clients} clients`, 'answers/s', [crowd.answersPerSecond]);
  results.measure('cold', `${name}, ${clients} clients, p99`, 'ms', [crowd.p99Ms]);
  for (const [who, { cpuMsPerAnswer }] of Object.entries({
    'one client': alone,
    [`${clients} clients`]: crowd,
  })) {
    if (cpuMsPerAnswer === undefined) continue;
    results.measure('cold', `${name}, ${who}, processor time`, 'ms/answer', [cpuMsPerAnswer]);
  }
}

function hold(results: Results, name: string, run: ColdLoadRun, least: number, p99Ms?: number): void {
  results.hold('cold', `${name}, ${clients} clients`, 'answers/s', run.answersPerSecond, '≥', least);
  if (p99Ms !== undefined) results.hold('cold', `${name}, p99`, 'ms', run.p99Ms, '<', p99Ms);
}

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../src/kernel/clock.ts';
import { runScript } from './child.ts';
import type { CohortsRun, CohortsTask } from './cohorts-run.ts';
import { filledDir } from './filled-dir.ts';
import { percentile, type Results } from './results.ts';

const part = 'cohorts';
const nowMs = Date.UTC(2026, 2, 31, 12);

/** Cohorts of many wallets: cost of an uncached answer, and of the history of all days. */
export async function benchCohorts(results: Results, workDir: string, quick: boolean): Promise<object> {
  const size = quick ? { fills: 60_000, wallets: 4_000 } : { fills: 3_000_000, wallets: 300_000 };
  const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
  const dir = join(workDir, part);
  cpSync(await filledDir(part, { ...size, ...times }), dir, { recursive: true });
  const task: CohortsTask = { dir, nowMs, requests: quick ? 12 : 320 };
  const run = await runScript<CohortsRun>('cohorts-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  results.measure(part, 'history of all days, processor', 's', [run.allDaysCpuSeconds]);
  results.measure(part, 'history of one day more, processor', 's', [run.oneDayCpuSeconds]);
  for (const { id, ms, cpuSeconds } of run.endpoints) {
    const p99 = percentile(ms, 99);
    results.measure(part, `${id}, median`, 'ms', [percentile(ms, 50)]);
    results.measure(part, `${id}, p99`, 'ms', [p99]);
    results.measure(part, `${id}, processor a request`, 'ms', [(cpuSeconds * 1_000) / ms.length]);
    results.hold(part, `${id}, cold p99`, 'ms', p99, '<', 100);
  }
  return { ...size, requests: task.requests, ...run };
}

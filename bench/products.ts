import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../src/kernel/clock.ts';
import { runScript } from './child.ts';
import { filledDir } from './filled-dir.ts';
import type { ProductsRun, ProductsTask } from './products-run.ts';
import { warmTimes } from './products-warm.ts';
import { percentile, type Results } from './results.ts';

const part = 'products';
const nowMs = Date.UTC(2026, 6, 31, 12);
/** Endpoints with twice the time limit of the others. */
const slower = new Set(['builders.retention', 'builders.overlap', 'hip4.cross-product-overlap']);

/** Builders, outcomes, entities and editions: cost of a new answer, and over HTTP of a repeated one. */
export async function benchProducts(results: Results, workDir: string, quick: boolean): Promise<object> {
  const of = quick
    ? { fills: 40_000, wallets: 10_000, products: { builders: 60, outcomes: 400 } }
    : { fills: 20_000_000, wallets: 100_000, products: { builders: 300, outcomes: 2_000 } };
  const dir = join(workDir, part);
  const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
  cpSync(await filledDir(part, { ...of, ...times }), dir, { recursive: true });
  const size = quick ? { requests: 2, rewardHours: 24 } : { requests: 100, rewardHours: 480 };
  const task: ProductsTask = { dir, nowMs, ...size, ...of.products, wallets: of.wallets };
  const run = await runScript<ProductsRun>('products-run.ts', task);
  reportCold(results, run);
  const warm = await warmTimes(dir, task, quick);
  rmSync(dir, { recursive: true, force: true });
  for (const { id, firstMs, againMs } of warm) {
    results.measure(part, `${id}, over HTTP, median of first answers`, 'ms', [percentile(firstMs, 50)]);
    const p99s = againMs.map((ms) => percentile(ms, 99));
    results.hold(part, `${id}, over HTTP, warm p99, median round`, 'ms', percentile(p99s, 50), '<', 10);
    results.measure(part, `${id}, over HTTP, warm p99, worst round`, 'ms', [Math.max(...p99s)]);
  }
  return { ...of, requests: task.requests, ...run, warm };
}

function reportCold(results: Results, run: ProductsRun): void {
  results.measure(part, 'open positions in memory', '', [run.positions]);
  for (const { id, ms, cpuSeconds } of run.endpoints) {
    const all = ms.flat();
    const p99s = ms.map((round) => percentile(round, 99));
    results.measure(part, `${id}, median`, 'ms', [percentile(all, 50)]);
    results.measure(part, `${id}, processor a request`, 'ms', [(cpuSeconds * 1_000) / all.length]);
    const bar = slower.has(id) ? 200 : 100;
    results.hold(part, `${id}, cold p99, median round`, 'ms', percentile(p99s, 50), '<', bar);
    results.measure(part, `${id}, cold p99, worst round`, 'ms', [Math.max(...p99s)]);
  }
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicMs } from '../src/kernel/clock.ts';
import { cpuSeconds, pin, startChild } from './child.ts';
import type { Results } from './results.ts';
import { tidemark } from './service.ts';

/**
 * A large simulated history as node files, on one core; its compression and garbage-collection threads share that core.
 */
export async function benchSimulate(results: Results, workDir: string, quick: boolean): Promise<object> {
  const size = quick ? { fills: 30_000, wallets: 1_500 } : { fills: 10_000_000, wallets: 100_000 };
  const out = join(workDir, 'history');
  const { fills, wallets } = size;
  const startMs = monotonicMs();
  const child = startChild(tidemark, [
    'simulate',
    '--out',
    out,
    '--seed',
    '7',
    '--days',
    '3',
    '--fills',
    String(fills),
    '--wallets',
    String(wallets),
  ]);
  const pinned = pin(child.pid, '0');
  let cpu = 0;
  const watch = setInterval(() => {
    cpu = cpuSeconds(child.pid) ?? cpu;
  }, 500);
  const [, json] = await child.line(/^(\{.*\})$/);
  clearInterval(watch);
  await child.ended();
  const seconds = (monotonicMs() - startMs) / 1000;
  rmSync(out, { recursive: true, force: true });
  const summary = JSON.parse(json!) as { fills: number; bytes: number };
  results.measure('simulate', 'fills', '', [summary.fills]);
  results.measure('simulate', 'written', 'GB', [summary.bytes / 1e9]);
  results.measure('simulate', 'processor time', 's', [cpu]);
  results.measure('simulate', 'rate', 'fills/s', [summary.fills / seconds]);
  // Prices move equally often in a short history, so a small one says nothing of the large.
  if (!quick) results.hold('simulate', '10 million fills on one core', 's', seconds, '<', 300);
  return { ...size, ...summary, seconds, cpu, pinned };
}

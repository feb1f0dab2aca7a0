import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import { percentile, type Results } from './results.ts';
import type { RiskRun, RiskTask } from './risk-run.ts';

const part = 'risk';

/** Risk of 300,000 open positions on 399 coins: cost of an uncached answer. */
export async function benchRisk(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dir = join(workDir, part);
  const task: RiskTask = {
    dir,
    pairs: quick ? 20_000 : 300_000,
    liquidations: quick ? 2_000 : 200_000,
    requests: quick ? 12 : 400,
  };
  const run = await runScript<RiskRun>('risk-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  results.measure(part, 'open positions', '', [run.positions]);
  for (const { id, ms, cpuSeconds } of run.endpoints) {
    const p99 = percentile(ms, 99);
    results.measure(part, `${id}, median`, 'ms', [percentile(ms, 50)]);
    results.measure(part, `${id}, p99`, 'ms', [p99]);
    results.measure(part, `${id}, processor a request`, 'ms', [(cpuSeconds * 1_000) / ms.length]);
    results.hold(part, `${id}, cold p99`, 'ms', p99, '<', 100);
  }
  return { task: { ...task, dir: undefined }, ...run };
}

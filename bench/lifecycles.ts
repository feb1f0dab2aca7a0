import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import type { LifecyclesRun, LifecyclesTask } from './lifecycles-run.ts';
import type { Results } from './results.ts';

const part = 'lifecycles';

/** Lifecycles of many wallets: the fold alone, the fold of a whole store, and the cost of a batch of new fills. */
export async function benchLifecycles(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dir = join(workDir, part);
  const task: LifecyclesTask = {
    dir,
    pairs: quick ? 6_000 : 1_000_000,
    fillsOfPair: quick ? 10 : 20,
    rounds: 3,
  };
  const run = await runScript<LifecyclesRun>('lifecycles-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  const alone = results.measure(part, 'fold in memory', 'fills/s', [run.foldedPerCpuSecond]);
  results.measure(part, 'fills', '', [run.fills]);
  const whole = results.measure(part, 'fold of a store', 's', [run.wholeMs / 1000]);
  results.measure(part, 'fold of a store, processor', 's', [run.wholeCpuSeconds]);
  const peak = results.measure(part, 'memory of the process meanwhile', 'MiB', [run.peakBytes / 2 ** 20]);
  results.measure(part, '2,000 new fills, folded', 'ms', run.followMs);
  results.measure(part, '2,000 new fills, processor', 's', run.followCpuSeconds);
  results.hold(part, 'fold in memory, one core', 'fills/s', alone, '≥', 500_000);
  if (!quick) {
    results.hold(part, 'fold of 20 million fills', 's', whole, '<', 60);
    results.hold(part, 'memory of that', 'MiB', peak, '<', 2_048);
  }
  return { task: { ...task, dir: undefined }, ...run };
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import type { PositionsRun, PositionsTask } from './positions-run.ts';
import type { Results } from './results.ts';

const part = 'positions';

/** 300,000 open positions on 399 coins: memory, delay of a change, and its cost. */
export async function benchPositions(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dir = join(workDir, part);
  const task: PositionsTask = {
    dir,
    pairs: quick ? 20_000 : 300_000,
    fillsOfPair: quick ? 3 : 21,
    rounds: quick ? 2 : 5,
  };
  const run = await runScript<PositionsRun>('positions-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  const changeCpu = run.cpuSeconds.map((seconds, round) => seconds - run.idleCpuSeconds[round]!);
  results.measure(part, 'open positions', '', [run.positions]);
  const mib = results.measure(part, 'memory of them', 'MiB', [run.heldBytes / 2 ** 20]);
  results.measure(part, 'reading everything', 's', [run.wholeMs / 1000]);
  results.measure(part, 'reading everything, processor', 's', [run.wholeCpuSeconds]);
  const blocked = results.measure(part, 'event loop blocked meanwhile, at most', 'ms', [run.blockedMs]);
  const visible = results.measure(part, '2,000 fills until seen', 'ms', run.visibleMs);
  results.measure(part, '2,000 fills, processor', 's', changeCpu);
  results.measure(part, 'sums over all coins', 'ms', [run.totalsMs]);
  results.hold(part, 'memory of 300,000 positions', 'MiB', mib, '<', 150);
  results.hold(part, 'a change is seen within', 'ms', visible, '<', 5_000);
  results.hold(part, 'event loop blocked', 'ms', blocked, '<', 50);
  return { task: { ...task, dir: undefined }, ...run };
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import type { ListsRun, ListsTask } from './lists-run.ts';
import type { Results } from './results.ts';

const part = 'lists';

/** Lists over lifecycles with the exchange's closes of 90 days at a tenth: the first reading, a turn of the fold, answers. */
export async function benchLists(results: Results, workDir: string, quick: boolean): Promise<object> {
  const dir = join(workDir, part);
  const size = quick ? { closes: 30_000, wallets: 2_000 } : { closes: 30_000_000, wallets: 400_000 };
  const task: ListsTask = { dir, nowMs: Date.UTC(2026, 2, 31, 12), ...size, changed: 1_000, rounds: 3 };
  const run = await runScript<ListsRun>('lists-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  results.measure(part, 'first reading, elapsed', 's', [run.load.ms / 1_000]);
  results.measure(part, 'first reading, processor', 's', [run.load.cpuSeconds]);
  const changes = run.changes.map(({ cpuSeconds }) => cpuSeconds);
  results.measure(part, 'turn of 1,000 closes, processor', 's', changes);
  const elapsed = run.changes.map(({ ms }) => ms);
  results.measure(part, 'turn of 1,000 closes, elapsed', 'ms', elapsed);
  const read = run.changes.map(({ readRows }) => readRows);
  results.measure(part, 'turn of 1,000 closes, rows read', '', read);
  for (const [list, ms] of Object.entries(run.answers)) {
    results.measure(part, `${list}, first answer after a turn`, 'ms', ms);
    results.hold(part, `${list}, first answer after a turn`, 'ms', Math.max(...ms), '<', 200);
  }
  results.measure(part, 'memory, the engine in it', 'GB', [run.rssBytes / 1e9]);
  return { ...size, ...run };
}

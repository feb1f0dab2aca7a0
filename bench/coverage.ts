import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import type { CoverageRun } from './coverage-run.ts';
import type { Results } from './results.ts';

const part = 'coverage';

/** Cost of uncached reads of the coverage ledger, with a million intervals. */
export async function benchCoverage(results: Results, workDir: string, quick: boolean): Promise<object> {
  const intervals = quick ? 20_000 : 1_000_000;
  const dir = join(workDir, part);
  mkdirSync(dir);
  const run = await runScript<CoverageRun>('coverage-run.ts', { dir, intervals });
  rmSync(dir, { recursive: true, force: true });
  for (const [name, ms] of Object.entries(run.ms)) {
    const median = results.measure(part, name, 'ms', ms);
    results.hold(part, name, 'ms', median, '<', 50);
  }
  return run;
}

import { join } from 'node:path';
import { runScript } from './child.ts';
import type { Results } from './results.ts';
import type { TakeoverRun, TakeoverTask } from './takeover-run.ts';

/** Time for which a connector that starts with many tracked wallets blocks the event loop. */
export async function benchTakeover(results: Results, workDir: string, quick: boolean): Promise<object> {
  const task: TakeoverTask = {
    dir: join(workDir, 'takeover'),
    wallets: quick ? 10_000 : 500_000,
    seconds: quick ? 2 : 20,
  };
  const run = await runScript<TakeoverRun>('takeover-run.ts', task);
  results.measure('takeover', 'until the connector runs', 'ms', [run.startMs]);
  results.measure('takeover', 'memory of the process', 'MiB', [run.residentMib]);
  results.hold('takeover', 'event loop blocked at the start', 'ms', run.longestBlockMs, '≤', 50);
  results.hold('takeover', 'event loop blocked while it runs', 'ms', run.longestBlockAfterMs, '≤', 50);
  return run;
}

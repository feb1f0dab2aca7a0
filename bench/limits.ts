import { startLimitProcesses } from '../test/e2e/limit-processes.ts';
import type { Results } from './results.ts';

/**
 * Requests of an account that several processes on one Redis admit, over seeded runs: never more than the limit, and close to it.
 */
export async function benchLimits(results: Results, _workDir: string, quick: boolean): Promise<object> {
  const [seeds, requests] = quick ? [1, 1_000] : [50, 10_000];
  const processes = await startLimitProcesses(4);
  try {
    const runs = [];
    for (let seed = 1; seed <= seeds; seed++) runs.push(await processes.run(`bench ${seed}`, requests));
    const shares = runs.map(({ admitted, allowed }) => (100 * admitted) / allowed);
    const sent = 4 * requests;
    results.measure('limits', 'admitted', '% of allowed', shares);
    results.measure(
      'limits',
      'duration of a run',
      'ms',
      runs.map(({ durationMs }) => durationMs),
    );
    const withoutAsking = runs.map((run) => (100 * run.withoutAsking) / sent);
    results.measure('limits', 'decided without asking Redis', '% of requests', withoutAsking);
    results.hold('limits', 'admitted at most', '% of allowed', Math.max(...shares), '≤', 100);
    results.hold('limits', 'admitted at least', '% of allowed', Math.min(...shares), '≥', 95);
    const routeShares = runs.map((run) => (100 * run.onRoute) / run.allowedOnRoute);
    results.hold('limits', 'admitted on a route at most', '% of allowed', Math.max(...routeShares), '≤', 100);
    const miscounted = runs.filter(({ stored, admitted }) => stored !== admitted).length;
    results.hold('limits', 'runs with a wrong count in the store', 'runs', miscounted, '≤', 0);
    return { sent, runs };
  } finally {
    await processes.stop();
  }
}

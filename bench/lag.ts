import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectOperations } from '../src/operate/own-or-connect.ts';
import { leaderboardPath, load } from './against-bare.ts';
import { cpuSeconds, nodeCommand, startChild } from './child.ts';
import type { LagRun, LagTask } from './lag-run.ts';
import { projectDir } from './machine.ts';
import type { Results } from './results.ts';
import { tidemark } from './service.ts';

/** Mean rate of the exchange; the quietest hour of the day has seven tenths of it. */
const meanFillsPerSecond = 2_900;
const requestsPerSecond = 500;

/**
 * How soon the trades of a frame can be queried: the live connector on a simulated exchange, both at one second a
 * second, while the service answers requests.
 */
export async function benchLag(results: Results, workDir: string, quick: boolean): Promise<object> {
  const [warmSeconds, seconds] = quick ? [8, 3] : [30, 60];
  const flags = ['--port', '0', '--wallets', '5000', '--coins', '60', '--history', '1m'];
  const rate = ['--fills-per-second', String(meanFillsPerSecond)];
  const exchange = startChild(tidemark, ['simulate-server', ...flags, ...rate]);
  try {
    const [, exchangeUrl, exchangeWs] = await exchange.line(/ready at (\S+)\/info and (\S+)/);
    const dataDir = join(workDir, 'lag');
    const task: LagTask = {
      dataDir,
      exchangeUrl: exchangeUrl!,
      exchangeWs: exchangeWs!,
      warmSeconds,
      seconds,
    };
    const run = startChild(nodeCommand, [join(projectDir, 'bench/lag-run.ts'), JSON.stringify(task)]);
    const [, url] = await run.line(/ready at (\S+)/);
    const operations = (await connectOperations(dataDir))!;
    const { key } = await operations.createKey({ account: 'bench', tier: 'enterprise' });
    await operations.setOverrides({ name: 'bench', ratePerMinute: 1_000_000 });
    await delay((warmSeconds - 5) * 1000);
    const usedBefore = cpuSeconds(run.pid) ?? 0;
    const served = await load(
      { url: url! + leaderboardPath, pid: run.pid },
      { connections: 16, seconds: seconds + 5, rate: requestsPerSecond, keys: [key] },
    );
    const usedCores = ((cpuSeconds(run.pid) ?? 0) - usedBefore) / (seconds + 5);
    const [, json] = await run.line(/^RESULT (.*)$/);
    const lag = JSON.parse(json!) as LagRun;
    await run.stop();
    const fillsPerSecond = 2 * lag.tradesPerSecond;
    results.measure('lag', 'fills stored as trades', '/s', [fillsPerSecond]);
    results.measure('lag', 'leaderboard meanwhile', 'requests/s', [served.requestsPerSecond]);
    results.measure('lag', 'leaderboard meanwhile, p99', 'ms', [served.p99Ms]);
    results.measure('lag', 'processors used by the service', '', [usedCores]);
    results.measure('lag', 'from a frame to a queryable trade, p50', 'ms', [lag.p50Ms]);
    results.hold('lag', 'fills a second', '/s', fillsPerSecond, '≥', 2_000);
    results.hold('lag', 'from a frame to a queryable trade, p99', 'ms', lag.p99Ms, '≤', 2_000);
    return { lag, served };
  } finally {
    await exchange.stop();
  }
}

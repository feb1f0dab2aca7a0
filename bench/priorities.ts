import { join } from 'node:path';
import { nodeCommand, startChild } from './child.ts';
import { projectDir } from './machine.ts';
import type { PrioritiesLook, PrioritiesTask } from './priorities-run.ts';
import type { Results } from './results.ts';
import { tidemark } from './service.ts';

/**
 * Coverage of the live connector in its first minutes on an unread exchange, within the exchange's own weight: a third of the real markets,
 * and thousands of wallets at once.
 */
export async function benchPriorities(results: Results, workDir: string, quick: boolean): Promise<object> {
  const lookMinutes = quick ? [0.2] : [1, 2, 4, 7, 10];
  const size = ['--wallets', '4000', '--coins', '300', '--fills-per-second', '60'];
  const exchange = startChild(tidemark, ['simulate-server', '--port', '0', '--seed', 'priorities', ...size]);
  try {
    const [, exchangeUrl, exchangeWs] = await exchange.line(/ready at (\S+)\/info and (\S+)/);
    const dataDir = join(workDir, 'priorities');
    const task: PrioritiesTask = { dataDir, exchangeUrl: exchangeUrl!, exchangeWs: exchangeWs!, lookMinutes };
    const run = startChild(nodeCommand, [join(projectDir, 'bench/priorities-run.ts'), JSON.stringify(task)]);
    const [, json] = await run.line(/^RESULT (.*)$/);
    await run.ended();
    const looks = JSON.parse(json!) as PrioritiesLook[];
    for (const { minutes, walletsSeen, stateAgeSeconds, ...shares } of looks) {
      results.measure('priorities', `wallets seen after ${minutes} min`, '', [walletsSeen]);
      results.measure('priorities', `age of states after ${minutes} min`, 's', [stateAgeSeconds]);
      for (const [name, share] of Object.entries(shares)) {
        results.measure('priorities', `${name} after ${minutes} min`, 'share', [share]);
      }
    }
    return { looks };
  } finally {
    await exchange.stop();
  }
}

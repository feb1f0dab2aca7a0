import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, monotonicMs, rfc3339 } from '../src/kernel/clock.ts';
import { filledDir } from './filled-dir.ts';
import type { Results } from './results.ts';
import { fetchBytes, startService, untilSettled } from './service.ts';

const nowMs = Date.UTC(2026, 2, 31, 12);
/** Each rests on another view that is kept in memory. */
const paths = {
  boards: 'pulse/leaderboard',
  coins: 'pulse/most-traded',
  'newest fills': 'pulse/trades/recent',
  positions: 'live/coins/C1/long-short',
  'closed lifecycles': 'pulse/survivors',
};
const answerWithinMs = 1_200_000;

/** Time until a service answers again, with and without stored view snapshots. */
export async function benchRestart(results: Results, workDir: string, quick: boolean): Promise<object> {
  const size = quick ? { fills: 60_000, wallets: 4_000 } : { fills: 20_000_000, wallets: 1_000_000 };
  const dir = join(workDir, 'restart');
  const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
  cpSync(await filledDir('restart', { ...size, ...times }), dir, { recursive: true });
  const first = await startService(dir, ['--now', rfc3339(nowMs)]);
  await untilSettled(first);
  await first.stop();
  const found: Record<string, number>[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) found.push(await firstAnswersMs(dir, nowMs));
  rmSync(join(dir, 'views'), { recursive: true });
  const without = await firstAnswersMs(dir, nowMs);
  rmSync(dir, { recursive: true, force: true });
  for (const name of Object.keys(found[0]!)) {
    const ms = found.map((one) => one[name]!);
    results.measure('restart', `${name}, with snapshots`, 'ms', ms);
    results.measure('restart', `${name}, without`, 'ms', [without[name]!]);
    if (name !== 'ready line') {
      results.hold('restart', `${name}, with snapshots`, 'ms', Math.max(...ms), '<', 5_000);
    }
  }
  return { ...size, found, without };
}

/** Time until the ready line, and from there until each path answers, ms. */
export async function firstAnswersMs(dir: string, nowMs: number): Promise<Record<string, number>> {
  const startMs = monotonicMs();
  const service = await startService(dir, ['--now', rfc3339(nowMs)]);
  const readyMs = startMs + service.readyMs;
  try {
    const entries = Object.entries(paths).map(async ([name, path]) => {
      const url = `${service.url}/api/public/v1/${path}`;
      while ((await fetchBytes(url, { 'x-api-key': service.key })).status !== 200) {
        if (monotonicMs() - readyMs > answerWithinMs) throw new Error(`${path} does not answer in time`);
        await delay(50);
      }
      return [name, monotonicMs() - readyMs] as const;
    });
    return { 'ready line': service.readyMs, ...Object.fromEntries(await Promise.all(entries)) };
  } finally {
    await service.stop();
  }
}

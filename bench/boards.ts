import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { analyticsMigrations } from '../src/analytics/migrate.ts';
import { boardPeriods, boardSorts } from '../src/boards/traders.ts';
import { dayMs, monotonicMs, rfc3339 } from '../src/kernel/clock.ts';
import type { BoardCosts, NewFills, RebuildCost } from './boards-cost-run.ts';
import { runScript } from './child.ts';
import { projectDir } from './machine.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, type Service, startService, startupMs } from './service.ts';

const nowMs = Date.UTC(2026, 2, 31, 12);
const newFills: NewFills[] = [
  { name: '2000 fills', count: 2_000 },
  { name: '100000 fills', count: 100_000 },
  {
    name: '2000 fills, some of old wallets read back',
    count: 2_000,
    backReading: { wallets: 20, spanMs: 180 * dayMs },
  },
];
/** Processor time that following new fills may take. */
const barsSeconds: Record<string, number> = {
  'rebuild after 2000 fills': 0.3,
  'rebuild after 100000 fills': 2,
  'rebuild after 2000 fills, some of old wallets read back': 0.3,
};
const cacheDir = join(projectDir, 'bench/.cache');

/**
 * Boards over many wallets: answers that were never asked for before, the cost of keeping the boards up to date, and
 * how soon the service starts on such a directory and on a new one.
 */
export async function benchBoards(results: Results, workDir: string, quick: boolean): Promise<object> {
  const size = quick ? { fills: 120_000, wallets: 6_000 } : { fills: 20_000_000, wallets: 1_000_000 };
  const dir = join(workDir, 'boards');
  cpSync(await builtDir(size), dir, { recursive: true });

  const flags = ['--now', rfc3339(nowMs)];
  const service = await startService(dir, flags);
  let answers: number[];
  try {
    answers = await firstAnswersMs(service, 10);
  } finally {
    await service.stop();
  }
  const starts = { fresh: [] as number[], again: [] as number[], existing: [] as number[] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const fresh = join(workDir, `new-${round}`);
    starts.fresh.push(await startupMs(fresh, 'simulated'));
    starts.again.push(await startupMs(fresh, 'simulated'));
    starts.existing.push(await startupMs(dir, 'none'));
  }
  const task = { dir, wallets: size.wallets, nowMs, rounds: quick ? 1 : 3, newFills };
  const costs = await runScript<BoardCosts>('boards-cost-run.ts', task);
  rmSync(dir, { recursive: true, force: true });
  reportAnswers(results, answers);
  reportCosts(results, costs);
  reportStarts(results, starts);
  return { ...size, answers, costs, starts };
}

/** The directory with the fills; built if missing or of another schema, and reused by later runs. */
async function builtDir({ fills, wallets }: { fills: number; wallets: number }): Promise<string> {
  const schema = createHash('sha256').update(JSON.stringify(analyticsMigrations())).digest('hex').slice(0, 8);
  const dir = join(cacheDir, `boards-${fills}-${wallets}-${schema}`);
  if (existsSync(dir)) return dir;
  const draft = `${dir}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
  await runScript('boards-build-run.ts', { dir: draft, fills, wallets, ...times });
  renameSync(draft, dir);
  return dir;
}

/** Every sort of every period, with a limit and a floor that no request had before. */
async function firstAnswersMs({ url, key }: Service, rounds: number): Promise<number[]> {
  const found: number[] = [];
  const headers = { 'x-api-key': key };
  for (let round = 0; round < rounds; round++) {
    for (const period of Object.keys(boardPeriods)) {
      for (const sort of boardSorts) {
        const query = `sort=${sort}&period=${period}&limit=${500 - 7 * round}&minTrades=${2 + 3 ** round}`;
        const startMs = monotonicMs();
        const { status } = await fetchBytes(`${url}/api/public/v1/pulse/leaderboard?${query}`, headers);
        found.push(monotonicMs() - startMs);
        if (status !== 200) throw new Error(`${query} answers ${status}`);
      }
    }
  }
  return found;
}

function reportAnswers(results: Results, answers: number[]): void {
  const p99 = percentile(answers, 99);
  results.measure('boards', 'first answer', 'ms', answers);
  results.measure('boards', 'first answer, p99', 'ms', [p99]);
  results.hold('boards', 'first answer, p99', 'ms', p99, '<', 50);
}

function reportCosts(results: Results, { wallets, full, turnOfDay, delta, rssBytes }: BoardCosts): void {
  results.measure('boards', 'wallets', '', [wallets]);
  results.measure('boards', 'memory after the rebuilds', 'GB', [rssBytes / 1e9]);
  results.hold('boards', 'memory after the rebuilds', 'GB', rssBytes / 1e9, '<', 1.5);
  const kinds: [string, RebuildCost[]][] = [
    ['full rebuild', full],
    ['turn of the day', turnOfDay],
  ];
  for (const [name, costs] of Object.entries(delta)) kinds.push([`rebuild after ${name}`, costs]);
  for (const [name, costs] of kinds) {
    results.measure(
      'boards',
      `${name}, elapsed`,
      'ms',
      costs.map((cost) => cost.wallMs),
    );
    results.measure(
      'boards',
      `${name}, ranking`,
      'ms',
      costs.map((cost) => cost.rankMs),
    );
    const cpu = costs.map((cost) => cost.cpuSeconds);
    const median = results.measure('boards', `${name}, processor time`, 's', cpu);
    results.measure(
      'boards',
      `${name}, rows read`,
      '',
      costs.map((cost) => cost.readRows),
    );
    const busy = costs.map((cost) => cost.busyMs);
    results.measure('boards', `${name}, requests' thread busy without a break`, 'ms', busy);
    results.measure(
      'boards',
      `${name}, event loop late`,
      'ms',
      costs.map((cost) => cost.lateMs),
    );
    results.hold('boards', `${name}, requests' thread busy`, 'ms', Math.max(...busy), '<', 50);
    const bar = barsSeconds[name];
    if (bar !== undefined) results.hold('boards', `${name}, processor time`, 's', median, '<', bar);
  }
}

function reportStarts(
  results: Results,
  { fresh, again, existing }: Record<'fresh' | 'again' | 'existing', number[]>,
): void {
  results.measure('boards', 'npm start on a new directory', 'ms', fresh);
  results.measure('boards', 'npm start on the existing directory', 'ms', existing);
  results.measure('boards', 'npm start on its directory again', 'ms', again);
  results.hold('boards', 'npm start on a new directory', 'ms', Math.max(...fresh), '≤', 15_000);
  results.hold('boards', 'npm start on its directory again', 'ms', Math.max(...again), '≤', 5_000);
  results.hold('boards', 'npm start on the existing directory', 'ms', Math.max(...existing), '≤', 5_000);
}

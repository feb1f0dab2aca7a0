import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';
import { connectOperations } from '../src/operate/own-or-connect.ts';
import { againstBare, leaderboardPath, load, type Round } from './against-bare.ts';
import { pin } from './child.ts';
import { generateFills } from './generate-fills.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, importedDir, type Service, startService, untilSettled } from './service.ts';

const freshnessPollMs = 20;

/**
 * The leaderboard against a bare node:http server that sends the same bytes, in turns; then while an import
 * runs flat out; then how soon an import shows.
 */
export async function benchHttp(results: Results, workDir: string, quick: boolean): Promise<object> {
  const seconds = quick ? 1 : 4;
  const dataDir = importedDir(workDir, 'http', quick ? 20_000 : 400_000);
  const service = await startService(dataDir);
  try {
    await untilSettled(service);
    const bars = { share: 0.6, p99: 2 };
    const rounds = quick ? 1 : 5;
    const idle = await againstBare(results, { part: 'http', workDir, service, seconds, rounds, bars });
    pin(service.child.pid, everyCore());
    const importing = await duringImport(results, workDir, service, dataDir, quick);
    await untilSettled(service);
    const freshness = await freshnessMs(workDir, service, dataDir, quick ? 1 : 5);
    results.measure('http', 'from an import until the leaderboard shows it', 'ms', freshness);
    results.hold('http', 'freshness', 'ms', Math.max(...freshness), '≤', 5_000);
    return { ...idle, ...importing, freshness };
  } finally {
    await service.stop();
  }
}

/** Alternates idle and importing stretches; both may use every core. */
async function duringImport(
  results: Results,
  workDir: string,
  service: Service,
  dataDir: string,
  quick: boolean,
): Promise<object> {
  const target = { url: service.url + leaderboardPath, pid: service.child.pid };
  const operations = (await connectOperations(dataDir))!;
  const idle: Round[] = [];
  const importing: Round[] = [];
  const importRates: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const file = join(workDir, `flat-out-${round}.jsonl`);
    const firstTimeMs = Date.UTC(2026, 2, 10 + round);
    generateFills({ linesPath: file, fills: quick ? 300_000 : 1_200_000, seed: 10 + round, firstTimeMs });
    const keys = await service.newKeys(2);
    const seconds = quick ? 1 : 4;
    idle.push(await load(target, { keys: keys.slice(1), seconds }));
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const done = operations.importPaths(
      { paths: [file] },
      { onProgress: () => begun.resolve(), signal: stop.signal },
    );
    await begun.promise;
    importing.push(await load(target, { keys: keys.slice(0, 1), seconds }));
    const overlap = await Promise.race([done.then(() => 'ended'), delay(0, 'running')]);
    if (overlap === 'ended') throw new Error('the import ended before the load did: generate more fills');
    importRates.push((await done).fillsPerSecond);
  }
  const rate = (of: Round[]) => of.map((run) => run.requestsPerSecond);
  const share = rate(importing).map((value, round) => value / rate(idle)[round]!);
  results.measure('http', 'leaderboard, idle and not pinned', 'requests/s', rate(idle));
  results.measure('http', 'leaderboard while importing', 'requests/s', rate(importing));
  const p99 = results.measure(
    'http',
    'while importing, p99',
    'ms',
    importing.map((run) => run.p99Ms),
  );
  results.measure('http', 'import beside the load', 'fills/s', importRates);
  results.hold('http', 'while importing, share of idle', '', percentile(share, 50), '≥', 0.4);
  results.hold('http', 'while importing, p99', 'ms', p99, '<', 50);
  return { unpinned: { idle, importing, importRates } };
}

/** From the end of an import until an answer shows its record win, with the leaderboard asked all the time. */
async function freshnessMs(
  workDir: string,
  service: Service,
  dataDir: string,
  rounds: number,
): Promise<number[]> {
  const operations = (await connectOperations(dataDir))!;
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = join(workDir, `fresh-${round}.jsonl`);
    const firstTimeMs = Date.UTC(2026, 2, 20 + round);
    const lastWinUsd = 10 ** 12 * (round + 1);
    const task = { linesPath: file, fills: 2_000, seed: 100 + round, firstTimeMs, lastWinUsd };
    const winner = generateFills(task);
    const signal = new AbortController().signal;
    await operations.importPaths({ paths: [file] }, { onProgress: () => undefined, signal });
    const endedMs = monotonicMs();
    while (true) {
      const { body } = await fetchBytes(service.url + leaderboardPath, { 'x-api-key': service.key });
      if (body.includes(winner)) break;
      if (monotonicMs() - endedMs > 60_000) throw new Error('an import does not show after a minute');
      await delay(freshnessPollMs);
    }
    found.push(monotonicMs() - endedMs);
  }
  return found;
}

function everyCore(): string {
  return `0-${availableParallelism() - 1}`;
}

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { openClickHouse } from '../src/analytics/clickhouse.ts';
import { openCluster } from '../src/analytics/cluster/cluster.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { query } from '../src/analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../src/analytics/store.ts';
import { boardCatalogue } from '../src/boards/catalogue.ts';
import { startSnapshots } from '../src/boards/refresher.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { createCoverageLedger } from '../src/coverage/ledger.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { runImport } from '../src/ingest/import.ts';
import { fixedClock, monotonicMs, systemClock } from '../src/kernel/clock.ts';
import { startClickHouse, startClickHouseCluster } from '../test/clickhouse-harness.ts';
import { generateFills } from './generate-fills.ts';
import type { Results } from './results.ts';

interface ShardRun {
  fillsPerSecond: number;
  boardsMs: number;
  /** Time of the servers' statements, µs per imported fill. */
  engineMicros: number;
}

const firstTimeMs = Date.UTC(2026, 2, 1);

/**
 * One server and a cluster of two shards in turns, on the same processors: an import, and then every board for the first time.
 */
export async function benchShards(results: Results, workDir: string, quick: boolean): Promise<object> {
  const fills = quick ? 40_000 : 1_000_000;
  const rounds = quick ? 1 : 3;
  const linesPath = join(workDir, 'shards.jsonl');
  generateFills({ linesPath, fills, seed: 2, firstTimeMs });
  const one: ShardRun[] = [];
  const two: ShardRun[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startClickHouse();
    try {
      one.push(await measured(await openClickHouse({ url: server.url }), linesPath, workDir));
    } finally {
      await server.stop();
    }
    const { urls, cluster, stop } = await startClickHouseCluster();
    try {
      two.push(await measured(await openCluster({ url: urls.join(','), cluster }), linesPath, workDir));
    } finally {
      await stop();
    }
  }
  rmSync(linesPath);
  report(results, { one, two });
  return { fills, rounds, one, two };
}

async function measured(store: AnalyticsStore, path: string, workDir: string): Promise<ShardRun> {
  const journalDir = join(workDir, 'shards-journal');
  rmSync(journalDir, { recursive: true, force: true });
  mkdirSync(journalDir);
  await migrateAnalytics(store);
  const engineBefore = await engineMicros(store);
  const startMs = monotonicMs();
  const { fills } = await runImport({
    request: { paths: [path] },
    store: createBatchStore(store),
    ledger: createCoverageLedger({ analytics: store, clock: systemClock }),
    journalDir,
    batchFills: 100_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const seconds = (monotonicMs() - startMs) / 1_000;
  const engine = (await engineMicros(store)) - engineBefore;
  const boardsMs = await firstBoards(store);
  await store.close();
  return { fillsPerSecond: fills / seconds, boardsMs, engineMicros: engine / fills };
}

/** Builds every new board, one after the other. */
async function firstBoards(store: AnalyticsStore): Promise<number> {
  const clock = fixedClock(firstTimeMs + 86_400_000);
  const onError = (error: unknown) => {
    throw error;
  };
  const startMs = monotonicMs();
  // Boards are built by timers that keep no process running.
  const alive = setInterval(() => undefined, 1_000);
  const feed = createChangeFeed({ store, onError });
  const running = startSnapshots({ store, feed, clock, onError });
  await running.ready;
  for (const declared of boardCatalogue) await running.snapshots.boards.board(declared);
  const tookMs = monotonicMs() - startMs;
  clearInterval(alive);
  await running.close();
  await feed.close();
  return tookMs;
}

const engineTime = query({
  name: 'bench_engine_time',
  params: {},
  row: Type.Object({ micros: Type.String() }),
  sql: "SELECT toString(sum(value)) AS micros FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'",
});

async function engineMicros(store: AnalyticsStore): Promise<number> {
  let micros = 0;
  for (const shard of shardsOf(store)) micros += Number((await shard.rows(engineTime, {}))[0]!.micros);
  return micros;
}

function report(results: Results, { one, two }: Record<'one' | 'two', ShardRun[]>): void {
  const of = (runs: ShardRun[], name: keyof ShardRun) => runs.map((run) => run[name]);
  for (const [runs, where] of [
    [one, 'one server'],
    [two, 'two shards'],
  ] as const) {
    results.measure('shards', `import, ${where}`, 'fills/s', of(runs, 'fillsPerSecond'));
    results.measure(
      'shards',
      `import, ${where}, processor time of the engine`,
      'µs/fill',
      of(runs, 'engineMicros'),
    );
    results.measure('shards', `boards never asked, ${where}`, 'ms', of(runs, 'boardsMs'));
  }
  const ratios = (name: keyof ShardRun) => two.map((run, round) => run[name] / one[round]![name]);
  const rate = results.measure('shards', 'import, two shards against one', 'ratio', ratios('fillsPerSecond'));
  const time = results.measure(
    'shards',
    'boards never asked, two shards against one',
    'ratio',
    ratios('boardsMs'),
  );
  // Both shards share the processors of one machine here.
  results.hold('shards', 'import, rate of that of one server', 'ratio', rate, '≥', 0.65);
  results.hold('shards', 'boards never asked, time of that of one server', 'ratio', time, '≤', 1.6);
}

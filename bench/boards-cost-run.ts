/** What rebuilding the boards costs, full and after new fills, in a process that does nothing else. Started by boards.ts. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { query } from '../src/analytics/query.ts';
import { fixedClock, monotonicMs } from '../src/kernel/clock.ts';
import { type ChangedSpan, createBoards } from '../src/snapshots/boards.ts';
import { mergeScatteredRows } from '../src/snapshots/scattered-rows.ts';
import { tellResult } from './child.ts';
import { insertFills } from './engine-fills.ts';

export interface RebuildCost {
  wallMs: number;
  queryMs: number;
  rankMs: number;
  cpuSeconds: number;
  rowsBytes: number;
}

export interface BoardCosts {
  wallets: number;
  full: RebuildCost[];
  /** By the number of new fills. */
  delta: Record<string, RebuildCost[]>;
  rssBytes: number;
}

const task = JSON.parse(process.argv[2]!) as {
  dir: string;
  wallets: number;
  nowMs: number;
  rounds: number;
  newFills: number[];
};
const { wallets, nowMs, rounds } = task;
const mergesWaitMs = 20_000;
const store = await openChdb({ dir: join(task.dir, 'analytics') });
const boards = createBoards({ store, clock: fixedClock(nowMs) });

async function rebuild(span: ChangedSpan): Promise<RebuildCost> {
  const cpu = process.cpuUsage();
  const startMs = monotonicMs();
  const { queryMs, rankMs, bytes } = await boards.refresh(span);
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = monotonicMs() - startMs;
  return { wallMs, queryMs, rankMs, cpuSeconds: (user + system) / 1e6, rowsBytes: bytes };
}

const runningMerges = query({
  name: 'running_merges',
  params: {},
  row: Type.Object({ merges: Type.String() }),
  sql: 'SELECT count() AS merges FROM system.merges',
});

/** The merges that an insert sets off are the import's cost, not that of the boards. */
async function mergesEnded(): Promise<void> {
  const deadlineMs = monotonicMs() + mergesWaitMs;
  let quiet = 0;
  while (quiet < 3 && monotonicMs() < deadlineMs) {
    await delay(200);
    quiet = (await store.rows(runningMerges, {}))[0]!.merges === '0' ? quiet + 1 : 0;
  }
}

// As the service does when it has run for a while.
await mergeScatteredRows(store);
await mergesEnded();
const full: RebuildCost[] = [];
for (let round = 0; round < rounds; round++) full.push(await rebuild(undefined));
const delta: Record<string, RebuildCost[]> = {};
let seq = 1_000_000;
let timeMs = nowMs;
for (const count of task.newFills) {
  const costs: RebuildCost[] = [];
  for (let round = 0; round < rounds; round++) {
    // Index beyond every wallet's first fill, so that the new ones fall on heavy and light wallets alike.
    const [fromMs, toMs] = [timeMs + 1, timeMs + 2_000];
    const times = { firstTimeMs: fromMs - 500, lastTimeMs: toMs };
    await insertFills(store, { seq, first: 2 * wallets, count, fills: 3 * wallets, wallets, ...times });
    await mergesEnded();
    costs.push(await rebuild({ fromMs: times.firstTimeMs, toMs }));
    seq += 1;
    timeMs = toMs;
  }
  delta[count] = costs;
}
const board = await boards.boards.board('allTime');
tellResult({
  wallets: board.count,
  full,
  delta,
  rssBytes: process.memoryUsage().rss,
} satisfies BoardCosts);
await boards.close();
await store.close();
process.exit(0);

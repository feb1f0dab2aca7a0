/** What rebuilding the boards costs, full and after new fills, in a process that does nothing else. Started by boards.ts. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { query } from '../src/analytics/query.ts';
import { createBoards, type NewBatches } from '../src/boards/boards.ts';
import { mergeScatteredRows } from '../src/boards/scattered-rows.ts';
import { fixedClock, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import { type EngineFills, insertFills, tellChanges } from './engine-fills.ts';

export interface RebuildCost {
  wallMs: number;
  queryMs: number;
  rankMs: number;
  cpuSeconds: number;
  rowsBytes: number;
  /** What the engine read from its tables. */
  readRows: number;
}

export type NewFills = Pick<EngineFills, 'count' | 'backReading'> & { name: string };

export interface BoardCosts {
  wallets: number;
  full: RebuildCost[];
  /** By what came new. */
  delta: Record<string, RebuildCost[]>;
  rssBytes: number;
}

const task = JSON.parse(process.argv[2]!) as {
  dir: string;
  wallets: number;
  nowMs: number;
  rounds: number;
  newFills: NewFills[];
};
const { wallets, nowMs, rounds } = task;
const mergesWaitMs = 20_000;
const store = await openChdb({ dir: join(task.dir, 'analytics') });
const boards = createBoards({ store, clock: fixedClock(nowMs) });

async function rebuild(batches: NewBatches | 'all'): Promise<RebuildCost> {
  const readBefore = await rowsRead();
  const cpu = process.cpuUsage();
  const startMs = monotonicMs();
  const { queryMs, rankMs, bytes } = await boards.refresh(batches);
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = monotonicMs() - startMs;
  const readRows = (await rowsRead()) - readBefore;
  return { wallMs, queryMs, rankMs, cpuSeconds: (user + system) / 1e6, rowsBytes: bytes, readRows };
}

const selectedRows = query({
  name: 'selected_rows',
  params: {},
  row: Type.Object({ rows: Type.String() }),
  sql: "SELECT toString(value) AS rows FROM system.events WHERE event = 'SelectedRows'",
});

async function rowsRead(): Promise<number> {
  return Number((await store.rows(selectedRows, {}))[0]!.rows);
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
for (let round = 0; round < rounds; round++) full.push(await rebuild('all'));
const delta: Record<string, RebuildCost[]> = {};
let seq = 1_000_000;
// Beyond every wallet's first fill, so that the new ones fall on heavy and light wallets alike, and beyond all that are stored.
let first = 100_000_000;
let timeMs = nowMs;
for (const { name, count, backReading } of task.newFills) {
  const costs: RebuildCost[] = [];
  for (let round = 0; round < rounds; round++) {
    const [fromMs, toMs] = [timeMs + 1, timeMs + 2_000];
    const times = { firstTimeMs: fromMs - 500, lastTimeMs: toMs };
    const fills = {
      seq,
      first,
      count,
      fills: first + count,
      wallets,
      ...times,
      ...(backReading && { backReading }),
    };
    await insertFills(store, fills);
    await tellChanges(store, fills);
    await mergesEnded();
    costs.push(await rebuild({ after: seq - 1, upTo: seq, count: 1 }));
    first += count;
    seq += 1;
    timeMs = toMs;
  }
  delta[name] = costs;
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

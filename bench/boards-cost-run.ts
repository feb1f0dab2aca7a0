/** Cost of rebuilding the boards, in full and after new fills, in a process of its own. Started by boards.ts. */
import { join } from 'node:path';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { query } from '../src/analytics/query.ts';
import { createBoards, type RefreshCost } from '../src/boards/boards.ts';
import { boardCatalogue } from '../src/boards/catalogue.ts';
import { traders } from '../src/boards/traders.ts';
import { readBatches } from '../src/changes/batches.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { mergeScatteredRows } from '../src/jobs/scattered-rows.ts';
import { dayMs, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import { type EngineFills, insertFills, tellChanges } from './engine-fills.ts';
import { mergesEnded } from './merges.ts';

export interface RebuildCost {
  wallMs: number;
  queryMs: number;
  rankMs: number;
  cpuSeconds: number;
  rowsBytes: number;
  /** Rows read from the engine's tables. */
  readRows: number;
  /** The longest that the thread of the requests was busy without a break: its own processor time. */
  busyMs: number;
  /** Maximum delay of the event loop; includes other programs of the machine. */
  lateMs: number;
}

export type NewFills = Pick<EngineFills, 'count' | 'backReading'> & { name: string };

export interface BoardCosts {
  wallets: number;
  full: RebuildCost[];
  turnOfDay: RebuildCost[];
  /** Incremental rebuilds, by kind of new data. */
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
const boards = createBoards({
  store,
  wallets: createWalletIndex(),
  declared: boardCatalogue,
  catalogue: new URL('../src/boards/catalogue.ts', import.meta.url),
});

async function cost(work: () => Promise<RefreshCost>): Promise<RebuildCost> {
  const readBefore = await rowsRead();
  const loop = watchLoop();
  const cpu = process.cpuUsage();
  const startMs = monotonicMs();
  const { queryMs, rankMs, bytes } = await work();
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = monotonicMs() - startMs;
  const most = loop.end();
  const readRows = (await rowsRead()) - readBefore;
  return { wallMs, queryMs, rankMs, cpuSeconds: (user + system) / 1e6, rowsBytes: bytes, readRows, ...most };
}

/** Looks every two milliseconds how long this thread worked since, and how late the look itself comes. */
function watchLoop() {
  const everyMs = 2;
  let [busyMs, lateMs] = [0, 0];
  let cpu = process.threadCpuUsage();
  let lastMs = monotonicMs();
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(cpu);
    busyMs = Math.max(busyMs, (used.user + used.system) / 1e3);
    lateMs = Math.max(lateMs, monotonicMs() - lastMs - everyMs);
    cpu = process.threadCpuUsage();
    lastMs = monotonicMs();
  }, everyMs);
  return {
    end() {
      clearInterval(timer);
      return { busyMs, lateMs };
    },
  };
}

const nothingCame = {
  after: 0,
  batchesAfter: async (after: number) => ({ after, upTo: after, batches: [] }),
  onStep: async () => undefined,
};

function rebuild(atMs: number): Promise<RebuildCost> {
  return cost(() => boards.rebuild({ ...nothingCame, nowMs: atMs }));
}

function turn(wasMs: number): Promise<RebuildCost> {
  return cost(() => boards.turn({ ...nothingCame, nowMs: wasMs + dayMs, wasMs }));
}

function follow(seq: number): Promise<RebuildCost> {
  return cost(async () => {
    const batches = (await readBatches(store, seq - 1, { lane: 'heavy' })).filter((one) => one.seq === seq);
    if (batches[0]?.isNamed !== true) throw new Error(`batch ${seq} does not name what it changed`);
    return boards.follow({ after: seq - 1, upTo: seq, batches }, nowMs);
  });
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

// As the service does when it has run for a while.
await mergeScatteredRows(store);
await mergesEnded(store, mergesWaitMs);
const full: RebuildCost[] = [];
const turnOfDay: RebuildCost[] = [];
full.push(await rebuild(nowMs));
for (let round = 0; round < rounds; round++) turnOfDay.push(await turn(nowMs + round * dayMs));
full.push(await rebuild(nowMs));
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
    await mergesEnded(store, mergesWaitMs);
    costs.push(await follow(seq));
    first += count;
    seq += 1;
    timeMs = toMs;
  }
  delta[name] = costs;
}
const board = await boards.boards.board(traders);
tellResult({
  wallets: board.count,
  full,
  turnOfDay,
  delta,
  rssBytes: process.memoryUsage().rss,
} satisfies BoardCosts);
await boards.close();
await store.close();
process.exit(0);

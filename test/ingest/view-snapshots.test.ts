import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { closeSums, coinKingList } from '../../src/archetypes/close-lists.ts';
import { eventLists } from '../../src/archetypes/event-lists.ts';
import type { HeldList } from '../../src/archetypes/ranked-list.ts';
import { startArchetypes } from '../../src/archetypes/start-archetypes.ts';
import { survivorList } from '../../src/archetypes/wallet-lists.ts';
import { startSnapshots } from '../../src/boards/refresher.ts';
import { traders } from '../../src/boards/traders.ts';
import { createChangeFeed } from '../../src/changes/change-feed.ts';
import { openViewSnapshots } from '../../src/changes/view-snapshots.ts';
import { type BatchStore, createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink, type Sink } from '../../src/ingest/sink.ts';
import { dayMs, hourMs, systemClock } from '../../src/kernel/clock.ts';
import { readColumnFile } from '../../src/kernel/column-file.ts';
import { createLifecycleFold, type LifecycleFold } from '../../src/lifecycles/lifecycle-fold.ts';
import { startPositions } from '../../src/positions/start-positions.ts';
import { seedEngine } from '../data-template.ts';
import { rowsOf } from '../fill-rows.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../source-fills.ts';
import { until } from '../until.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const wallets = 12;
const dir = mkdtempSync(join(tmpdir(), 'tidemark-view-snapshots-'));
const viewsDir = join(dir, 'views');
const drafts: FillDraft[] = [];
let store: AnalyticsStore;
let batches: BatchStore;
let sink: Sink;
let fold: LifecycleFold;

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')) });
  await migrateAnalytics(store);
  batches = createBatchStore(store);
  sink = openSink({ store: batches, journal: openJournal(join(dir, 'journal')) });
  fold = createLifecycleFold({ store, dir: join(dir, 'folds') });
});
after(async () => {
  await fold.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Since the views were first opened, of the machine. */
let passedMs = 0;

/** A stop: what batches changed is as old as if it had been stored before it. */
async function pass(ms: number): Promise<void> {
  passedMs += ms;
  await store.command('CREATE TABLE aged AS changed_wallet_days');
  await store.command(
    `INSERT INTO aged SELECT * REPLACE (stored - ${ms / 1_000} AS stored) FROM changed_wallet_days`,
  );
  await store.command('EXCHANGE TABLES aged AND changed_wallet_days');
  await store.command('DROP TABLE aged');
}

/** By the clock of the views. */
let clockMs = nowMs;
const clock = { nowMs: () => clockMs };

/** Close functions of open views, run even after a failed test. */
const openNow = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const close of openNow) await close();
});

const savedFiles = (of = viewsDir) => globSync('*.view', { cwd: of }).sort();

/** True if the registry of a directory contains a wallet. */
async function knows(viewsIn: string, wallet: string): Promise<boolean> {
  const { columns } = (await readColumnFile(join(viewsIn, 'wallets.view')))!;
  const saved = Object.values(columns).map((chunk) => Buffer.from(chunk as Uint8Array).toString('hex'));
  const addresses: string[] = saved.join('').match(/.{40}/g) ?? [];
  return addresses.includes(wallet.slice(2));
}

function copyOf(viewsIn: string): string {
  const copy = mkdtempSync(join(dir, 'copy-'));
  cpSync(viewsIn, copy, { recursive: true });
  return copy;
}

/** Stores fills as a batch. */
async function add(count: number, lateMs: number): Promise<void> {
  const seed = drafts.length;
  await addFills(variedFills({ seed, count, wallets, days: 3, nowMs: nowMs - lateMs - seed }));
}

const addFill = (draft: FillDraft) => addFills([draft]);

async function addFills(more: readonly FillDraft[]): Promise<void> {
  drafts.push(...more);
  const fills = sourceFills(drafts).slice(-more.length);
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

interface Said {
  view?: string;
  reason?: string;
}

/** All that is kept in memory, as a process opens it; without a directory it reads everything. */
async function openViews(options: { viewsDir?: string; stamp?: string; unusable?: string } = {}) {
  const said: Said[] = [];
  const note = (fields: Said) => void said.push(fields);
  const own = options.viewsDir ?? mkdtempSync(join(dir, 'none-'));
  const { stamp = 'a program', unusable } = options;
  const snapshots = await openViewSnapshots({
    dir: own,
    store,
    stamp,
    unusable,
    everyMs: 0,
    clock: { nowMs: () => systemClock.nowMs() + passedMs },
    log: { info: note, warn: note, debug: () => undefined } as never,
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const onError = failed.reject;
  const feed = createChangeFeed({ store, pollMs: hourMs, snapshots, onError });
  const parts = { store, feed, wallets: snapshots.wallets, onError };
  const running = startSnapshots({ ...parts, clock, wholeMs: 0 });
  const positions = startPositions(parts);
  const archetypes = startArchetypes({ ...parts, clock });
  const alive = setInterval(() => undefined, 1_000);

  /** State visible to readers once the views include everything stored. */
  async function held() {
    while ((await fold.step(new AbortController().signal)) !== undefined);
    const look = await feed.look();
    const reached = Promise.all([running, positions, archetypes].map((one) => one.reached(look)));
    await Promise.race([reached, failed.promise]);
    return {
      boards: await boardRows(running.snapshots),
      ...(await closedRows(archetypes)),
      coins: await running.snapshots.coins.mostTraded(),
      fills: fillRows(running.snapshots),
      positions: Array.from({ length: wallets + 1 }, (_, n) =>
        positions.positions
          .ofWallet(walletOf(n))
          .map(({ wallet, ...position }) => position)
          .sort((a, b) => (a.coin < b.coin ? -1 : 1)),
      ),
    };
  }
  async function close(): Promise<void> {
    openNow.delete(close);
    await Promise.all([running.close(), positions.close(), archetypes.close()]);
    await feed.close();
    await snapshots.close();
    clearInterval(alive);
  }
  openNow.add(close);
  const restored = () => said.filter((one) => one.view !== undefined && one.reason === undefined).length;
  const reasons = () => new Set(said.flatMap(({ reason }) => reason ?? []));
  return { held, close, restored, reasons, snapshots, look: feed.look };
}

/** Of closed lifecycles, by wallet, coin, hour and event. */
async function closedRows(archetypes: ReturnType<typeof startArchetypes>) {
  const lists = [survivorList, coinKingList, closeSums];
  const rows = await Promise.all(
    lists.map(async (list) => {
      const { count, row } = await archetypes.list(list as HeldList);
      return Array.from({ length: count }, (_, place) => row(place));
    }),
  );
  const events = await Promise.all(
    eventLists.map(async (list) => (await archetypes.events(list)).events.held(() => true)),
  );
  const inOrder = (one: (typeof events)[number]) => one.map((held) => JSON.stringify(held)).sort();
  return { closed: rows, events: events.map(inOrder) };
}

type Running = ReturnType<typeof startSnapshots>['snapshots'];

async function boardRows({ boards }: Running) {
  const board = await boards.board(traders);
  const rows = new Map<string, object>();
  const places = new Map<number, string>();
  for (let row = 0; row < board.count; row++) {
    places.set(row, board.address(row));
    if (board.columns.allTimeTrades[row] === 0) continue;
    const values = Object.entries(board.columns).map(([name, values]) => [name, values[row]]);
    rows.set(board.address(row), values);
  }
  const orders = Object.entries(board.orders).map(([name, order]) => [
    name,
    Array.from(order, (row) => places.get(row)),
  ]);
  return { rows: [...rows].sort(([a], [b]) => (a < b ? -1 : 1)), orders };
}

function fillRows({ recentFills }: Running) {
  const { columns, count } = recentFills;
  return Array.from({ length: count }, (_, at) => ({
    timeMs: columns.timeMs[at],
    wallet: recentFills.address(columns.wallet[at]!),
    coin: recentFills.coin(columns.coin[at]!),
    direction: recentFills.direction(columns.direction[at]!),
    pnl: columns.pnl[at],
    price: columns.price[at],
    tid: columns.tid[at],
    seq: columns.seq[at],
  }));
}

/** State of a process that reads everything. */
async function whole() {
  const opened = await openViews();
  const held = await opened.held();
  await opened.close();
  return held;
}

async function heldBy(options: Parameters<typeof openViews>[0]) {
  const opened = await openViews(options);
  const held = await opened.held();
  await opened.close();
  return { held, restored: opened.restored(), reasons: opened.reasons() };
}

describe('snapshots of views', () => {
  test('give what a whole load gives, whatever came, was forgotten, torn or killed on the way', async () => {
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom('add', 'add', 'late', 'pass', 'forget', 'restart', 'restart', 'kill', 'tear'),
        fills: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 5, maxLength: 7 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await add(30, 0);
        let now = await openViews({ viewsDir });
        await now.held();
        for (const { kind, fills } of script) {
          if (kind === 'add') await add(fills, 0);
          if (kind === 'late') await add(fills, 2 * dayMs);
          if (kind === 'pass') await pass(fills * hourMs);
          if (kind === 'forget') await batches.forget({ wallet: walletOf(1 + (fills % wallets)) });
          if (kind === 'restart' || kind === 'tear') await now.close();
          if (kind === 'kill') {
            // Only the files on disk at that moment survive.
            const killed = join(dir, 'killed');
            cpSync(viewsDir, killed, { recursive: true });
            await now.close();
            rmSync(viewsDir, { recursive: true });
            cpSync(killed, viewsDir, { recursive: true });
            rmSync(killed, { recursive: true });
          }
          const files = savedFiles();
          if (kind === 'tear' && files.length > 0) {
            const torn = join(viewsDir, files[fills % files.length]!);
            truncateSync(torn, Math.floor((statSync(torn).size * fills) / 41));
          }
          if (kind === 'add' || kind === 'late' || kind === 'pass' || kind === 'forget') continue;
          now = await openViews({ viewsDir });
          if (fills % 2 === 0) await now.held();
        }
        const found = await now.held();
        await now.close();
        assert.deepEqual(found, await whole());
      }),
      { numRuns: 2, seed: 7 },
    );
  });

  test('are read instead of the store, and what came since is taken in', async () => {
    await add(50, 0);
    const before = await heldBy({ viewsDir });
    const again = await heldBy({ viewsDir });
    assert.equal(again.restored, 8);
    assert.deepEqual(again.held, before.held);
    await add(20, hourMs);
    await pass(30 * hourMs);
    const later = await heldBy({ viewsDir });
    assert.equal(later.restored, 8);
    assert.deepEqual([...later.reasons], []);
    assert.deepEqual(later.held, await whole());
  });

  test('of days before are taken on to the day that it is', async () => {
    await add(50, 0);
    await heldBy({ viewsDir });
    clockMs += 2 * dayMs;
    await add(20, hourMs);
    const later = await heldBy({ viewsDir });
    assert.deepEqual([later.restored, ...later.reasons], [8]);
    assert.deepEqual(later.held, await whole());
  });

  test('of another program, or of a store that was not whole, are ignored, and it is said', async () => {
    await heldBy({ viewsDir });
    const other = await heldBy({ viewsDir, stamp: 'another program' });
    assert.equal(other.restored, 0);
    assert.deepEqual([...other.reasons], ['another version of the program or of its tables wrote it']);
    const mended = await heldBy({ viewsDir, stamp: 'another program', unusable: 'the store was not whole' });
    assert.deepEqual([mended.restored, ...mended.reasons], [0, 'the store was not whole']);
    assert.deepEqual(mended.held, await whole());
  });

  test('that hold what was taken out of the store are deleted, and written again without it', async () => {
    await add(30, 0);
    const running = await openViews({ viewsDir });
    await running.held();
    // A view that finds another save in progress is saved after the next poll.
    const allSaved = () =>
      until('all are saved', async () => {
        await running.look();
        return savedFiles().length === 9 && !running.snapshots.isBusy();
      });
    await allSaved();
    const old = join(dir, 'old');
    cpSync(viewsDir, old, { recursive: true });
    const [gone, back] = [walletOf(2), walletOf(3)];
    for (const wallet of [gone, back]) await batches.forget({ wallet });
    await running.look();
    assert.deepEqual(savedFiles(), []);
    // A view that was just read from scratch rests first: it needs more polls than one.
    const looks = setInterval(() => void running.look(), 200);
    const held = await running.held().finally(() => clearInterval(looks));
    await allSaved();
    assert.deepEqual([await knows(viewsDir, gone), await knows(viewsDir, back)], [false, false]);
    const again = await heldBy({ viewsDir: copyOf(viewsDir) });
    assert.deepEqual([again.restored, ...again.reasons], [8]);
    assert.deepEqual(again.held, held);
    // A wallet trades again.
    await addFill({ wallet: back, time: nowMs + drafts.length });
    const later = await running.held();
    await running.close();
    assert.deepEqual([await knows(viewsDir, gone), await knows(viewsDir, back)], [false, true]);
    const last = await heldBy({ viewsDir });
    assert.deepEqual([last.restored, ...last.reasons], [8]);
    assert.deepEqual(last.held, later);
    assert.deepEqual(last.held, await whole());
    const next = await heldBy({ viewsDir: old });
    assert.deepEqual([next.restored, ...next.reasons], [0, 'fills were removed since']);
    assert.ok(next.held.boards.rows.every(([address]) => address !== gone));
    rmSync(old, { recursive: true });
  });

  test('of another store, or newer than the store, are ignored', async () => {
    await add(10, 0);
    await heldBy({ viewsDir });
    const own = store;
    store = await openChdb({ dir: join(dir, 'engine'), database: 'other' });
    try {
      await migrateAnalytics(store);
      const copy = join(dir, 'copy');
      cpSync(viewsDir, copy, { recursive: true });
      const empty = await heldBy({ viewsDir: copy });
      assert.equal(empty.restored, 0);
      assert.match([...empty.reasons].join(), /newer than the store/);
    } finally {
      await store.close();
      store = own;
    }
  });
});

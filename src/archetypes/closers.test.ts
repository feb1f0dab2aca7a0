import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { chainFills } from '../../test/chain-fills.ts';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { type FillDraft, sourceFills, walletOf } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createChangeFeed } from '../changes/change-feed.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { type BatchStore, createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink, type Sink } from '../ingest/sink.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { createLifecycleFold, type LifecycleFold } from '../lifecycles/lifecycle-fold.ts';
import { closeSums, coinKingList } from './close-lists.ts';
import { closers } from './closers.ts';
import { eventLists } from './event-lists.ts';
import type { ListColumns } from './ranked-list.ts';
import type { RankedRows } from './ranked-rows.ts';
import { type RunningArchetypes, startArchetypes } from './start-archetypes.ts';

let nowMs = Date.parse('2026-03-15T12:00:00Z');
/** So few that days are cut, fall short and are read again. */
const rowsPerDay = 4;
const dir = mkdtempSync(join(tmpdir(), 'tidemark-closers-'));
const { signal } = new AbortController();
let store: AnalyticsStore;
let batches: BatchStore;
let sink: Sink;
let fold: LifecycleFold;
// Keeps the process alive: followers of the store do not.
const alive = setInterval(() => undefined, 1_000);

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
  batches = createBatchStore(store);
  sink = openSink({ store: batches, journal: openJournal(join(dir, 'journal')) });
  fold = createLifecycleFold({ store, dir: join(dir, 'fold') });
});
after(async () => {
  clearInterval(alive);
  await fold.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function add(fills: readonly FillDraft[]): Promise<void> {
  await sink.add({ fills: rowsOf(sourceFills(fills)), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

async function foldAll(): Promise<void> {
  while ((await fold.step(signal)) !== undefined);
}

function open() {
  const feed = createChangeFeed({ store, pollMs: hourMs, onError: (error) => assert.fail(String(error)) });
  const clock = { nowMs: () => nowMs };
  const onError = (error: unknown) => assert.fail(String(error));
  const running = startArchetypes({ store, feed, wallets: createWalletIndex(), clock, rowsPerDay, onError });
  return {
    running,
    async reach() {
      await running.reached(await feed.look());
    },
    async close() {
      await running.close();
      await feed.close();
    },
  };
}

/** All that is in memory, by address: the numbers of wallets are those of a process. */
async function shown(running: RunningArchetypes) {
  const { board } = await running.closers();
  const { lifecycles } = board.columns;
  const rows = Array.from({ length: board.count }, (_, row) => row).filter((row) => lifecycles[row]! > 0);
  const values = rows.map((row) => [
    board.address(row),
    Object.values(board.columns).map((column) => column[row]),
  ]);
  const orders = Object.keys(closers.orders) as (keyof typeof closers.orders)[];
  const lists = [closeSums, coinKingList].map(async (list) => {
    const rows = await running.list<ListColumns, RankedRows>(list);
    const all = Array.from({ length: rows.count }, (_, place) => rows.row(place));
    // Coins of the sums come in the order in which they were first seen.
    return list === closeSums ? all.sort((a, b) => (String(a.coin) < String(b.coin) ? -1 : 1)) : all;
  });
  const events = eventLists.map(async (list) => {
    const held = (await running.events(list)).events.held(() => true);
    // Earlier reads decide how many rows beyond the last wanted one are held.
    return held
      .flatMap(({ rows, isCut }) => rows.slice(0, isCut ? rowsPerDay / 2 : undefined))
      .sort(list.compare);
  });
  return {
    events: await Promise.all(events),
    lists: await Promise.all(lists),
    wallets: Object.fromEntries(values),
    orders: orders.map((name) => [name, [...board.orders[name]].map((row) => board.address(row))]),
  };
}

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'late', 'forget', 'fold', 'day', 'restart'),
  seed: fc.integer({ min: 1, max: 1_000 }),
  look: fc.boolean(),
});

test('what follows closed lifecycles is what its whole load gives, whatever comes late or is forgotten on the way', async () => {
  let tid = 1;
  const trades = (seed: number, fromMs: number) =>
    chainFills({ seed, trades: 12, wallets: 6, coins: ['BTC', 'SOL'], fromMs, stepMs: hourMs }).map(
      (fill) => ({
        ...fill,
        tid: tid++,
        oid: tid,
      }),
    );
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (script) => {
      let now = open();
      for (const { kind, seed, look } of script) {
        if (kind === 'add') await add(trades(seed, nowMs - 2 * dayMs + seed));
        if (kind === 'late') await add(trades(seed, nowMs - (10 + (seed % 100)) * dayMs));
        if (kind === 'forget') await batches.forget({ wallet: walletOf(seed % 6) });
        if (kind === 'fold') await foldAll();
        if (kind === 'day') nowMs += dayMs;
        if (kind === 'restart') {
          await now.close();
          now = open();
        }
        if (look) await now.reach();
      }
      await foldAll();
      await now.reach();
      const fresh = open();
      await fresh.reach();
      const whole = await shown(fresh.running);
      assert.deepEqual(await shown(now.running), whole);
      seen += Object.keys(whole.wallets).length;
      await now.close();
      await fresh.close();
    }),
    { numRuns: 3, seed: 5 },
  );
  assert.ok(seen > 3);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { until } from '../../test/until.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createChangeFeed } from '../changes/change-feed.ts';
import { runView } from '../changes/view.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { type BatchStore, createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink, type Sink } from '../ingest/sink.ts';
import { dayMs, hourMs, utcDate } from '../kernel/clock.ts';
import { createBoards } from './boards.ts';
import { boardCatalogue } from './catalogue.ts';
import { boardsView } from './refresher.ts';
import { type TradersBoard, traders } from './traders.ts';

const wallets = 12;
const dir = mkdtempSync(join(tmpdir(), 'tidemark-boards-'));
const drafts: FillDraft[] = [];
let nowMs = Date.parse('2026-03-15T12:00:00Z');
let store: AnalyticsStore;
let batches: BatchStore;
let sink: Sink;
// Keeps the process alive: followers of the store do not.
const alive = setInterval(() => undefined, 1_000);

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
  batches = createBatchStore(store);
  sink = openSink({ store: batches, journal: openJournal(join(dir, 'journal')) });
});
after(async () => {
  clearInterval(alive);
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Stores fills in one batch, the last of them at a moment. */
async function add(count: number, days: number, toMs: number): Promise<void> {
  const more = variedFills({ seed: drafts.length, count, wallets, days, nowMs: toMs });
  drafts.push(...more);
  const fills = sourceFills(drafts).slice(-more.length);
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

function open() {
  const requests: string[] = [];
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const onError = failed.reject;
  const feed = createChangeFeed({ store, pollMs: hourMs, onError });
  const counted: AnalyticsStore = {
    ...store,
    bytes(query, ...rest) {
      requests.push(query.name);
      return store.bytes(query, ...rest);
    },
  };
  const catalogue = new URL('./catalogue.ts', import.meta.url);
  const registry = createWalletIndex();
  const boards = createBoards({
    store: counted,
    wallets: registry,
    declared: boardCatalogue,
    catalogue,
    wholeMs: 0,
  });
  let shownMs = 0;
  const parts = { name: 'boards', boards, clock: { nowMs: () => nowMs }, feed, onCost: () => undefined };
  const running = runView({
    feed,
    view: boardsView(parts),
    onError,
    onChange({ isWhole }) {
      if (isWhole) shownMs = nowMs;
    },
  });
  return {
    asked: requests,
    async held() {
      await Promise.race([running.reached(await feed.look()), failed.promise]);
      await until('the day is shown', async () => {
        await feed.look();
        return utcDate(shownMs) === utcDate(nowMs);
      });
      return rowsOfBoard(await boards.boards.board(traders));
    },
    async close() {
      await running.close();
      await boards.close();
      await feed.close();
    },
  };
}

/** Rows by address, because wallet numbers differ by process. Sums of days in another order differ in the last digits. */
function rowsOfBoard(board: TradersBoard) {
  const known = Array.from({ length: board.count }, (_, row) => row).filter(
    (row) => board.columns.allTimeTrades[row]! > 0,
  );
  const rows = known.map((row) => {
    const values = Object.entries(board.columns).map(([name, values]) => [
      name,
      Number(values[row]!.toPrecision(9)),
    ]);
    return [board.address(row), Object.fromEntries(values)];
  });
  const orders = Object.entries(board.orders).map(([name, order]) => [
    name,
    Array.from(order, (row) => board.address(row)),
  ]);
  return { rows: Object.fromEntries(rows), orders: Object.fromEntries(orders) };
}

async function whole() {
  const fresh = open();
  const held = await fresh.held();
  await fresh.close();
  return held;
}

describe('boards at the turn of days', () => {
  test('are what a whole load gives, whatever comes late, early or is forgotten on the way', async () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'late', 'early', 'day', 'day', 'days', 'forget'),
      size: fc.integer({ min: 1, max: 30 }),
      look: fc.boolean(),
    });
    await add(200, 70, nowMs);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (script) => {
        const now = open();
        await now.held();
        for (const { kind, size, look } of script) {
          if (kind === 'add') await add(size, 1, nowMs);
          if (kind === 'late') await add(size, 1 + size, nowMs - size * dayMs);
          // Ahead of the clock, as where its day ends a moment after that of the exchange.
          if (kind === 'early') await add(size, 1, nowMs + dayMs);
          if (kind === 'day') nowMs += dayMs;
          if (kind === 'days') nowMs += (1 + (size % 9)) * dayMs;
          if (kind === 'forget') await batches.forget({ wallet: walletOf(1 + (size % wallets)) });
          if (look) await now.held();
        }
        const held = await now.held();
        await now.close();
        assert.deepEqual(held, await whole());
      }),
      { numRuns: 3, seed: 11 },
    );
  });

  test('read the wallets alone of which a window gained or lost a day', async () => {
    const quiet = '0x00000000000000000000000000000000000000aa';
    drafts.push({ wallet: quiet, time: nowMs - 10 * dayMs, closedPnl: '5' });
    await add(5, 1, nowMs);
    const now = open();
    const before = await now.held();
    now.asked.length = 0;
    nowMs += dayMs;
    const held = await now.held();
    assert.ok(now.asked.includes('board_turned_wallet_windows'));
    assert.ok(!now.asked.some((name) => name === 'board_wallet_totals' || name === 'board_wallet_days'));
    assert.deepEqual(held, await whole());
    assert.deepEqual(Object.keys(held.rows), Object.keys(before.rows));
    await now.close();
  });
});

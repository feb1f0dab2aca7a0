import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { feesUsd, volumeOf } from '../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createChangeFeed } from '../changes/change-feed.ts';
import { runView } from '../changes/view.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink, type Sink } from '../ingest/sink.ts';
import { hourMs } from '../kernel/clock.ts';
import { createRecentFills, type RecentFills, type RecentFillsOptions } from './recent-fills.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const dir = mkdtempSync(join(tmpdir(), 'tidemark-recent-fills-'));
const drafts: FillDraft[] = [];
let store: AnalyticsStore;
let sink: Sink;

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
  sink = openSink({ store: createBatchStore(store), journal: openJournal(join(dir, 'journal')) });
  await add(variedFills({ seed: 3, count: 300, wallets: 12, days: 2, nowMs }));
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Stores fills as a batch. */
async function add(more: readonly FillDraft[]): Promise<void> {
  drafts.push(...more);
  const fills = sourceFills(drafts).slice(-more.length);
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

/** Fills in memory, newest first. */
function shown(fills: RecentFills) {
  const { columns } = fills;
  return Array.from({ length: fills.count }, (_, i) => {
    const at = fills.count - 1 - i;
    return {
      time: columns.timeMs[at],
      wallet: fills.address(columns.wallet[at]!),
      coin: fills.coin(columns.coin[at]!),
      dir: fills.direction(columns.direction[at]!),
      isBuy: columns.isBuy[at] === 1,
      amounts: [columns.price, columns.size, columns.volume, columns.pnl, columns.fee].map((of) => of[at]),
      tid: columns.tid[at],
      startPosition: columns.startPosition[at],
    };
  });
}

/** The same of all fills, from the fills themselves. */
function expected() {
  const fills = sourceFills(drafts);
  const fees = feesUsd(fills);
  return fills
    .map((record, i) => ({ ...record, fee: fees[i]! }))
    .sort((a, b) => b.fill.time - a.fill.time || b.seq - a.seq || (a.wallet < b.wallet ? -1 : 1))
    .map((record) => ({
      time: record.fill.time,
      wallet: record.wallet,
      coin: record.fill.coin,
      dir: record.fill.dir,
      isBuy: record.fill.side === 'B',
      amounts: [
        Number(record.fill.px),
        Number(record.fill.sz),
        volumeOf(record).toNumber(),
        Number(record.fill.closedPnl),
        record.fee.toNumber(),
      ],
      tid: record.fill.tid ?? 0,
      startPosition: Number(record.fill.startPosition),
    }));
}

/** The newest fills behind a feed that polls on request. */
function following(
  options: Partial<RecentFillsOptions>,
  onError: (error: unknown) => void = (error) => assert.fail(String(error)),
) {
  const closing = new AbortController();
  const { signal } = closing;
  const parts = { store, wallets: createWalletIndex(), closing: signal, ...options };
  const { fills, view } = createRecentFills(parts);
  const feed = createChangeFeed({ store, pollMs: hourMs, onError });
  const running = runView({ feed, view, onError });
  return {
    fills,
    view,
    feed,
    async follow() {
      await running.reached(await feed.look());
    },
    async close() {
      closing.abort();
      await running.close();
      await feed.close();
    },
  };
}

test('the newest fills follow batches: newer and late ones, of one millisecond, before what is kept, and more than are kept', async () => {
  const wallets = createWalletIndex();
  const whole = following({ wallets });
  const few = following({ wallets, limit: 160 });
  assert.equal(whole.fills.fromMs, Number.POSITIVE_INFINITY);
  let seen = 0;
  async function follow(): Promise<void> {
    for (const one of [whole, few]) await one.follow();
    // It gets them again, as after a turn that failed half-way.
    const changes = await few.feed.after(seen);
    if (seen > 0) await few.view.apply(changes);
    seen = changes.upTo;
  }
  function assertRight(): void {
    const all = expected();
    assert.deepEqual(shown(whole.fills), all);
    assert.equal(whole.fills.fromMs, 0);
    const kept = shown(few.fills);
    assert.ok(kept.length >= 140 && kept.length <= 200, `${kept.length} kept`);
    assert.deepEqual(kept, all.slice(0, kept.length));
    assert.ok(all.filter(({ time }) => time >= few.fills.fromMs).length <= kept.length);
  }
  await follow();
  assertRight();
  const burst = (ms: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      wallet: walletOf(i % 5),
      time: nowMs + ms,
      closedPnl: `${i}.5`,
    }));
  await add(burst(1_000, 6));
  await follow();
  assertRight();
  // Between the existing fills, and long before the retained span.
  await add([...burst(900, 3), ...burst(-3_600_000, 4), ...burst(-30 * 86_400_000, 2), ...burst(2_000, 7)]);
  await follow();
  assertRight();
  for (const seed of [5, 6]) {
    await add(variedFills({ seed, count: 30, wallets: 8, days: 1, nowMs: nowMs + seed * 10_000 }));
    await follow();
    assertRight();
  }
  await add(variedFills({ seed: 8, count: 120, wallets: 8, days: 1, nowMs: nowMs + 90_000 }));
  await follow();
  assertRight();
  await whole.close();
  await few.close();
});

test('where all have to be read again, nothing of them is shown meanwhile, and nothing that comes meanwhile is lost', async () => {
  let failing = false;
  let reading: (() => void) | undefined;
  const held = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<unknown>();
  const flaky: Pick<AnalyticsStore, 'rows' | 'bytes'> = {
    rows: (...args) => store.rows(...args),
    async bytes(query, ...args) {
      if (query.name !== 'recent_fills_back_from') return store.bytes(query, ...args);
      if (failing) throw new Error('the engine is away');
      reading?.();
      if (reading !== undefined) await held.promise;
      return store.bytes(query, ...args);
    },
  };
  const recent = following({ store: flaky, limit: 160 }, failed.resolve);
  await recent.follow();
  const many = (seed: number) =>
    variedFills({ seed, count: 90, wallets: 8, days: 1, nowMs: nowMs + 100_000 });
  const assertRight = () => {
    const kept = shown(recent.fills);
    assert.ok(kept.length >= 140, `${kept.length} kept`);
    assert.deepEqual(kept, expected().slice(0, kept.length));
  };
  assertRight();
  const begun = new Promise<void>((resolve) => {
    reading = resolve;
  });
  await add(many(21));
  const caughtUp = recent.follow();
  await begun;
  assert.equal(recent.fills.count, 0);
  assert.equal(recent.fills.fromMs, Number.POSITIVE_INFINITY, 'feeds read the store');
  await add([{ wallet: walletOf(2), time: nowMs + 200_000, closedPnl: '3' }]);
  reading = undefined;
  held.resolve();
  await caughtUp;
  await recent.follow();
  assertRight();

  failing = true;
  await add(many(22));
  void recent.follow();
  assert.match(String(await failed.promise), /the engine is away/);
  assert.equal(recent.fills.fromMs, Number.POSITIVE_INFINITY);
  failing = false;
  await recent.follow();
  assertRight();
  await recent.close();
});

test('what batches do not name is read again, and places are found by time', async () => {
  const recent = following({ limit: 160 });
  await recent.follow();
  await add([{ wallet: walletOf(3), time: nowMs + 500_000, closedPnl: '7' }]);
  await store.command(`ALTER TABLE changed_wallet_days DELETE WHERE 1 SETTINGS mutations_sync = 2`);
  await recent.follow();
  const { fills } = recent;
  assert.equal(fills.columns.timeMs[fills.count - 1], nowMs + 500_000);
  assert.equal(fills.placeOf(nowMs + 500_000), fills.count - 1);
  assert.equal(fills.placeOf(nowMs + 500_001), fills.count);
  assert.equal(fills.placeOf(0), 0);
  await recent.close();
});

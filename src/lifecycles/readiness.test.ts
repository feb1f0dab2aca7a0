import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { sourceFills, walletOf } from '../../test/source-fills.ts';
import { until } from '../../test/until.ts';
import { openChdb } from '../analytics/chdb.ts';
import { type DerivedReadiness, readyOnly, watchReadiness } from '../analytics/filling/readiness.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink, type Sink } from '../ingest/sink.ts';
import { createLifecycleFold, createPausedMerges } from './lifecycle-fold.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-fold-readiness-'));
let store: AnalyticsStore;
let fold: ReturnType<typeof createLifecycleFold>;
let sink: Sink;
before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
  fold = createLifecycleFold({ store, dir: join(dir, 'fold') });
  const journal = openJournal(join(dir, 'journal'));
  sink = openSink({ store: createBatchStore(store), journal, batchFills: 100 });
});
after(async () => {
  await fold?.close();
  await store?.close();
  rmSync(dir, { recursive: true, force: true });
});

const counted = query({
  name: 'test_lifecycles',
  params: {},
  row: Type.Object({ lifecycles: Type.String() }),
  sql: 'SELECT toString(count()) AS lifecycles FROM lifecycles FINAL WHERE NOT deleted',
});
const count = async (readiness: DerivedReadiness) =>
  (await readyOnly(store, readiness).rows(counted, {}))[0]!.lifecycles;
const isRefused = (readiness: DerivedReadiness) =>
  assert.rejects(count(readiness), { failure: 'unready', message: /lifecycles is still being filled/ });

/** Stores one position of another wallet. */
async function trade(wallet: number): Promise<void> {
  const fills = sourceFills([{ wallet: walletOf(wallet), time: 1_772_000_000_000, startPosition: '0' }]);
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: `wallet ${wallet}` });
  await sink.flush();
}

async function foldAll(): Promise<void> {
  while ((await fold.step(new AbortController().signal)) !== undefined);
}

async function untilReady(readiness: DerivedReadiness): Promise<void> {
  await until('lifecycles are ready', () => readiness.isReady('lifecycles'));
}

test('lifecycles of an empty store are none, and are refused from its first fill on until that is folded', async () => {
  await foldAll();
  const readiness = await watchReadiness(store, { pollMs: 2 });
  assert.equal(await count(readiness), '0');
  await trade(1);
  await isRefused(readiness);
  assert.equal(await readiness.isReady('fills'), true);
  await foldAll();
  await untilReady(readiness);
  assert.equal(await count(readiness), '1');

  await trade(2);
  assert.equal(await count(readiness), '1', 'once complete they follow fills');
  await readiness.close();
});

test('a start over fills that are not folded refuses them, and so does one whose past is still to come', async () => {
  const past = Promise.withResolvers<void>();
  const [behind, waiting] = await Promise.all([
    watchReadiness(store, { pollMs: 2 }),
    watchReadiness(store, { pollMs: 2, history: past.promise }),
  ]);
  await isRefused(behind);
  await foldAll();
  await untilReady(behind);
  assert.equal(await count(behind), '2');

  await isRefused(waiting);
  await trade(3);
  past.resolve();
  await isRefused(waiting);
  await foldAll();
  await untilReady(waiting);
  assert.equal(await count(waiting), '3');
  await Promise.all([behind.close(), waiting.close()]);
});

test('merges are held while a store is folded for the first time, and not while its tables are read', async () => {
  const merges = createPausedMerges(store);
  const merge = () => store.command('OPTIMIZE TABLE lifecycles FINAL');
  await merges.pause({ ready: true, ranges: 2 });
  await merge();
  await merges.pause({ ready: false, ranges: 2 });
  await assert.rejects(merge(), /Cancelled merging parts/);
  await merges.resume();
  await merge();
});

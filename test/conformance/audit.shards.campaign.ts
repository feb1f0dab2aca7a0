import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type AnalyticsStore, shardsOf } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink } from '../../src/ingest/sink.ts';
import { audit } from '../../src/jobs/audit.ts';
import { rowsOf } from '../fill-rows.ts';
import { assertSilentAudit, type ClusterHarness, clusterHarness } from '../ingest/store-harness.ts';
import { sourceFills, variedFills, walletOf } from '../source-fills.ts';

let harness: ClusterHarness;
let store: AnalyticsStore;
before(async () => {
  harness = await clusterHarness();
  store = await harness.open('astray');
  const journal = openJournal(join(harness.dir, 'journal'));
  const sink = openSink({ store: createBatchStore(store), journal, batchFills: 1_000 });
  const nowMs = Date.UTC(2026, 4, 2, 12);
  const fills = sourceFills(variedFills({ seed: 2, count: 600, wallets: 200, days: 3, nowMs }));
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
});
after(async () => {
  await store?.close();
  await harness?.stop();
});

test('fills on a shard that is not their wallet’s are differences of the audit, though every sum agrees with them', async () => {
  await assertSilentAudit(store);
  // One more fill of each wallet, on a shard without any regard to whose it is.
  const wallets = Array.from({ length: 40 }, (_, i) => walletOf(100_000 + i));
  const shards = shardsOf(store);
  for (const shard of shards) {
    const list = wallets.map((wallet) => `unhex('${wallet.slice(2)}')`).join(', ');
    await shard.command(
      `INSERT INTO fills SELECT * REPLACE (arrayJoin([${list}])::FixedString(20) AS wallet) FROM (SELECT * FROM fills LIMIT 1)`,
    );
  }
  const { differences, differencesTotal } = await audit(store, () => undefined, new AbortController().signal);
  const keys = differences.map(({ key }) => key);
  // Each wallet is astray on one of the two, and on one only.
  assert.deepEqual(keys.map((key) => key.replace(/^shard=[12] wallet=/, '')).sort(), wallets);
  assert.equal(new Set(keys.map((key) => key.slice(0, 7))).size, shards.length);
  assert.equal(differencesTotal, wallets.length);
  for (const { table, column, stored, recomputed } of differences)
    assert.deepEqual([table, column, stored, recomputed], ['fills', "another shard's", '1', '0']);
});

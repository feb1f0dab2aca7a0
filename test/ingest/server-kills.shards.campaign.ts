import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { campaignSeed } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { until } from '../until.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { assertSilentAudit, type ClusterHarness, clusterHarness } from './store-harness.ts';
import { type TableSums, tableSums } from './table-sums.ts';

const batchFills = 400;

/** The store, which starts to report when an insert into fills is on its way. */
function watched(store: AnalyticsStore, onInsert: () => void): AnalyticsStore {
  return {
    ...store,
    insertArrow(insert) {
      if (insert.target.startsWith('fills ')) onInsert();
      return store.insertArrow(insert);
    },
  };
}

describe('an import on two shards, one of which is killed', () => {
  let harness: ClusterHarness;
  let paths: string[];
  let clean: TableSums;

  async function importAll(store: AnalyticsStore, journalDir: string): Promise<void> {
    await runPipeline({
      source: await openArchive({ paths }),
      store: createBatchStore(store),
      journal: openJournal(journalDir),
      batchFills,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  before(async () => {
    harness = await clusterHarness();
    const startMs = Date.UTC(2026, 2, 31, 23);
    const blocks = [
      ...generateBlocks({ seed: 9 + campaignSeed, blocks: 75, wallets: 40, startMs, stepMs: 72_000 }),
    ];
    paths = writeHourTree(join(harness.dir, 'tree'), blocks);
    const store = await harness.open('clean');
    await importAll(store, join(harness.dir, 'clean-journal'));
    clean = await tableSums(store);
    await store.close();
  });
  after(() => harness.stop());

  test('in the middle of any insert: the next run makes every table that of a clean import, and the audit is silent', async () => {
    const below = seededNumbers(campaignSeed);
    for (const shard of [0, 1]) {
      for (const killedInsert of [1, 2]) {
        const name = `killed_${shard}_${killedInsert}`;
        const journalDir = join(harness.dir, `${name}-journal`);
        const store = await harness.open(name);
        let inserts = 0;
        let killed: Promise<void> | undefined;
        const mortal = watched(store, () => {
          inserts += 1;
          // Somewhere within the milliseconds that an insert takes.
          if (inserts === killedInsert) killed = delay(below(60)).then(() => harness.servers.kill(shard)); // waits: a moment of an insert
        });
        const outcome = await importAll(mortal, journalDir).then(
          () => 'done',
          (error) => String(error.failure),
        );
        await killed;
        assert.ok(killed !== undefined && ['done', 'unavailable'].includes(outcome), outcome);
        await harness.servers.revive();
        await store.close();
        const again = await harness.open(name);
        await until('both are asked', () => again.servers!.states().every(({ state }) => state !== 'down'));
        await importAll(again, journalDir);
        assert.deepEqual(await tableSums(again), clean, name);
        await assertSilentAudit(again);
        await again.close();
      }
    }
  });
});

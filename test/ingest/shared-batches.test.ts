import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { createSharedBatches } from '../../src/ingest/shared-batches.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { sized } from '../size.ts';
import { fate, Killed, mortalStore } from './crash-points.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { assertSilentAudit, clickHouseHarness, type StoreHarness } from './store-harness.ts';
import { sourceFreeTables, type TableSums, tableSums } from './table-sums.ts';

/** Two batches and a rest. */
const batchFills = 400;
const compared = [...sourceFreeTables, 'quarantine'];

let harness: StoreHarness;
let paths: string[];
let clean: TableSums;
let writers = 0;

/** A process with its own directory that takes the write lease and imports everything. */
async function importAll(store: AnalyticsStore, epoch: number): Promise<number> {
  const shared = createSharedBatches({ analytics: store, epoch: () => epoch });
  const journal = openJournal(join(harness.dir, `writer${++writers}`));
  const finished = await shared.takeOver(journal);
  await runPipeline({
    source: await openArchive({ paths }),
    store: shared.batches,
    journal,
    batchFills,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return finished;
}

/** A store whose n-th step blocks until released, and reports when it is reached. */
function slowStore(store: AnalyticsStore, lastStep: number) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let steps = 0;
  async function step(): Promise<void> {
    if (steps++ !== lastStep) return;
    reached.resolve();
    await gate.promise;
  }
  const slow: AnalyticsStore = {
    ...store,
    async insertArrow(insert) {
      await step();
      await store.insertArrow(insert);
    },
    async command(sql, options) {
      await step();
      await store.command(sql, options);
    },
  };
  return { slow, reached: reached.promise, goOn: gate.resolve };
}

async function assertClean(store: AnalyticsStore, what: string): Promise<void> {
  assert.deepEqual(await tableSums(store, compared), clean, what);
}

describe('of several processes that share a store', () => {
  before(async () => {
    harness = await clickHouseHarness();
    const startMs = Date.UTC(2026, 2, 31, 23);
    const blocks = [...generateBlocks({ seed: 7, blocks: 100, wallets: 40, startMs, stepMs: 72_000 })];
    paths = writeHourTree(join(harness.dir, 'tree'), blocks);
    const store = await harness.open('clean');
    assert.equal(await importAll(store, 1), 0);
    assert.equal(await importAll(store, 2), 0, 'what was done is not finished again');
    clean = await tableSums(store, compared);
    await assertSilentAudit(store);
    await store.close();
    assert.ok(Number(clean[sourceFreeTables[0]!]!.rows) > 2 * batchFills);
  });
  after(() => harness?.stop());

  // Before and after each statement: some forty steps.
  test('one that is killed at any step is completed by another that has nothing of its files', async () => {
    let finished = 0;
    for (let lastStep = sized({ check: 20, campaign: 7 }); ; lastStep += sized({ check: 13, campaign: 1 })) {
      const store = await harness.open(`killed${lastStep}`);
      const mortal = fate(lastStep);
      const died = await importAll(mortalStore(store, mortal), 5).then(
        () => false,
        (error) => error instanceof Killed || Promise.reject(error),
      );
      finished += await importAll(store, 6);
      await assertClean(store, `killed at step ${lastStep}, ${mortal.diedAt}`);
      await store.close();
      if (!died) break;
    }
    assert.ok(finished > 0, `${finished} promised batches were finished`);
  });

  // Before each statement: half as many.
  test('one that stood still at any step, while another did its work, inserts nothing when it goes on', async () => {
    let refused = 0;
    for (let lastStep = sized({ check: 18, campaign: 4 }); ; lastStep += sized({ check: 14, campaign: 1 })) {
      const store = await harness.open(`slow${lastStep}`);
      const { slow, reached, goOn } = slowStore(store, lastStep);
      const importing = importAll(slow, 5);
      importing.catch(() => undefined);
      const isSlow = await Promise.race([reached.then(() => true), importing.then(() => false)]);
      await importAll(store, 6);
      goOn();
      const failed = await importing.then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failed !== undefined) assert.match(failed, /another process writes into these stores now/);
      // A later process does not resume the slow one's batch either.
      await importAll(store, 7);
      await assertClean(store, `stood still at step ${lastStep}`);
      await store.close();
      if (!isSlow) break;
      if (failed !== undefined) refused += 1;
    }
    assert.ok(refused > 0, `${refused} were refused: the others had nothing left to insert`);
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { derived } from '../../src/analytics/derived/derived.ts';
import { fillDerived } from '../../src/analytics/filling/fill.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { sized } from '../size.ts';
import { type Fate, fate, Killed, mortalStore } from './crash-points.ts';
import { assertFilled } from './filled-tables.ts';
import { fillAndImport, importFiles } from './filling-process.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { recomputedSums } from './recomputed-sums.ts';
import type { StoreHarness } from './store-harness.ts';

export interface FillingOptions {
  /** Dies at every n-th step. */
  every: number;
}

/** Proves for an engine that derived tables of a filled store can be backfilled during an import, and survive a death at any step. */
export function derivedFillingSuite(
  openHarness: () => Promise<StoreHarness>,
  { every }: FillingOptions,
): void {
  let harness: StoreHarness;
  let paths: string[];

  /** A store with the first half of the fills, from a version of the program without the toys. */
  async function oldStore(name: string): Promise<{ store: AnalyticsStore; journalDir: string }> {
    const store = await harness.open(name);
    const journalDir = join(harness.dir, `${name}-journal`);
    await importFiles(createBatchStore(store), { journalDir, paths: paths.slice(0, 2) });
    return { store, journalDir };
  }

  const run = (store: AnalyticsStore, journalDir: string, mortal?: Fate) =>
    fillAndImport(mortal === undefined ? store : mortalStore(store, mortal), { journalDir, paths });

  describe('derived tables that a filled store has not got', () => {
    before(async () => {
      harness = await openHarness();
      const startMs = Date.UTC(2026, 2, 31, 22);
      const blocks = [...generateBlocks({ seed: 11, blocks: 120, wallets: 40, startMs, stepMs: 100_000 })];
      paths = writeHourTree(join(harness.dir, 'tree'), blocks, false);
      assert.ok(paths.length >= 4);
    });
    after(() => harness.stop());

    test('are filled while an import runs, and equal their recomputation', async () => {
      const { store, journalDir } = await oldStore('whole');
      await run(store, journalDir);
      await assertFilled(store, 'without a kill');
      await store.close();
    });

    test('are filled all the same where the process dies at any one step', async () => {
      let deaths = 0;
      for (let lastStep = 0; ; lastStep += sized({ check: every, campaign: 7 })) {
        const { store, journalDir } = await oldStore(`step${lastStep}`);
        const mortal = fate(lastStep);
        const error = await run(store, journalDir, mortal).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error !== undefined) {
          assert.ok(error instanceof Killed, String(error));
          deaths += 1;
          await run(store, journalDir);
        }
        await assertFilled(store, `killed at step ${lastStep}, ${mortal.diedAt}`);
        await store.close();
        if (error === undefined) break;
      }
      assert.ok(deaths >= 1, `${deaths} deaths`);
    });

    test('are rebuilt where a version of the program declares them otherwise', async () => {
      const store = await harness.open('whole');
      const other = derived({
        table: 'toy_sellers',
        columns: { wallet: { type: 'FixedString(20)' }, tid: { type: 'UInt64' } },
        orderBy: 'tid',
        scope: 'wallet',
        shard: 'wallet',
        audit: { key: [], columns: {} },
      });
      await fillDerived({
        store,
        tables: [other],
        inTurn: (work) => work(),
        signal: new AbortController().signal,
      });
      const { stored, recomputed } = (await recomputedSums(store, [other])).toy_sellers!;
      assert.deepEqual(stored, recomputed);
      await store.close();
    });

    test('are filled where it dies again and again, each time a few steps later', async () => {
      const { store, journalDir } = await oldStore('again');
      let deaths = 0;
      const apart = sized({ check: 18, campaign: 3 });
      for (let lastStep = 1; lastStep < 40; lastStep += apart) {
        await run(store, journalDir, fate(lastStep)).catch((error) => {
          assert.ok(error instanceof Killed, String(error));
          deaths += 1;
        });
      }
      assert.ok(deaths > 15 / apart, `${deaths} deaths`);
      await run(store, journalDir);
      await assertFilled(store, `after ${deaths} kills`);
      await store.close();
    });
  });
}

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { openUserFills } from '../../src/ingest/sources/user-fills.ts';
import { campaignSeed, sized } from '../size.ts';
import { walletOf } from '../source-fills.ts';
import { blockLine, type GeneratedBlock, generateBlocks } from './generated-fills.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from './store-harness.ts';
import { sourceFreeTables, type TableSums, tableSums } from './table-sums.ts';

/** An import: blocks as a node file, or the exchange API's answer for a wallet. */
type Import = { blocks: GeneratedBlock[]; batchFills?: number } | { wallet: string; batchFills?: number };

// An hour before the end of a month, two minutes a block: every larger batch spans two months.
const startMs = Date.UTC(2026, 2, 31, 23);
const blocks = [...generateBlocks({ seed: 11, blocks: 60, wallets: 30, startMs, stepMs: 120_000 })];
const fillCount = blocks.reduce((sum, { events }) => sum + events.length, 0);
/** Says how the fills came in, not which. */
const batchTable = 'ingest_batches';

describe('the same fills, however they come in', () => {
  let harness: StoreHarness;
  let clean: TableSums;
  let databases = 0;
  let files = 0;
  before(async () => {
    harness = await chdbHarness();
    clean = (await imported([{ blocks }], { audited: true })).sums;
    assert.equal(clean.fills!.rows, String(fillCount));
  });
  after(() => harness.stop());

  function write(text: string): string {
    files += 1;
    const path = join(harness.dir, `file${files}`);
    writeFileSync(path, text);
    return path;
  }

  function sourceOf(step: Import) {
    if ('blocks' in step) {
      return openArchive({ paths: [write(step.blocks.map((block) => `${blockLine(block)}\n`).join(''))] });
    }
    const own = blocks.flatMap(({ events }) => events).filter(([wallet]) => wallet === step.wallet);
    // As `userFills` answers: newest first, also within a millisecond.
    return openUserFills(step.wallet, write(JSON.stringify(own.map(([, fill]) => fill).reverse())));
  }

  async function run(store: AnalyticsStore, journalDir: string, step: Import) {
    return runPipeline({
      source: await sourceOf(step),
      store: createBatchStore(store),
      journal: openJournal(journalDir),
      batchFills: step.batchFills ?? 300,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  /** Imports in sequence into a new empty database. */
  async function imported(steps: Import[], { audited = false } = {}) {
    databases += 1;
    const store = await harness.open(`overlap${databases}`);
    const journalDir = join(harness.dir, `journal${databases}`);
    mkdirSync(journalDir);
    const counts = [];
    for (const step of steps) counts.push(await run(store, journalDir, step));
    const sums = await tableSums(store);
    // Sums equal to those of an audited store need no audit.
    if (audited) await assertSilentAudit(store);
    await store.close();
    return { counts, sums };
  }

  function assertSame(sums: TableSums, tables = Object.keys(clean)): void {
    for (const table of tables) if (table !== batchTable) assert.deepEqual(sums[table], clean[table], table);
  }

  test('a file twice', async () => {
    const { counts, sums } = await imported([{ blocks }, { blocks, batchFills: 130 }]);
    assert.deepEqual([counts[1]!.fills, counts[1]!.duplicates], [0, fillCount]);
    assertSame(sums);
  });

  test('every block twice in a row, and the whole file once more behind', async () => {
    const doubled = [...blocks.flatMap((block) => [block, block]), ...blocks];
    for (const batchFills of sized({ check: [250], campaign: [100, 10_000] })) {
      const { counts, sums } = await imported([{ blocks: doubled, batchFills }]);
      assert.deepEqual([counts[0]!.fills, counts[0]!.duplicates], [fillCount, 2 * fillCount]);
      // A repeated line counts on within its millisecond, so only the first of both keeps its `seq`.
      assertSame(sums);
    }
  });

  test("wallets' answers of the API on top of the node's files", async () => {
    const answers = [3, 7, 12].map((n) => ({ wallet: walletOf(n) }));
    const { counts, sums } = await imported([{ blocks }, ...answers]);
    for (const { fills, duplicates } of counts.slice(1)) assert.deepEqual([fills, duplicates > 0], [0, true]);
    assertSame(sums);
  });

  // Of the cuts below, one runs for every change; completed fills are covered in stored-records.ts.
  if (sized({ check: false, campaign: true })) {
    test("the node's files on top of wallets' answers", async () => {
      const answers = [3, 7, 12].map((n) => ({ wallet: walletOf(n) }));
      const { sums } = await imported([...answers, { blocks }, ...answers], { audited: true });
      assertSame(sums, sourceFreeTables);
    });

    test('files that overlap', async () => {
      const { sums } = await imported([{ blocks: blocks.slice(0, 35) }, { blocks: blocks.slice(20) }]);
      assertSame(sums);
    });

    test('the newer file first, then the older one, in batches that span two months', async () => {
      const { sums } = await imported([
        { blocks: blocks.slice(25), batchFills: 10_000 },
        { blocks: blocks.slice(0, 40), batchFills: 10_000 },
      ]);
      assertSame(sums);
    });
  }

  test('any cut into files that overlap, in any order, in batches of any size', async () => {
    const span = fc
      .tuple(fc.nat({ max: blocks.length - 1 }), fc.nat({ max: blocks.length - 1 }))
      .map(([a, b]) => ({ blocks: blocks.slice(Math.min(a, b), Math.max(a, b) + 1) }));
    const answer = fc.integer({ min: 1, max: 30 }).map((n) => ({ wallet: walletOf(n) }));
    const steps = fc.array(
      fc
        .tuple(fc.oneof({ weight: 3, arbitrary: span }, answer), fc.integer({ min: 40, max: 900 }))
        .map(([step, batchFills]) => ({ ...step, batchFills })),
      { maxLength: sized({ check: 3, campaign: 5 }) },
    );
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const { sums } = await imported([...first, { blocks, batchFills: 250 }, ...second], {
          audited: true,
        });
        assertSame(sums, sourceFreeTables);
      }),
      { numRuns: sized({ check: 1, campaign: 20 }), seed: 20_261_120 + campaignSeed },
    );
  });
});

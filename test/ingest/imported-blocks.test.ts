import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { importedBlocks } from '../../src/ingest/blocks/imported-blocks.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { dayMs, systemClock } from '../../src/kernel/clock.ts';
import { forget } from '../../src/operate/operations/forget.ts';
import { follow, followHarness, hourFile, type NodeFileLine, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

// Four hours of a line a minute.
const startMs = Date.UTC(2026, 3, 1);
const blocks = [...generateBlocks({ seed: 5, blocks: 240, wallets: 20, startMs, stepMs: 60_000 })];
const lines = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const numberOf = (index: number) => blocks[index]!.number;

describe('the blocks of an import', () => {
  let harness: Awaited<ReturnType<typeof followHarness>>;
  let imports = 0;
  before(async () => {
    harness = await followHarness(lines);
  });
  after(() => harness.stop());

  async function openStore() {
    const store = await harness.openStore();
    const ledger = createCoverageLedger({ analytics: store.analytics, clock: systemClock });
    return {
      ...store,
      async importLines(of: readonly NodeFileLine[]) {
        const root = `${store.root}-import-${imports++}`;
        nodeDir(root).write(of);
        await runPipeline({
          source: await openArchive({ paths: [root] }),
          store: createBatchStore(store.analytics),
          journal: openJournal(store.journalDir),
          blocks: await importedBlocks(ledger),
          batchFills: 100,
          signal: new AbortController().signal,
          onProgress: () => undefined,
        });
        return root;
      },
      async forget(source: string) {
        const batches = createBatchStore(store.analytics);
        const fills = {
          analytics: store.analytics,
          batches,
          ledger,
          becomeWriter: async () => ({ giveBack: async () => undefined }),
        };
        const stores = {
          fills: async () => fills,
          journalDir: store.journalDir,
          inTurn: (work: () => Promise<unknown>) => work(),
        };
        return forget.run(stores as never, { source }, {} as never);
      },
      async intervals(state: 'open' | 'healed' | 'covered') {
        const requests = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0), states: [state] };
        return (await ledger.read(requests)).map(({ fromBlock, toBlock }) => [fromBlock, toBlock]);
      },
    };
  }

  test('are covered, what its lines lack is a gap, and a later import heals it', async () => {
    const store = await openStore();
    await store.importLines([...lines.slice(0, 100), ...lines.slice(103, 180), ...lines.slice(190)]);
    const gaps = [
      [numberOf(100), numberOf(102)],
      [numberOf(180), numberOf(189)],
    ];
    assert.deepEqual(await store.intervals('open'), gaps);
    await store.importLines(lines.slice(95, 110));
    assert.deepEqual(await store.intervals('open'), gaps.slice(1));
    assert.deepEqual(await store.intervals('healed'), gaps.slice(0, 1));
    await store.importLines(lines);
    assert.deepEqual(await store.intervals('open'), []);
    assert.deepEqual(await store.intervals('covered'), [[numberOf(0), numberOf(239)]]);
    await harness.assertWhole(store);
  });

  test('are missing again once the fills of their file are taken out, until the file is imported again', async () => {
    const store = await openStore();
    await store.importLines(lines.slice(0, 120));
    const removed = await store.importLines(lines.slice(120, 180));
    await store.importLines(lines.slice(180));
    assert.deepEqual(await store.intervals('open'), []);
    await store.forget(removed);
    const filled = blocks.slice(120, 180).filter(({ events }) => events.length > 0);
    // An hour is a file.
    assert.deepEqual(await store.intervals('open'), [[filled[0]!.number, filled.at(-1)!.number]]);
    await store.importLines(lines.slice(120, 180));
    assert.deepEqual(await store.intervals('open'), []);
    await harness.assertWhole(store);
  });

  test('are no gap where a file lacks what is covered already, a line comes late, or days are between files', async () => {
    const store = await openStore();
    await store.importLines(lines.slice(0, 120));
    await store.importLines([...lines.slice(10, 50), ...lines.slice(60, 110)]);
    const late = [...lines.slice(120, 150), ...lines.slice(151, 170), lines[150]!, ...lines.slice(170)];
    await store.importLines(late);
    assert.deepEqual(await store.intervals('open'), []);
    const days = blocks.map((block) => ({
      ...block,
      timeMs: block.timeMs + 3 * dayMs,
      number: block.number + 1_000_000,
    }));
    await store.importLines(days.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` })));
    assert.deepEqual(await store.intervals('open'), []);
    const made = lines.map((line, i) =>
      i === 7 ? { ...line, text: `{"block_number":2,"events":[[{}]]}\n${line.text}` } : line,
    );
    await store.importLines(made);
    assert.deepEqual(await store.intervals('open'), [], 'a line with a made-up number');
    assert.deepEqual(await store.intervals('covered'), [
      [numberOf(0), numberOf(239)],
      [days[0]!.number, days.at(-1)!.number],
    ]);
    await store.analytics.close();
  });

  test('are one stretch where a record has no empty blocks: which others are missing does not show', async () => {
    const store = await openStore();
    await store.importLines(lines.filter((_, i) => i % 3 !== 1));
    assert.deepEqual(await store.intervals('open'), []);
    assert.deepEqual(await store.intervals('covered'), [[numberOf(0), numberOf(239)]]);
    await store.analytics.close();
  });

  test('are no more than its own where a damaged line made up a number, followed or imported', async () => {
    const made = lines.map((line, i) =>
      i === 0 || i === 7 ? { ...line, text: line.text.replace(`${numberOf(i)}`, `${2 ** 52 + i}`) } : line,
    );
    for (const isImported of [true, false]) {
      const store = await openStore();
      if (isImported) {
        await store.importLines(made);
      } else {
        nodeDir(store.root).write(made);
        const followed = follow(store);
        await followed.caughtUp();
        await followed.stop();
        assert.equal(followed.state().newest?.number, numberOf(239));
        assert.equal(followed.state().fills, harness.fills);
      }
      assert.deepEqual(await store.intervals('open'), [[numberOf(7), numberOf(7)]]);
      const covered = await store.intervals('covered');
      assert.deepEqual([covered[0]![0], covered.at(-1)![1]], [numberOf(1), numberOf(239)]);
      await store.analytics.close();
    }
  });

  test('heal the gaps of a node that is followed, and its reader knows it', async () => {
    const store = await openStore();
    const dir = nodeDir(store.root);
    dir.write([...lines.slice(0, 40), ...lines.slice(90)]);
    const followed = follow(store);
    await followed.caughtUp();
    await followed.stop();
    assert.deepEqual(await store.intervals('open'), [[numberOf(40), numberOf(89)]]);
    await store.importLines(lines.filter(({ timeMs }) => hourFile(timeMs) !== hourFile(lines[239]!.timeMs)));
    assert.deepEqual(await store.intervals('open'), []);
    assert.deepEqual(
      await store.intervals('healed'),
      [[numberOf(40), numberOf(89)]],
      'as one, over two files',
    );
    const again = follow(store);
    await again.caughtUp();
    await again.stop();
    assert.deepEqual(await store.intervals('open'), []);
    assert.equal(again.state().missingBlocks, 0);
    await harness.assertWhole(store);
  });
});

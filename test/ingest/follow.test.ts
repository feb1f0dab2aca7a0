import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { type FollowState, followNode } from '../../src/ingest/node/follow.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { until } from '../until.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';
import { chdbHarness, type StoreHarness } from './store-harness.ts';
import { type TableSums, tableSums } from './table-sums.ts';

// Three hours, the first and the last cut: their files are 22, 23 and 0.
const startMs = Date.UTC(2026, 2, 31, 22, 30);
const blocks = [...generateBlocks({ seed: 3, blocks: 120, wallets: 20, startMs, stepMs: 60_000 })];
const lines = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const fillCount = blocks.reduce((sum, { events }) => sum + events.length, 0);
/** Tells how the fills came in, not which. */
const batchTable = 'ingest_batches';
const pace = {
  pollMs: 10,
  commitMs: 0,
  holdMs: 20,
  missingMs: 10,
  lateLookMs: 20,
  allLookMs: 40,
  quietMs: 40,
};

function hourFile(timeMs: number): string {
  const at = new Date(Math.floor(timeMs / hourMs) * hourMs).toISOString();
  return `${at.slice(0, 10).replaceAll('-', '')}/${Number(at.slice(11, 13))}`;
}

/** A directory as a node writes it. */
function nodeDir(root: string) {
  const hourly = join(root, 'node_fills_by_block', 'hourly');
  const path = (name: string) => join(hourly, name);
  return {
    root,
    path,
    append(name: string, text: string) {
      mkdirSync(dirname(path(name)), { recursive: true });
      appendFileSync(path(name), text);
    },
    write(some = lines) {
      for (const { timeMs, text } of some) this.append(hourFile(timeMs), text);
    },
  };
}

describe('a directory that is followed', () => {
  let harness: StoreHarness;
  let databases = 0;
  let imported: TableSums;

  before(async () => {
    harness = await chdbHarness();
    const dir = nodeDir(join(harness.dir, 'whole'));
    dir.write();
    const store = await openStore();
    await runPipeline({
      source: await openArchive([dir.root]),
      store: createBatchStore(store.analytics),
      journal: openJournal(store.journalDir),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    imported = await tableSums(store.analytics);
    assert.equal(imported.fills!.rows, String(fillCount));
    await store.analytics.close();
  });
  after(() => harness.stop());

  async function openStore() {
    databases += 1;
    const journalDir = join(harness.dir, `journal${databases}`);
    mkdirSync(journalDir);
    return {
      analytics: await harness.open(`follow${databases}`),
      journalDir,
      root: join(harness.dir, `node${databases}`),
    };
  }

  function follow(store: { analytics: AnalyticsStore; journalDir: string; root: string }) {
    const stop = new AbortController();
    let state: FollowState | undefined;
    const ended = followNode({
      dir: store.root,
      store: createBatchStore(store.analytics),
      journal: openJournal(store.journalDir),
      signal: stop.signal,
      pace,
      tell: (next) => {
        state = next;
      },
    });
    const stored = (count: number) =>
      until(
        `${count} fills`,
        () => (state?.fills ?? 0) + (state?.duplicates ?? 0) >= count && state?.waitingBytes === 0,
      );
    return {
      state: () => state!,
      stored,
      async stop() {
        stop.abort();
        await ended;
      },
    };
  }

  async function assertWhole(analytics: AnalyticsStore, tables = Object.keys(imported)) {
    const sums = await tableSums(analytics);
    for (const table of tables)
      if (table !== batchTable) assert.deepEqual(sums[table], imported[table], table);
    await analytics.close();
  }

  test('gives what an import gives, where it was there before, and where it grows by torn lines', async () => {
    const store = await openStore();
    const dir = nodeDir(store.root);
    dir.write(lines.slice(0, 50));
    const followed = follow(store);
    await until('the first fills', () => followed.state()?.phase === 'following');
    for (const [index, { timeMs, text }] of lines.slice(50).entries()) {
      const cut = (index * 37) % text.length;
      dir.append(hourFile(timeMs), text.slice(0, cut));
      if (index % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
      dir.append(hourFile(timeMs), text.slice(cut));
    }
    await followed.stored(fillCount);
    assert.equal(followed.state().newest?.number, blocks.at(-1)!.number);
    await followed.stop();
    await assertWhole(store.analytics);
  });

  test('is read on from where it was left: what comes meanwhile and late lines of an old hour included', async () => {
    const store = await openStore();
    const dir = nodeDir(store.root);
    const late = lines.slice(85, 90);
    dir.write(lines.slice(0, 30));
    for (const part of [lines.slice(30, 85), lines.slice(90), late]) {
      const followed = follow(store);
      await until(
        'following',
        () => followed.state()?.phase === 'following' && followed.state().waitingBytes === 0,
      );
      await followed.stop();
      dir.write(part);
    }
    const followed = follow(store);
    await until(
      'nothing waits',
      () => followed.state()?.phase === 'following' && followed.state().waitingBytes === 0,
    );
    assert.ok(followed.state().duplicates < fillCount / 3, 'what was read is not read again');
    await followed.stop();
    await assertWhole(store.analytics);
  });

  test('is read again from the start of a file that shrank, or was replaced', async () => {
    const store = await openStore();
    const dir = nodeDir(store.root);
    dir.write(lines.slice(0, 60));
    const followed = follow(store);
    await until(
      'following',
      () => followed.state()?.phase === 'following' && followed.state().waitingBytes === 0,
    );
    const second = hourFile(lines[59]!.timeMs);
    truncateSync(dir.path(second), 0);
    await until(
      'the shrunken file is seen',
      () => followed.state().files === 2 && followed.state().waitingBytes === 0,
    );
    const first = lines.filter(({ timeMs }) => hourFile(timeMs) === second);
    writeFileSync(`${dir.path(second)}.new`, first.map(({ text }) => text).join(''));
    renameSync(`${dir.path(second)}.new`, dir.path(second));
    dir.write(lines.filter(({ timeMs }) => hourFile(timeMs) > second));
    await until('all', () => followed.state().fills === fillCount);
    await followed.stop();
    await assertWhole(store.analytics);
  });

  test('takes packed hours, and one that appears later than those behind it', async () => {
    const store = await openStore();
    const dir = nodeDir(store.root);
    const [first, ...others] = [...new Set(lines.map(({ timeMs }) => hourFile(timeMs)))];
    dir.write(lines.filter(({ timeMs }) => hourFile(timeMs) !== first));
    const followed = follow(store);
    await until(
      'following',
      () => followed.state()?.phase === 'following' && followed.state().waitingBytes === 0,
    );
    const packed = lines.filter(({ timeMs }) => hourFile(timeMs) === first).map(({ text }) => text);
    dir.append(`${first}.gz`, gzipSync(packed.join('')) as unknown as string);
    await until('all', () => followed.state().fills === fillCount);
    // The operator packs an hour that was read.
    rmSync(dir.path(others[0]!));
    await followed.stop();
    await assertWhole(store.analytics);
  });

  test('that is not there yet is waited for, and says so', async () => {
    const store = await openStore();
    const followed = follow(store);
    await until('a fault', () => followed.state()?.fault?.includes('does not exist') === true);
    mkdirSync(join(store.root, 'replica_cmds'), { recursive: true });
    await until('another fault', () => followed.state().fault?.includes('holds replica_cmds') === true);
    nodeDir(store.root).write();
    await followed.stored(fillCount);
    assert.equal(followed.state().fault, undefined);
    await followed.stop();
    await assertWhole(store.analytics);
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { createBlockBehind, readNewestBlock } from './newest-block.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

test('the newest block is that of the newest fill, and none where that was read live', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-block-'));
  const store = await openChdb({ dir, readSessions: 1 });
  const insert = (timeMs: number, block: number) =>
    store.command(
      `INSERT INTO fills_by_time (time, block) SELECT fromUnixTimestamp64Milli(${timeMs}), ${block}`,
    );
  try {
    await migrateAnalytics(store);
    await insert(nowMs, 70);
    assert.deepEqual(await readNewestBlock(store), { timeMs: nowMs, block: 70 });
    await insert(nowMs - 1, 0);
    assert.deepEqual(await readNewestBlock(store), { timeMs: nowMs, block: 70 });
    await insert(nowMs, 0);
    assert.deepEqual(await readNewestBlock(store), { timeMs: nowMs, block: undefined }, 'one of the newest');
    await insert(nowMs + 1, 71);
    assert.deepEqual(await readNewestBlock(store), { timeMs: nowMs + 1, block: 71 });
    await insert(nowMs + 2, 0);
    assert.deepEqual(await readNewestBlock(store), { timeMs: nowMs + 2, block: undefined });
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test('the block of a window is that of its newest fill, also where newer ones are stored', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-block-'));
  const store = await openChdb({ dir, readSessions: 1 });
  try {
    await migrateAnalytics(store);
    const blocks = [70, 71, 0, 73];
    await store.command(
      `INSERT INTO fills_by_time (time, block) VALUES ${blocks.map((block, i) => `(fromUnixTimestamp64Milli(${nowMs + 10 * i}), ${block})`).join(', ')}`,
    );
    const newest = await readNewestBlock(store);
    const blockBehind = createBlockBehind(store);
    const behind = (from: number, to: number) =>
      blockBehind(newest, { fromMs: nowMs + from, toMs: nowMs + to });
    const windows = [
      [-90, 90],
      [-90, 30],
      [-90, 19],
      [-90, 10],
      [-90, 9],
    ] as const;
    const reported = windows.map(([from, to]) => behind(from, to));
    assert.deepEqual(await Promise.all(reported), [73, 73, 71, 71, 70]);
    assert.equal(await behind(-90, 25), undefined, 'its newest fill was read live');
    assert.deepEqual(
      await Promise.all([behind(-90, -1), behind(1, 9), behind(31, 90)]),
      [undefined, undefined, undefined],
      'no fill is of the window',
    );
    assert.equal(await blockBehind(undefined, { fromMs: 0, toMs: nowMs }), undefined);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { blockBehind, readNewestBlock } from './newest-block.ts';

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

test('no block is behind a window that ends before the newest fill', () => {
  const newest = { timeMs: nowMs, block: 70 };
  assert.deepEqual(
    [nowMs - 1, nowMs, nowMs + 1].map((toMs) => blockBehind(newest, toMs)),
    [undefined, 70, 70],
  );
  assert.equal(blockBehind(undefined, nowMs), undefined);
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createStorageCheck } from './storage-check.ts';

test('a directory that can be written is right and left as it was; a full one, or one that is gone, is reported in words', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-storage-'));
  const storage = createStorageCheck(dir, { keptMs: -1 });
  assert.equal(storage.check(), true);
  assert.deepEqual(readdirSync(dir), []);
  assert.ok(storage.freeBytes()! > 0);
  const full = createStorageCheck(dir, { leastBytes: Number.MAX_SAFE_INTEGER });
  assert.match(
    String(full.check()),
    /^nothing can be stored: \d+ MiB are free on the disk of the data directory, at least \d+ are needed$/,
  );
  rmSync(dir, { recursive: true });
  assert.match(
    String(storage.check()),
    /^nothing can be stored: the data directory cannot be written \(ENOENT\)$/,
  );
  assert.equal(storage.freeBytes(), undefined);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectGarbage } from '../../test/garbage.ts';
import { takeProcessLock } from './process-lock.ts';

test('a lock is held until it is let go, also where nothing refers to it any more', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-lock-'));
  const file = join(dir, 'lock');
  try {
    assert.ok(takeProcessLock(file, 0) !== undefined);
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    assert.equal(takeProcessLock(file, 0), undefined);

    const other = join(dir, 'other');
    takeProcessLock(other, 0)!();
    assert.ok(takeProcessLock(other, 0) !== undefined);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('a file that cannot be used is refused with the reason', () => {
  assert.throws(
    () => takeProcessLock('/dev/null/lock', 0),
    /ENOTDIR: not a directory, open '\/dev\/null\/lock'/,
  );
});

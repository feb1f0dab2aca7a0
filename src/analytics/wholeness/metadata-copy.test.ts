import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { damagedMetadata, keepMetadata, restoreMetadata } from './metadata-copy.ts';

test('a file that goes while the metadata are read, as those of dropped tables do, holds up nothing', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-metadata-'));
  try {
    const [kept, dropped] = ['abc', 'def'].map((name) => join(dir, 'store', name, name)) as [string, string];
    for (const table of [kept, dropped]) mkdirSync(table, { recursive: true });
    writeFileSync(join(kept, 'format_version.txt'), '1\n');
    // Listed, but missing when read.
    symlinkSync(join(dir, 'gone'), join(dropped, 'format_version.txt'));
    assert.equal(damagedMetadata(dir), undefined);
    keepMetadata(dir, true);
    unlinkSync(join(kept, 'format_version.txt'));
    assert.deepEqual(restoreMetadata(dir), ['store/abc/abc/format_version.txt']);
    assert.equal(readFileSync(join(kept, 'format_version.txt'), 'utf8'), '1\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

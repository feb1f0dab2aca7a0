import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { breakSeal, sealDirectory } from './directory-seal.ts';

test('what is cut, changed, removed or added in a sealed directory is named, and nothing without a seal', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-seal-'));
  const dir = join(root, 'control');
  mkdirSync(join(dir, 'base'), { recursive: true });
  for (const name of ['a', 'base/b', 'base/c']) writeFileSync(join(dir, name), name.repeat(100));
  assert.deepEqual(breakSeal(dir), []);
  sealDirectory(dir);
  assert.deepEqual(breakSeal(dir), []);
  writeFileSync(join(dir, 'a'), 'other');
  assert.deepEqual(breakSeal(dir), [], 'it was written since, in order or not');
  sealDirectory(dir);
  writeFileSync(join(dir, 'a'), 'another');
  rmSync(join(dir, 'base/b'));
  writeFileSync(join(dir, 'd'), '');
  assert.deepEqual(breakSeal(dir), ['a', 'base/b', 'd']);
  assert.deepEqual(breakSeal(dir), [], 'it was reported, and is written from here on');
  rmSync(root, { recursive: true });
});

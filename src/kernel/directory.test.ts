import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeDirectory } from './directory.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-directory-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('makes a directory with all above it, and lets one that is there be', () => {
  const path = join(root, 'a', 'b', 'c');
  for (let times = 0; times < 2; times++) makeDirectory(path, 0o700);
  for (const made of [path, join(root, 'a')]) assert.equal(statSync(made).mode & 0o777, 0o700);
});

test('fails where one cannot be made: in a file, on a file, or where the system makes none', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    assert.throws(() => makeDirectory(path), { code: 'EEXIST', path: file });
  }
  assert.throws(() => makeDirectory('/proc/tidemark/below'), /mkdir/);
});

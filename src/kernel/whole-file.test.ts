import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dropDrafts, replaceFile, replacingFile } from './whole-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-whole-'));
after(() => rmSync(dir, { recursive: true }));
const path = join(dir, 'kept.json');
const read = () => readFileSync(path, 'utf8');

test('a file takes the place of the one before when it is whole, for its owner alone', async () => {
  for (const flush of [true, false]) {
    replaceFile(path, 'text', { flush });
    assert.equal(read(), 'text');
    await replacingFile(path, (file) => file.writeFile(Buffer.from('bytes')), { flush });
    assert.equal(read(), 'bytes');
  }
  replaceFile(path, (descriptor) => {
    writeSync(descriptor, 'half ');
    assert.equal(read(), 'bytes', 'readers see the one before');
    writeSync(descriptor, 'and half');
  });
  assert.equal(read(), 'half and half');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dir), ['kept.json']);
});

test('what fails leaves the file before it, and no draft', async () => {
  replaceFile(path, 'before');
  const broken = () => {
    throw new Error('disk is full');
  };
  assert.throws(() => replaceFile(path, broken), /disk is full/);
  await assert.rejects(
    replacingFile(path, async () => broken()),
    /disk is full/,
  );
  // No file takes the place of a directory.
  assert.throws(() => replaceFile(dir, 'text', { draft: join(dir, 'draft') }), { syscall: 'rename' });
  assert.equal(read(), 'before');
  assert.deepEqual(readdirSync(dir), ['kept.json']);
});

test('a draft that a kill has left is written over, or dropped', () => {
  writeFileSync(`${path}.draft`, 'a longer text than comes');
  replaceFile(path, 'short');
  assert.equal(read(), 'short');
  writeFileSync(join(dir, 'other.draft'), 'half');
  dropDrafts(dir);
  assert.deepEqual(readdirSync(dir), ['kept.json']);
});

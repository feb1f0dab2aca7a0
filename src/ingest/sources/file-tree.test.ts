import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { listArchiveFiles } from './file-tree.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-file-tree-'));
after(() => rmSync(root, { recursive: true }));

/** Makes files in a directory of their own, in the order given. */
function tree(name: string, files: string[]): string {
  const directory = join(root, name);
  mkdirSync(directory);
  for (const file of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), 'x\n');
  }
  return directory;
}

async function names(directory: string, ...paths: string[]): Promise<string[]> {
  const { files } = await listArchiveFiles(paths.length > 0 ? paths : [directory]);
  return files.map(({ path }) => relative(directory, path));
}

test('hour files come in the order of their time, whatever their directory and however they are named', async () => {
  const files = [
    'b/20250727/10.lz4',
    'b/20250727/2.lz4',
    'b/20250728/0.lz4',
    'a/20250727/3',
    'b/20250727/0',
    'a/20241231/23',
  ];
  const directory = tree('hours', files);
  const expected = [
    'a/20241231/23',
    'b/20250727/0',
    'b/20250727/2.lz4',
    'a/20250727/3',
    'b/20250727/10.lz4',
    'b/20250728/0.lz4',
  ];
  assert.deepEqual(await names(directory), expected);
  assert.deepEqual(
    await names(directory, ...files.map((file) => join(directory, file))),
    expected,
    'as a shell expands them',
  );
});

test('other files come in natural order of their path, behind the hours', async () => {
  const directory = tree('others', [
    'part-10.jsonl',
    'part-2.jsonl',
    'sub/20250727/5.lz4',
    'sub/20250727/24',
    'a.jsonl',
  ]);
  const expected = ['sub/20250727/5.lz4', 'a.jsonl', 'part-2.jsonl', 'part-10.jsonl', 'sub/20250727/24'];
  assert.deepEqual(await names(directory), expected);
});

test('hidden files are skipped, a file reached twice is listed once, a loop of links ends', async () => {
  const directory = tree('links', ['x/1.jsonl', '.hidden', '.git/config']);
  symlinkSync(directory, join(directory, 'x', 'loop'));
  symlinkSync(join(directory, 'x', '1.jsonl'), join(directory, 'y.jsonl'));
  assert.deepEqual(await names(directory, directory, join(directory, 'x'), join(directory, 'x/1.jsonl')), [
    'x/1.jsonl',
  ]);
});

test('an empty directory has no files', async () => {
  assert.deepEqual(await names(tree('empty', [])), []);
});

test('what cannot be looked at below a directory is named, and the rest listed', async () => {
  const directory = tree('dangling', ['1.jsonl']);
  symlinkSync(join(directory, 'gone'), join(directory, '0.jsonl'));
  const { files, unread } = await listArchiveFiles([directory]);
  assert.deepEqual(
    files.map((file) => [file.path, file.bytes]),
    [[join(directory, '1.jsonl'), 2]],
  );
  const path = join(directory, '0.jsonl');
  assert.deepEqual(unread, [{ path, reason: `${path} does not exist; name a file or a directory` }]);
});

test('a path that does not exist, or is neither file nor directory, is named', async () => {
  const missing = join(root, 'missing');
  await assert.rejects(
    listArchiveFiles([missing]),
    new Error(`${missing} does not exist; name a file or a directory`),
  );
  await assert.rejects(
    listArchiveFiles(['/dev/null']),
    /^Error: \/dev\/null is neither a file nor a directory/,
  );
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { fillsOf } from '../../../../test/fill-rows.ts';
import { generateBlocks, writeHourTree } from '../../../../test/ingest/generated-fills.ts';
import { startS3 } from '../../../../test/s3-harness.ts';
import { openArchive } from '../archive.ts';
import { type ArchiveSelection, selectFiles } from '../archive-files.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-objects-'));
/** Six hours from 22:00 of 31 March 2026 on. */
const paths = writeHourTree(
  root,
  generateBlocks({ seed: 5, blocks: 216, wallets: 20, stepMs: 100_000 }),
  false,
);
const keys = paths.map((path) => path.slice(root.length + 1));
const { signal } = new AbortController();

let s3: Awaited<ReturnType<typeof startS3>>;
before(async () => {
  s3 = await startS3();
  Object.assign(process.env, s3.env);
});
after(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});
afterEach(() => s3.onRequest(() => false));

const selectionOf = (...addresses: string[]): ArchiveSelection => ({
  paths: addresses.map((address) => `${s3.address}/${address}`),
  s3: { endpoint: s3.endpoint },
});

async function read(selection: ArchiveSelection, whileReading?: () => Promise<void>) {
  const source = await openArchive(selection, { signal });
  const tids: number[] = [];
  const unread: string[] = [];
  for await (const chunk of source.read(signal)) {
    for (const { fill } of fillsOf(chunk.fills)) tids.push(fill.tid as number);
    unread.push(...(chunk.unread ?? []));
    await whileReading?.();
  }
  return { tids, unread, files: source.totalFiles, source };
}

test('objects give what the files give, in the same order; a prefix is a directory or an object', async () => {
  await s3.putTree('a/node_fills_by_block', root);
  await s3.put('a/node_fills_by_block/hourly/202604', 'another key with the beginning of a day');
  const local = await read({ paths: [root] });
  assert.ok(local.tids.length > 300);
  s3.takeReads();
  const remote = await read(
    selectionOf('a/node_fills_by_block/hourly/20260331', 'a/node_fills_by_block/hourly/20260401/'),
  );
  assert.deepEqual(remote.tids, local.tids);
  assert.equal(remote.files, paths.length);
  const reads = s3.takeReads();
  assert.equal(reads.length, paths.length, 'each of these objects is one part');
  assert.ok(reads.every(({ pays, range }) => pays && range !== undefined));
  const one = await read(selectionOf(`a/node_fills_by_block/${keys[0]}`));
  assert.deepEqual(one.tids, local.tids.slice(0, one.tids.length));
  assert.equal(one.files, 1);
  const path = `${s3.address}/a/node_fills_by_block/${keys[0]}`;
  assert.match(one.source.objectOf!(path)!.etag, /^"[0-9a-f]{32}"$/);
});

test('a large object is read by parts, ahead of its reader, and whole where connections break', async () => {
  const line = `${JSON.stringify({ local_time: '2026-04-01T00:00:00', block_time: '2026-04-01T00:00:00', block_number: 1, events: [] })}\n`;
  const lines = Math.ceil((20 << 20) / line.length);
  await s3.put('large/hourly/20260401/0', line.repeat(lines));
  await s3.put('large/hourly/20260401/1', line);
  let requests = 0;
  s3.onRequest(({ range }) => range !== undefined && ++requests % 2 === 1);
  const source = await openArchive(selectionOf('large'), { signal });
  let bytes = 0;
  for await (const chunk of source.read(signal)) bytes = Math.max(bytes, chunk.bytesRead);
  assert.equal(bytes, lines * line.length);
  const reads = s3.takeReads().filter(({ path }) => path.includes('/large/'));
  const ranges = new Set(reads.map(({ path, range }) => `${path.at(-1)} ${range}`));
  assert.deepEqual([...ranges].sort(), [
    '0 bytes=0-8388607',
    `0 bytes=16777216-${lines * line.length - 1}`,
    '0 bytes=8388608-16777215',
    `1 bytes=0-${line.length - 1}`,
  ]);
});

test('an object that is replaced or removed while others are read is named, and the others are read', async () => {
  await s3.putTree('b', root);
  let isChanged = false;
  s3.onRequest(async ({ range }) => {
    if (range === undefined || isChanged) return false;
    isChanged = true;
    await s3.put(`b/${keys[0]}`, 'another');
    await s3.remove(`b/${keys[4]}`);
    return false;
  });
  const { unread, tids } = await read(selectionOf('b'));
  assert.ok(tids.length > 100);
  assert.deepEqual(unread, [
    `${s3.address}/b/${keys[0]} cannot be read: the object was replaced while it was read; import it again`,
    `${s3.address}/b/${keys[4]} cannot be read: the object is gone`,
  ]);
});

test('a span takes its hours alone; hours between, and of the span, without an object are named', async () => {
  await s3.putTree('c', root);
  await s3.remove(`c/${keys[1]}`);
  await s3.put('c/readme.txt', 'no hour');
  const select = (fromMs: number, untilMs: number) =>
    selectFiles({ ...selectionOf('c'), spans: [{ fromMs, untilMs }] }, [], signal);
  const at = (day: number, hour: number) => Date.UTC(2026, 2, day, hour);
  const inner = await select(at(31, 22), at(32, 0) + 1);
  const named = (found: typeof inner) => found.files.map(({ path }) => path.slice(s3.address.length + 3));
  assert.deepEqual(named(inner), [keys[0], keys[2]]);
  assert.equal(inner.outside, keys.length - 3 + 1);
  assert.deepEqual(inner.missing, [`${s3.address}/c/hourly/20260331/23`]);
  const open = await select(at(31, 22), Number.MAX_SAFE_INTEGER);
  assert.deepEqual(open.missing, inner.missing, 'an open end wants nothing behind the last object');
  const wide = await select(at(31, 20), at(32, 1));
  assert.deepEqual(
    wide.missing.map((path) => path.slice(s3.address.length + 3)),
    ['hourly/20260331/20', 'hourly/20260331/21', 'hourly/20260331/23'],
  );
  const known = inner.files.map(({ path, etag }) => ({ url: path, etag: etag! }));
  const left = await selectFiles(selectionOf('c'), known, signal);
  assert.equal(left.known.files, 2);
  assert.deepEqual(named(left), [...keys.slice(3), 'readme.txt']);
});

test('what is wrong with an address, a bucket or credentials is said', async () => {
  const refused = (address: string, message: RegExp) =>
    assert.rejects(openArchive({ paths: [address], s3: { endpoint: s3.endpoint } }), message);
  await refused('s3://nobucket/x', /^Error: s3:\/\/nobucket\/x cannot be read: there is no such bucket$/);
  await refused(
    `${s3.address}/node`,
    /node cannot be read: .*no object has this name or prefix; name an object/,
  );
  await refused('s3://', /^Error: s3:\/\/ is no address of objects: expected s3:\/\/bucket\/prefix$/);
  process.env.AWS_ACCESS_KEY_ID = 'other';
  await refused(s3.address, /cannot be read: the store does not know the access key$/);
  Object.assign(process.env, s3.env);
});

/** Imports from an object store that speaks S3: the real client, a real server, the command as an operator runs it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { startS3 } from '../s3-harness.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-object-store-'));
const tree = join(root, 'tree');
/** Six hours from midnight of a day on. */
const blocks = generateBlocks({ seed: 5, blocks: 216, wallets: 20, stepMs: 100_000 });
const paths = writeHourTree(tree, blocks);
const keys = paths.map((path) => `node_fills_by_block${path.slice(tree.length)}`);
const settings = { TIDEMARK_IMPORT_BATCH_FILLS: '150' };

let s3: Awaited<ReturnType<typeof startS3>>;
before(async () => {
  s3 = await startS3();
  await s3.putTree('node_fills_by_block', tree);
});
after(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

let stores = 0;
const newStore = () => seedData(join(root, `data-${++stores}`));

async function importInto(data: string, args: string[], address = `${s3.address}/node_fills_by_block`) {
  const { env, endpoint } = s3;
  const ended = await runCommand(['import', ...args, '--s3-endpoint', endpoint, '--data', data, address], {
    ...settings,
    ...env,
  });
  return { ...ended, summary: ended.stdout === '' ? undefined : JSON.parse(ended.stdout) };
}

test('objects are listed with their price, read once, and again after a forget', async () => {
  const remote = newStore();
  s3.takeReads();
  const params = await importInto(remote, []);
  assert.equal(params.code, 2, params.stderr);
  assert.match(
    params.stderr,
    /^\d files of 0\.00 GB; their transfer costs about 0\.00 USD at 0\.114 USD per GB\n/,
  );
  assert.match(params.stderr, /add --yes/);
  assert.deepEqual(s3.takeReads(), [], 'nothing was read before the answer');

  const first = await importInto(remote, ['--yes']);
  const counts = first.summary;
  assert.deepEqual([counts.files, counts.knownFiles], [paths.length, 0]);
  assert.ok(counts.fills > 300, `${counts.fills} fills`);
  const reads = s3.takeReads();
  assert.deepEqual(
    [...new Set(reads.map(({ path }) => path))].sort(),
    keys.map((key) => `/archive/${key}`).sort(),
  );
  assert.ok(reads.every(({ pays, range }) => pays && range !== undefined));

  // Damaged lines are set aside and damage no file: every object was read to its end.
  const again = await importInto(remote, ['--yes']);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(again.summary.knownFiles, paths.length);
  assert.match(again.stderr, new RegExp(`${paths.length} objects were imported before`));
  assert.deepEqual(s3.takeReads(), []);

  const gone = await runCommand(['forget', '--data', remote, '--source', `${s3.address}/${keys[0]}`]);
  assert.ok(Number(gone.stdout) > 0, gone.stderr);
  const healed = await importInto(remote, ['--yes']);
  assert.equal(healed.summary.fills, Number(gone.stdout), 'what was forgotten is read again');
});

test('gaps of blocks are healed from the hours that have them, after their price was said', async () => {
  const data = newStore();
  const { env, endpoint } = s3;
  const gaps = (...args: string[]) => runCommand(['gaps', ...args, '--data', data], { ...settings, ...env });
  const heal = (...args: string[]) => gaps('--heal', '--s3-endpoint', endpoint, ...args, s3.address);
  const local = paths.filter((_, i) => i !== 3);
  assert.equal((await runCommand(['import', ...local, '--data', data], settings)).code, 0);
  const found = JSON.parse((await gaps('--json')).stdout) as {
    feed: string;
    fromBlock: number;
    toBlock: number;
  }[];
  assert.deepEqual(
    found.map(({ feed }) => feed),
    ['node_fills'],
  );
  const missing = found[0]!.toBlock - found[0]!.fromBlock + 1;
  s3.takeReads();
  const params = await heal();
  assert.equal(params.code, 2, params.stderr);
  assert.match(
    params.stderr,
    new RegExp(`^${missing} blocks are missing, in 1 gaps\n3 files of 0.00 GB; their transfer`),
  );
  assert.deepEqual(s3.takeReads(), []);
  const healed = await heal('--yes');
  assert.equal(healed.code, 0, healed.stderr);
  const read = new Set(s3.takeReads().map(({ path }) => path));
  assert.deepEqual(
    [...read].sort(),
    keys
      .slice(2, 5)
      .map((key) => `/archive/${key}`)
      .sort(),
  );
  const left = await gaps();
  assert.deepEqual([left.stdout, left.stderr], ['', 'no gaps\n']);
  const nothing = await heal();
  assert.deepEqual(
    [nothing.code, nothing.stderr],
    [0, `no blocks are missing that ${s3.address} could fill\n`],
  );
});

test('a server that runs imports objects with credentials of its own', async (t) => {
  const data = newStore();
  const server = await startServer(['--data', data], { ...settings, ...s3.env });
  t.after(() => server.child.kill('SIGKILL'));
  const args = ['import', '--yes', '--s3-endpoint', s3.endpoint, '--data', data, `${s3.address}/${keys[0]}`];
  const { code, stdout, stderr } = await runCommand(args);
  assert.equal(code, 0, stderr);
  assert.ok(JSON.parse(stdout).fills > 0);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

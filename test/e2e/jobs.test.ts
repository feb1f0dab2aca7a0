/** Imports that a server does for other commands, ended from either side: real processes, one data directory. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { runCommand, startCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-jobs-'));
const data = join(root, 'data');
seedData(data);
const tree = join(root, 'tree');
// Small batches: an import has many moments at which it can end.
const settings = { TIDEMARK_IMPORT_BATCH_FILLS: '150', TIDEMARK_LOG_LEVEL: 'info' };
const importing = ['import', tree, '--data', data];
writeHourTree(tree, generateBlocks({ seed: 8, blocks: 600, wallets: 100, stepMs: 10_000 }));
after(() => rmSync(root, { recursive: true, force: true }));

/** An import through the server that has stored its first batch. */
async function startImport() {
  const journal = join(data, 'ingest');
  mkdirSync(journal, { recursive: true });
  const promised = Promise.withResolvers<void>();
  // A promise of a batch is renamed into place; whatever else the server does there is none of the import.
  const watcher = watch(journal, (_, name) => name?.endsWith('.json') && promised.resolve());
  const command = startCommand(importing);
  await Promise.race([promised.promise, command.ended]);
  watcher.close();
  assert.equal(command.child.exitCode, null, command.written.stderr);
  return command;
}

test('an import through a server can be interrupted, killed and stopped with the server; the next one ends it', async (t) => {
  const server = await startServer(['--data', data], settings);
  // Also where the test fails: a server left behind would keep the run from ending.
  t.after(() => server.child.kill('SIGKILL'));

  const interrupted = await startImport();
  interrupted.child.kill('SIGINT');
  const ended = await interrupted.ended;
  assert.equal(ended.code, 130, `${ended.signal} ${ended.stderr}`);
  const { interrupted: isInterrupted, fills } = JSON.parse(ended.stdout);
  assert.ok(isInterrupted && fills > 0, ended.stdout);

  const killed = await startImport();
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The server notices, and ends the import: it says so in its log.
  const noted = () => server.written.stderr.split('"route":"/admin/v1/jobs/import"').length - 1;
  while (noted() < 2) await once(server.child.stderr!, 'data');

  const stopped = await startImport();
  server.child.kill('SIGTERM');
  const summed = await stopped.ended;
  assert.equal(summed.code, 1);
  assert.notEqual(summed.stdout, '', `${summed.stderr}${server.written.stderr.slice(-2_000)}`);
  assert.equal(JSON.parse(summed.stdout).interrupted, true);
  assert.match(summed.stderr, /the process that ran the import is stopping; import again to continue/);
  const { code, stderr } = await server.ended;
  assert.equal(code, 0, stderr);
  assert.equal(noted(), 3);
  assert.equal(existsSync(join(data, 'tidemark.sock')), false);

  const last = JSON.parse((await runCommand(importing)).stdout);
  assert.ok(last.fills > 0 && last.duplicates >= fills, JSON.stringify(last));
  assert.deepEqual((await runCommand(['audit', '--data', data])).stdout, '');
});

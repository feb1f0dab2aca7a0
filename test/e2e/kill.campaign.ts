/** An import that is killed with SIGKILL again and again, as an operator would see it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../../src/analytics/chdb.ts';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { tableSums } from '../ingest/table-sums.ts';
import { campaignSeed } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { runCommand, startCommand } from './command.ts';

const kills = 20;
/** Small batches: a batch takes as long, and imported data are read again after every kill. */
const settings = { TIDEMARK_IMPORT_BATCH_FILLS: '200' };
const root = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
after(() => rmSync(root, { recursive: true, force: true }));

const below = seededNumbers(20_260_500 + campaignSeed);
const tree = join(root, 'tree');
writeHourTree(tree, generateBlocks({ seed: 3, blocks: 1_300, wallets: 300, stepMs: 4_000 }));

function promises(data: string): string[] {
  const journal = join(data, 'ingest');
  return existsSync(journal) ? readdirSync(journal).filter((name) => name.endsWith('.json')) : [];
}

/**
 * Starts the import and kills it some time after it promised its n-th batch of this run: between the promise
 * and the insert, in the middle of the insert, between the insert and its record, or in the next batch.
 */
async function killedImport(data: string): Promise<{ killed: boolean; promised: boolean }> {
  const { child, ended } = startCommand(['import', tree, '--data', data], settings);
  const wanted = 1 + below(3);
  const delayMs = below(60);
  const journal = join(data, 'ingest');
  mkdirSync(journal, { recursive: true });
  let seen = 0;
  const watcher = watch(journal);
  watcher.on('change', (kind, name) => {
    // A promise is renamed into place, and renamed names appear once more when they go.
    if (kind !== 'rename' || !String(name).endsWith('.json') || ++seen < 2 * wanted - 1) return;
    const dueMs = monotonicMs() + delayMs;
    while (monotonicMs() < dueMs)
      if (delayMs > 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
    child.kill('SIGKILL');
  });
  const { code, signal, stderr } = await ended;
  watcher.close();
  if (signal === null) assert.equal(code, 0, stderr);
  return { killed: signal === 'SIGKILL', promised: promises(data).length > 0 };
}

async function sumsOf(data: string) {
  const store = await openChdb({ dir: join(data, 'analytics'), readSessions: 1 });
  try {
    return await tableSums(store);
  } finally {
    await store.close();
  }
}

test(`an import killed at ${kills} moments and started again each time leaves what one clean import does`, async (t) => {
  const data = join(root, 'killed');
  const runs: { killed: boolean; promised: boolean }[] = [];
  // The first is killed while the stores are being made.
  const first = startCommand(['import', tree, '--data', data], settings);
  await delay(300); // waits: for a moment of the start that has no event
  first.child.kill('SIGKILL');
  runs.push({ killed: (await first.ended).signal === 'SIGKILL', promised: false });
  for (let n = 1; n < kills; n++) runs.push(await killedImport(data));
  const died = runs.filter((run) => run.killed);
  const midBatch = died.filter((run) => run.promised);
  t.diagnostic(`${died.length} of ${kills} runs were killed, ${midBatch.length} with a batch half done`);
  assert.equal(died.length, kills, 'every kill came before the work was done');
  assert.ok(midBatch.length >= kills / 4, `${midBatch.length} kills in the middle of a batch`);

  const last = await runCommand(['import', tree, '--data', data], settings);
  assert.equal(last.code, 0, last.stderr);
  const { fills, duplicates } = JSON.parse(last.stdout);
  assert.ok(fills > 0, 'the last run still had work to do');
  assert.ok(duplicates > 0, 'earlier runs had done some of it');
  assert.deepEqual(promises(data), []);
  const audit = await runCommand(['audit', '--data', data]);
  assert.deepEqual([audit.code, audit.stdout], [0, ''], audit.stderr);

  const cleanData = join(root, 'clean');
  const clean = await runCommand(['import', tree, '--data', cleanData], settings);
  assert.equal(clean.code, 0, clean.stderr);
  assert.equal(JSON.parse(clean.stdout).fills, fills + duplicates);
  assert.deepEqual(await sumsOf(data), await sumsOf(cleanData));
});

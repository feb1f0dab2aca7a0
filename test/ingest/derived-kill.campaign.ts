/** Derived tables being filled by a process that is killed with SIGKILL, in the middle of statements too. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { seededNumbers } from '../source-fills.ts';
import { assertFilled } from './filled-tables.ts';
import { importFiles } from './filling-process.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { chdbHarness, type StoreHarness } from './store-harness.ts';

const child = new URL('../fixtures/filling-child.ts', import.meta.url).pathname;
const kills = 12;
const below = seededNumbers(20_261_122);
let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

/** Runs the process until it has begun its n-th statement, and kills it a few milliseconds later. @returns its exit code */
async function killedAfter(args: string[], statements: number): Promise<number | null> {
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let begun = 0;
  createInterface(running.stdout).on('line', () => {
    begun += 1;
    if (begun !== statements) return;
    setTimeout(() => running.kill('SIGKILL'), below(20)); // waits: a kill may fall anywhere into a statement
  });
  const [code] = (await once(running, 'close')) as [number | null];
  return code;
}

test('tables of a filled store are filled by a process that is killed again and again', async () => {
  const engineDir = join(harness.dir, 'engine');
  const journalDir = join(harness.dir, 'journal');
  const startMs = Date.UTC(2026, 2, 31, 22);
  const blocks = [...generateBlocks({ seed: 12, blocks: 120, wallets: 40, startMs, stepMs: 100_000 })];
  const paths = writeHourTree(join(harness.dir, 'tree'), blocks, false);
  const open = () => openChdb({ dir: engineDir, database: 'killed', readSessions: 1 });
  const old = await open();
  await migrateAnalytics(old);
  await importFiles(createBatchStore(old), { journalDir, paths: paths.slice(0, 2) });
  await old.close();

  let killed = 0;
  for (let n = 0; n < kills; n++) {
    const code = await killedAfter([engineDir, journalDir, ...paths], 3 + below(10));
    if (code === null) killed += 1;
    else assert.equal(code, 0);
  }
  assert.ok(killed >= kills / 2, `${killed} of ${kills} were killed`);
  assert.equal(await killedAfter([engineDir, journalDir, ...paths], Number.POSITIVE_INFINITY), 0);
  const store = await open();
  await assertFilled(store, `after ${killed} kills`);
  await store.close();
});

import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { openWholeness } from '../../src/app/wholeness.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { audit } from '../../src/jobs/audit.ts';
import type { Log } from '../../src/kernel/log.ts';
import { createLifecycleFold } from '../../src/lifecycles/lifecycle-fold.ts';
import { type Damage, damage, damageKinds, filesOf } from '../damage.ts';
import { campaignSeed, sized } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { importFiles } from './filling-process.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { type TableSums, tableSums } from './table-sums.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-damages-'));
const whole = join(root, 'whole');
const archive = join(root, 'archive');
after(() => rmSync(root, { recursive: true, force: true }));

const lifecycleTables = ['lifecycles', 'lifecycle_days', 'lifecycle_coin_days', 'lifecycles_by_close'];

interface Opened {
  store: AnalyticsStore;
  wholeness: Awaited<ReturnType<typeof openWholeness>>;
  /** Log messages of level warn. */
  said: string[];
}

/** Opens a data directory as `tidemark` does. */
async function open(dir: string): Promise<Opened> {
  const said: string[] = [];
  const warn = (fields: object, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const log = { warn, info: () => undefined, error: warn } as unknown as Log;
  const store = await openChdb({
    dir: join(dir, 'analytics'),
    readSessions: 1,
    onRestored: (paths) => said.push(`put back ${paths}`),
  });
  try {
    await migrateAnalytics(store);
    const parts = {
      analytics: store,
      batches: createBatchStore(store),
      journal: openJournal(join(dir, 'ingest')),
    };
    return { store, said, wholeness: await openWholeness({ ...parts, isServing: false, log }) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function importAll(store: AnalyticsStore, dir: string): Promise<void> {
  await importFiles(createBatchStore(store), { journalDir: join(dir, 'ingest'), paths: [archive] });
}

async function fold(store: AnalyticsStore, dir: string): Promise<void> {
  const lifecycles = createLifecycleFold({ store, dir: join(dir, 'folds') });
  while ((await lifecycles.step(new AbortController().signal)) !== undefined);
  await lifecycles.close();
}

/** Sums of everything derived from the import. */
async function contents(store: AnalyticsStore): Promise<TableSums> {
  const { ingest_batches: _, ...sums } = await tableSums(store);
  for (const table of lifecycleTables) {
    const rows = query({
      name: 'lifecycle_sums',
      params: {},
      row: Type.Object({ rows: Type.String(), checksum: Type.String() }),
      sql: `
        SELECT toString(count()) AS rows, toString(sum(sipHash64(*))) AS checksum
        FROM (SELECT * EXCEPT version FROM ${table} FINAL WHERE ${table.endsWith('_days') ? 'lifecycles > 0' : 'NOT deleted'})`,
    });
    sums[table] = (await store.rows(rows, {}))[0]!;
  }
  return sums;
}

const below = seededNumbers(campaignSeed);
/** A damage of each kind that occurred in practice, and those of a campaign. */
function damages(): Damage[] {
  const files = filesOf(whole);
  const partOf = (table: string, file: string) => {
    const sql = globSync('analytics/store/*/*/*.sql', { cwd: whole }).find(
      (path) => basename(path) === `${table}.sql`,
    )!;
    const uuid = /UUID '([^']+)'/.exec(readFileSync(join(whole, sql), 'utf8'))![1]!;
    return files.find((path) => path.includes(`/${uuid}/`) && basename(path) === file)!;
  };
  const known: Damage[] = [
    { path: partOf('fills', 'data.bin'), kind: 'flipped' },
    { path: partOf('wallet_day', 'columns.txt'), kind: 'removed' },
    { path: files.find((path) => basename(path) === 'fills.sql')!, kind: 'cut' },
  ];
  const random = Array.from({ length: sized({ check: 0, campaign: 30 }) }, () => {
    return { path: files[below(files.length)]!, kind: damageKinds[below(3)]! };
  });
  return [...known.slice(0, sized({ check: 2, campaign: 3 })), ...random];
}

let truth: TableSums;
before(async () => {
  writeHourTree(archive, [
    ...generateBlocks({ seed: campaignSeed, blocks: sized({ check: 70, campaign: 120 }), stepMs: 60_000 }),
  ]);
  const { store } = await open(whole);
  await importAll(store, whole);
  await fold(store, whole);
  truth = await contents(store);
  await store.close();
});

test('a damaged file changes nothing, or is reported; after the remedy everything is equal, and nothing doubled', async (t) => {
  for (const [n, one] of damages().entries()) {
    const dir = join(root, `damage${n}`);
    cpSync(whole, dir, { recursive: true, verbatimSymlinks: true });
    damage(dir, one, below);
    const what = `${one.kind} ${one.path}`;
    const first = await open(dir);
    await fold(first.store, dir);
    const found = await contents(first.store);
    const isEqual = JSON.stringify(found) === JSON.stringify(truth);
    const state = first.wholeness.check();
    t.diagnostic(`${what}: ${isEqual ? 'equal' : 'not equal'}; ${state}; ${first.said.length} warnings`);
    if (!isEqual) assert.notEqual(first.said.length, 0, `${what}: not equal, and nothing was said`);
    if (state !== true) {
      assert.match(state, /import .* again|backup/, what);
      await importAll(first.store, dir);
      await fold(first.store, dir);
    }
    await first.store.close();
    const again = await open(dir);
    await fold(again.store, dir);
    const left = again.wholeness.check();
    if (left !== true) assert.match(left, /backup|named directory/, `${what}: ${left}`);
    assert.deepEqual(await contents(again.store), truth, what);
    const { differences } = await audit(again.store, () => undefined, new AbortController().signal);
    assert.deepEqual(differences, [], what);
    await again.store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

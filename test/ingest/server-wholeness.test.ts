/** A server that detached broken parts at its start: the damage is reported with its remedy, and then repaired, while others write. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { derivedTables } from '../../src/analytics/derived/derived-tables.ts';
import { fillDerived } from '../../src/analytics/filling/fill.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { openServerWholeness } from '../../src/app/stores.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { writersTurn } from '../../src/ingest/recover.ts';
import { recordAudit } from '../../src/jobs/stored-audits.ts';
import type { Log } from '../../src/kernel/log.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { importFiles } from './filling-process.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { tableSums } from './table-sums.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-server-wholeness-'));
const archive = join(root, 'archive');
const journalDir = join(root, 'ingest');
let server: ClickHouseServer;
let store: AnalyticsStore;

before(async () => {
  writeHourTree(archive, [...generateBlocks({ seed: 1, blocks: 70, stepMs: 60_000 })]);
  server = await startClickHouse();
  store = await openClickHouse({ url: server.url });
  await migrateAnalytics(store);
  await importFiles(createBatchStore(store), { journalDir, paths: [archive] });
});
after(async () => {
  await store?.close();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** As a process that starts sees it. */
async function look() {
  const said: string[] = [];
  const warn = (fields: object, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const log = { warn, info: () => undefined } as unknown as Log;
  const wholeness = await openServerWholeness({ analytics: store, log });
  return { said, wholeness, state: wholeness.check() };
}

const partsOf = query({
  name: 'parts_of',
  params: { table: 'String' },
  row: Type.Object({ path: Type.String(), rows: Type.String() }),
  sql: `
    SELECT path, toString(if(active, rows, 0)) AS rows FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String}`,
});

/** Damages a table's parts so that the server cannot load them, those that others replaced too. @returns rows in them */
async function damage(table: string): Promise<number> {
  const parts = await store.rows(partsOf, { table });
  await server.kill();
  // Without those that are removed at the moment.
  for (const { path } of parts) if (existsSync(path)) writeFileSync(join(path, 'columns.txt'), 'no columns');
  await server.restart();
  return parts.reduce((sum, { rows }) => sum + Number(rows), 0);
}

test('a store that is whole is said to be, while batches are stored and taken out', async () => {
  const { said, state } = await look();
  assert.deepEqual([state, said], [true, []]);
  const batches = createBatchStore(store);
  const working = batches.forget({ source: archive });
  const states = [];
  for (let i = 0; i < 3; i++) states.push((await look()).state);
  const taken = await working;
  assert.ok(taken > 0);
  const importing = importFiles(batches, { journalDir, paths: [archive] });
  for (let i = 0; i < 3; i++) states.push((await look()).state);
  await importing;
  states.push((await look()).state);
  assert.deepEqual(new Set(states), new Set([true]));
});

test('a derived table that lost a part is named, and is whole after the remedy', async () => {
  const truth = await tableSums(store);
  await damage('wallet_day');
  const { said, state, wholeness } = await look();
  assert.equal(said.length, 1);
  assert.match(state as string, /^wallet_day: a part of it is damaged and was set aside: /);
  assert.equal(wholeness.gates, false, 'all processes would be unready at once');
  const statements = wholeness
    .faults()[0]!
    .remedy!.split('; ')
    .filter((step) => /^(DROP|ALTER)/.test(step));
  assert.ok(statements.length >= 2);
  for (const statement of statements) await store.command(statement);
  await fillDerived({
    store,
    tables: derivedTables,
    inTurn: (work) => writersTurn(createBatchStore(store), openJournal(journalDir), work),
    signal: new AbortController().signal,
    onComplete: () => undefined,
  });
  assert.equal((await look()).state, true);
  assert.deepEqual(await tableSums(store), truth);
});

test('fills that a part held are counted, beside what the newest audit found', async () => {
  const lost = await damage('fills');
  await recordAudit(store, { fills: 1, rowsCompared: 1, differencesTotal: 2, differences: [] } as never);
  const { state, said, wholeness } = await look();
  assert.match(
    state as string,
    new RegExp(`fills: ${lost} fills are not stored that batches count; restore the table`),
  );
  assert.match(state as string, /fills: a part of it is damaged/);
  assert.equal(said.length, 2);
  assert.match(wholeness.audited() as string, /^2 values differ from the fills/);
  assert.equal(wholeness.auditDifferences(), 2);
});

import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { repairDerived } from './derived-repair.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/** Rows of the batch under repair; nothing else reads or writes this table. */
const rowsTable = 'ingest_recovery';
const batchWallets = `SELECT wallet FROM ${rowsTable}`;

const limits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };

/**
 * Completes a batch that was sent again after a kill. The engine stores a part's token before it moves the part into place, and does not
 * undo the token if the move fails: killed in between, it treats the part as stored and drops every retry. The repair therefore compares
 * the batch and its views with the stored rows: it inserts missing fills, and recomputes a derived table that differs for the batch's
 * wallets, hours or days. May be killed and repeated at any point. On a cluster each shard is compared with its own rows of the batch.
 * @param tables tables derived from fills
 * @returns the repaired tables, almost always none.
 * @throws AnalyticsError if the engine fails.
 */
export async function repairBatch(
  store: AnalyticsStore,
  batch: PreparedBatch,
  tables: readonly Derived[] = derivedTables,
): Promise<string[]> {
  const { insert } = batch;
  await store.command(`DROP TABLE IF EXISTS ${rowsTable}`);
  await store.command(`CREATE TABLE ${rowsTable} ENGINE = Memory AS SELECT * FROM fills LIMIT 0`);
  await store.insertArrow({ ...insert, target: insert.target.replace(/^fills\b/, rowsTable), token: '' });
  const repaired = new Set<string>();
  for (const shard of shardsOf(store)) {
    if (await insertMissing(shard, batch)) repaired.add('fills');
    for (const table of await repairDerived(shard, store, { rowsTable, ...batch }, tables))
      repaired.add(table);
  }
  await store.command(`DROP TABLE ${rowsTable}`);
  return [...repaired];
}

async function insertMissing(
  store: AnalyticsStore,
  { minTimeMs, maxTimeMs }: PreparedBatch,
): Promise<boolean> {
  const [from, to] = [minTimeMs, maxTimeMs].map(timeText);
  const missing = `
    FROM ${rowsTable} WHERE (wallet, coin, time, tid, oid) NOT IN (
      SELECT wallet, coin, time, tid, oid FROM fills
      WHERE time >= ${from} AND time <= ${to} AND wallet IN (${batchWallets}))`;
  const count = query({
    name: 'missing_fills',
    params: {},
    row: Type.Object({ missing: Type.String() }),
    limits,
    sql: `SELECT count() AS missing ${missing}`,
  });
  const [row] = await store.rows(count, {}, { lane: 'write' });
  if (row!.missing === '0') return false;
  // Views that already have these rows count them twice; the comparison that follows repairs them.
  await store.command(`INSERT INTO fills SELECT * ${missing} SETTINGS insert_deduplicate = 0`);
  return true;
}

function timeText(ms: number): string {
  return `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}

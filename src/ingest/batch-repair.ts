import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { repairDerived } from './derived-repair.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/** The batch's rows while it is being repaired; nothing else reads or writes it. */
const rowsTable = 'ingest_recovery';
const batchWallets = `SELECT wallet FROM ${rowsTable}`;

const limits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };

/**
 * Completes a batch that was sent again after a kill. The engine notes a part's token before it moves the
 * part into place, without undoing the one where the other fails: killed between the two, it takes the
 * part for stored and drops it ever after. So what the batch and its views should have stored is compared
 * with what stands there: missing fills are inserted, and a derived table that differs for the batch's
 * wallets, hours or days is computed again for them. May be killed and repeated at any point. On a cluster each shard is compared
 * with its own rows of the batch.
 * @param tables what is derived from fills
 * @returns the tables that were repaired, none in almost all cases.
 * @throws AnalyticsError where the engine fails.
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
  // The views take these rows a second time where they have them already; they are compared afterwards.
  await store.command(`INSERT INTO fills SELECT * ${missing} SETTINGS insert_deduplicate = 0`);
  return true;
}

function timeText(ms: number): string {
  return `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}

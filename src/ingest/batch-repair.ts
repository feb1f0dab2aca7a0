import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/** The batch's rows while it is being repaired; nothing else reads or writes it. */
const rowsTable = 'ingest_recovery';
const batchWallets = `SELECT wallet FROM ${rowsTable}`;

const limits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };

const fillViews = query({
  name: 'fill_views',
  params: {},
  row: Type.Object({
    database: Type.String(),
    select: Type.String(),
    definition: Type.String(),
  }),
  sql: `
    SELECT database, as_select AS select, create_table_query AS definition
    FROM system.tables
    WHERE database = currentDatabase() AND engine = 'MaterializedView'
    ORDER BY name`,
});

const tableColumns = query({
  name: 'table_columns',
  params: { table: 'String' },
  row: Type.Object({ engine: Type.String(), columns: Type.Array(Type.String()) }),
  sql: `
    SELECT
      (SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = {table:String}) AS engine,
      (SELECT groupArray(name) FROM system.columns
        WHERE database = currentDatabase() AND table = {table:String}) AS columns`,
});

/** A table that a view derives from fills. */
interface DerivedTable {
  database: string;
  table: string;
  /** Text of its columns, in the order of both sides. */
  columns: string;
  /** Whether rows of one key have to be combined before they are read. */
  combined: boolean;
  /** What the view selects, from the fills of the batch's wallets alone. */
  recomputed: string;
}

/**
 * Completes a batch that was sent again after a kill. The engine notes a part's token before it moves the
 * part into place, without undoing the one where the other fails: killed between the two, it takes the
 * part for stored and drops it ever after. So what the batch and its views should have stored is compared
 * with what stands there: missing fills are inserted, and a derived table that differs for the batch's
 * wallets is computed anew for them. May be killed and repeated at any point.
 * @returns the tables that were repaired, none in almost all cases.
 * @throws AnalyticsError where the engine fails.
 */
export async function repairBatch(store: AnalyticsStore, batch: PreparedBatch): Promise<string[]> {
  const { insert } = batch;
  await store.command(`DROP TABLE IF EXISTS ${rowsTable}`);
  await store.command(`CREATE TABLE ${rowsTable} ENGINE = Memory AS SELECT * FROM fills LIMIT 0`);
  await store.insertArrow({ ...insert, target: insert.target.replace(/^fills\b/, rowsTable), token: '' });
  const repaired: string[] = [];
  if (await insertMissing(store, batch)) repaired.push('fills');
  for (const derived of await derivedTables(store)) {
    if (await isComplete(store, derived)) continue;
    await recompute(store, derived);
    repaired.push(derived.table);
  }
  await store.command(`DROP TABLE ${rowsTable}`);
  return repaired;
}

async function insertMissing(
  store: AnalyticsStore,
  { minTimeMs, maxTimeMs }: PreparedBatch,
): Promise<boolean> {
  const [from, to] = [minTimeMs, maxTimeMs].map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
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

async function derivedTables(store: AnalyticsStore): Promise<DerivedTable[]> {
  const tables: DerivedTable[] = [];
  for (const { database, select, definition } of await store.rows(fillViews, {}, { lane: 'write' })) {
    const target = / TO (?:`?\w+`?\.)?`?(\w+)`?/.exec(definition)?.[1];
    const fromFills = /\bFROM (?:`?\w+`?\.)?`?fills`?(?=\s|$)/;
    if (target === undefined || !fromFills.test(select)) continue;
    const ofBatch = `FROM (SELECT * FROM fills WHERE wallet IN (${batchWallets})) AS fills`;
    const [shape] = await store.rows(tableColumns, { table: target }, { lane: 'write' });
    tables.push({
      database,
      table: target,
      columns: shape!.columns.join(', '),
      combined: shape!.engine.includes('Aggregating'),
      recomputed: select.replace(fromFills, ofBatch),
    });
  }
  return tables;
}

/** Compares all rows of the batch's wallets: a repair that was killed may have left any of them out. */
async function isComplete(store: AnalyticsStore, derived: DerivedTable): Promise<boolean> {
  const { table, columns, combined, recomputed } = derived;
  const sum = `SELECT (count(), sum(sipHash64(${columns})))`;
  const comparison = query({
    name: `compare_${table}`,
    params: {},
    row: Type.Object({ same: Type.Integer() }),
    limits,
    sql: `
      SELECT (${sum} FROM ${table} ${combined ? 'FINAL' : ''} WHERE wallet IN (${batchWallets}))
        = (${sum} FROM (${recomputed})) AS same`,
  });
  const [row] = await store.rows(comparison, {}, { lane: 'write' });
  return row!.same === 1;
}

async function recompute(store: AnalyticsStore, derived: DerivedTable): Promise<void> {
  const { database, table, columns, recomputed } = derived;
  await store.command(
    `ALTER TABLE ${table} DELETE WHERE wallet IN (SELECT wallet FROM ${database}.${rowsTable})
      SETTINGS mutations_sync = 2`,
  );
  await store.command(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (${recomputed}) SETTINGS insert_deduplicate = 0`,
  );
}

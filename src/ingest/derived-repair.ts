import { Type } from 'typebox';
import { type Derived, scopeOfFill } from '../analytics/derived/derived.ts';
import { type DerivedState, stateOf, storedComments } from '../analytics/filling/state.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';

/** Fills that were added, changed or removed. */
export interface ChangedFills {
  /** Table with the keys of the fills; nothing else writes it meanwhile. */
  rowsTable: string;
  minTimeMs: number;
  maxTimeMs: number;
}

const limits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };

const currentDatabase = query({
  name: 'current_database',
  params: {},
  row: Type.Object({ name: Type.String() }),
  sql: 'SELECT currentDatabase() AS name',
});

const earliestSince = query({
  name: 'earliest_fill_since_batch',
  params: { after: 'UInt64' },
  row: Type.Object({ batches: Type.String(), min_time_ms: Type.String() }),
  sql: `
    SELECT toString(count()) AS batches, toString(toUnixTimestamp64Milli(min(min_time))) AS min_time_ms
    FROM ingest_batches WHERE seq > {after:UInt64}`,
});

/** A derived table of this store, and its rows that the fills may have changed. */
interface Repairable {
  derived: Derived;
  /** Condition that selects these rows. */
  changed: string;
  /** The same rows recomputed from the fills that the table's view has seen. */
  recomputed: string;
}

/**
 * Compares derived tables with their recomputation for the changed fills, and rebuilds the rows that differ.
 * @param store one shard, with its part of the changed fills
 * @param whole store in which batches are recorded
 * @returns the repaired tables
 * @throws AnalyticsError if the engine fails
 */
export async function repairDerived(
  store: AnalyticsStore,
  whole: AnalyticsStore,
  fills: ChangedFills,
  tables: readonly Derived[],
): Promise<string[]> {
  const repaired: string[] = [];
  for (const repairable of await repairableTables(store, whole, fills, tables)) {
    if (await isRight(store, repairable)) continue;
    await recompute(store, repairable, fills.rowsTable);
    repaired.push(repairable.derived.table);
  }
  return repaired;
}

async function repairableTables(
  store: AnalyticsStore,
  whole: AnalyticsStore,
  batch: ChangedFills,
  tables: readonly Derived[],
): Promise<Repairable[]> {
  const comments = await storedComments(store, { lane: 'write' });
  const repairable: Repairable[] = [];
  for (const derived of tables) {
    const state = stateOf(derived, comments);
    // A missing table has no view; it is filled later, including this batch.
    if (state.state === 'absent') continue;
    const { scope } = derived;
    const ofFill = scopeOfFill[scope];
    const ofBatch = `SELECT DISTINCT ${ofFill} FROM ${batch.rowsTable}`;
    const seen =
      state.state === 'filling'
        ? `AND ${await sinceView(whole, batch, state, `${ofFill} IN (${ofBatch})`)}`
        : '';
    // A copy of fills differs only at their times; a wallet's sums may cover all of its history.
    const isCopy = !derived.combined && derived.columns.includes('time');
    const times =
      scope === 'wallet' && isCopy
        ? `AND time >= ${timeText(batch.minTimeMs)} AND time <= ${timeText(batch.maxTimeMs)}`
        : '';
    const within = scope === 'wallet' ? times : `AND ${timesOf(batch, scope)}`;
    repairable.push({
      derived,
      changed: `${scope} IN (${ofBatch}) ${times}`,
      recomputed: derived.select(
        `(SELECT * FROM fills WHERE ${ofFill} IN (${ofBatch}) ${within} ${seen}) AS fills`,
      ),
    });
  }
  return repairable;
}

/** Whole hours or days of the batch, by which the engine prunes the months of fills. */
function timesOf({ minTimeMs, maxTimeMs }: ChangedFills, scope: 'hour' | 'day'): string {
  const widthMs = scope === 'hour' ? hourMs : dayMs;
  const fromMs = Math.floor(minTimeMs / widthMs) * widthMs;
  const toMs = (Math.floor(maxTimeMs / widthMs) + 1) * widthMs;
  return `time >= ${timeText(fromMs)} AND time < ${timeText(toMs)}`;
}

/**
 * Condition on fills that the view of a partly filled table has seen: excludes those stored before the view. Fills older than all batches
 * since then are excluded without a lookup.
 */
async function sinceView(
  whole: AnalyticsStore,
  { minTimeMs }: ChangedFills,
  { source, afterSeq }: DerivedState & { state: 'filling' },
  inScope: string,
): Promise<string> {
  const [since] = await whole.rows(earliestSince, { after: afterSeq }, { lane: 'write' });
  const fromMs = Math.min(minTimeMs, since!.batches === '0' ? minTimeMs : Number(since!.min_time_ms));
  const isLater = `time >= ${timeText(fromMs)}`;
  const key = '(wallet, coin, time, tid, oid)';
  return `${isLater} AND ${key} NOT IN (SELECT ${key} FROM ${source} WHERE ${isLater} AND ${inScope})`;
}

function timeText(ms: number): string {
  return `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}

/** Compares all rows in the batch's scope, because a killed repair may have left any of them out. */
async function isRight(
  store: AnalyticsStore,
  { derived, changed, recomputed }: Repairable,
): Promise<boolean> {
  const { table, combined } = derived;
  const sum = `SELECT (count(), sum(sipHash64(${derived.columns.join(', ')})))`;
  const comparison = query({
    name: `compare_${table}`,
    params: {},
    row: Type.Object({ same: Type.Integer() }),
    limits,
    onShard: true,
    sql: `
      SELECT (${sum} FROM ${table} ${combined ? 'FINAL' : ''} WHERE ${changed})
        = (${sum} FROM (${recomputed})) AS same`,
  });
  const [row] = await store.rows(comparison, {}, { lane: 'write' });
  return row!.same === 1;
}

async function recompute(
  store: AnalyticsStore,
  { derived, changed, recomputed }: Repairable,
  rowsTable: string,
): Promise<void> {
  const { table } = derived;
  const columns = derived.columns.join(', ');
  const [database] = await store.rows(currentDatabase, {}, { lane: 'write' });
  // A mutation runs later, and without a current database.
  const qualified = changed.replaceAll(rowsTable, `\`${database!.name}\`.${rowsTable}`);
  await store.command(`ALTER TABLE ${table} DELETE WHERE ${qualified} SETTINGS mutations_sync = 2`);
  await store.command(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (${recomputed}) SETTINGS insert_deduplicate = 0`,
  );
}

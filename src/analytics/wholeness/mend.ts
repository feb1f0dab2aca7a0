import { Type } from 'typebox';
import type { Span } from '../../kernel/span.ts';
import type { Derived } from '../derived/derived.ts';
import { derivedTables } from '../derived/derived-tables.ts';
import { foldedTables } from '../filling/readiness.ts';
import { stateOf, storedComments } from '../filling/state.ts';
import { analyticsMigrations } from '../migrate.ts';
import { query } from '../query.ts';
import { shardKeys } from '../shard-keys.ts';
import type { AnalyticsStore } from '../store.ts';
import { walletRanges } from '../wallet-ranges.ts';
import { type BrokenPart, dropDetached, listDetached } from './broken-parts.ts';
import { fillsBeyondBatches, recordDifference } from './journal-total.ts';

const key = 'wallet, coin, time, tid, oid';
/** Fills of one statement, about: what it remembers of them is bounded so. */
const rangeFills = 5_000_000;
const limits = { deadlineMs: 600_000, maxMemoryBytes: 4 * 2 ** 30 };

/** By the counts that the engine keeps of its parts: both tables hold every fill, in the same months. */
const unlikeMonths = query({
  name: 'months_with_other_counts',
  params: {},
  row: Type.Object({ month: Type.String(), fills: Type.String(), by_time: Type.String() }),
  sql: `
    SELECT partition_id AS month, toString(sumIf(rows, table = 'fills')) AS fills,
      toString(sumIf(rows, table = 'fills_by_time')) AS by_time
    FROM system.parts
    WHERE database = currentDatabase() AND active AND table IN ('fills', 'fills_by_time')
    GROUP BY month HAVING fills != by_time ORDER BY month`,
});

const missing = query({
  name: 'lost_fills_left',
  params: {},
  row: Type.Object({ fills: Type.String(), from_ms: Type.String(), to_ms: Type.String() }),
  limits,
  sql: `
    SELECT toString(count()) AS fills, toString(toUnixTimestamp64Milli(min(time))) AS from_ms,
      toString(toUnixTimestamp64Milli(max(time))) AS to_ms
    FROM lost_fills FINAL
    WHERE (wallet, coin, time, tid, oid) NOT IN (
      SELECT wallet, coin, time, tid, oid FROM fills
      WHERE wallet IN (SELECT wallet FROM lost_fills) AND time >= (SELECT min(time) FROM lost_fills)
        AND time <= (SELECT max(time) FROM lost_fills))`,
});

const anyLost = query({
  name: 'any_lost_fill',
  params: {},
  row: Type.Object({ rows: Type.String() }),
  sql: 'SELECT toString(count()) AS rows FROM lost_fills',
});

/** Fills that a damaged part held and nothing has brought again, and the span of their times. */
interface LostFills extends Span {
  fills: number;
}

/** Months in which fills and their copy by time do not have the same number of rows. */
async function monthsUnlike(
  store: AnalyticsStore,
): Promise<{ month: number; fills: number; byTime: number }[]> {
  const rows = await store.rows(unlikeMonths, {}, { lane: 'write' });
  return rows.map(({ month, fills, by_time }) => {
    return { month: Number(month), fills: Number(fills), byTime: Number(by_time) };
  });
}

/** Notes the keys of fills that the copy by time has and fills have not. May be repeated. */
async function noteLost(
  store: AnalyticsStore,
  months: readonly { month: number; byTime: number }[],
): Promise<void> {
  for (const { month, byTime } of months) {
    for (const { from, to } of walletRanges(Math.ceil(byTime / rangeFills))) {
      const within = `toYYYYMM(time) = ${month} AND wallet >= unhex('${from.slice(2)}') AND wallet <= unhex('${to.slice(2)}')`;
      await store.command(`
        INSERT INTO lost_fills (${key}) SELECT ${key} FROM fills_by_time
        WHERE ${within} AND (${key}) NOT IN (SELECT ${key} FROM fills WHERE ${within})
        SETTINGS insert_deduplicate = 0`);
    }
  }
}

/** Fills that are still lost; undefined if none. */
async function lostFills(
  store: AnalyticsStore,
  lane: 'write' | 'job' = 'job',
): Promise<LostFills | undefined> {
  const [noted] = await store.rows(anyLost, {}, { lane });
  if (noted!.rows === '0') return undefined;
  const [left] = await store.rows(missing, {}, { lane });
  if (left!.fills === '0') return undefined;
  return { fills: Number(left!.fills), fromMs: Number(left!.from_ms), toMs: Number(left!.to_ms) };
}

export interface StoreFault {
  table: string;
  fault: string;
  /** What to do; absent where the program does it. */
  remedy?: string;
}

/** Views of tables other than `fills`. */
const factViews = ['position_hours_view', 'asset_context_hours_view'];
/** Rebuilt from fills by the fold. */
const folded = [...foldedTables, 'lifecycle_progress'];
/** Their readers load everything again, or write them again. */
const followers = new Set([
  'changed_wallet_days',
  'schema_versions',
  'writer_epochs',
  'promised_batches',
  'ingest_recovery',
  'lost_fills',
  'imported_objects',
]);

const importAgain = 'import its sources again';
const backup =
  'restore the data directory from a backup; or, if the rows may stay lost, delete the named directory';
/** Remedies for tables other than `fills`: which data an import restores. */
const remedies: Readonly<Record<string, string>> = {
  fill_sources: importAgain,
  quarantine: `${importAgain}; then delete the named directory`,
  asset_contexts:
    'import the archives of states again, then delete the named directory; only a backup has live data',
  asset_context_hours:
    '`tidemark forget --source` the archives of states and import them again, then delete the named directory; only a backup has live data',
};

/**
 * Checks a store by its detached parts and by counts that must agree, and repairs derived tables: an incomplete table
 * loses its view, so that it is backfilled. If fills are lost, all derived tables lose their views before an import may
 * restore the fills. Runs while nothing else reads or writes. May be killed and repeated at any point.
 *
 * @returns the faults found, each reported once; {@link findFaults} finds the faults that remain
 */
export async function mendStore(
  store: AnalyticsStore,
  tables: readonly Derived[] = derivedTables,
): Promise<StoreFault[]> {
  const faults: StoreFault[] = await remakeTables(store);
  const detached = Map.groupBy(await listDetached(store), ({ table }) => table);
  const unlike = await monthsUnlike(store);
  const byTime = tables.find(({ table }) => table === 'fills_by_time');
  const comments = await storedComments(store, { lane: 'write' });
  const isByTimeWhole =
    byTime !== undefined &&
    stateOf(byTime, comments).state === 'complete' &&
    !faults.some(({ table }) => table === byTime.table);
  const short =
    isByTimeWhole && !detached.has('fills_by_time') ? unlike.filter((one) => one.fills < one.byTime) : [];
  const areFillsLost = short.length > 0 || faults.some(({ table }) => table === 'fills');
  if (short.length > 0) await noteLost(store, short);
  const hurt = tables.filter(
    ({ table }) => detached.has(table) || (table === 'fills_by_time' && unlike.length > short.length),
  );
  const again = areFillsLost ? [...tables] : [...hurt, ...(await miscounted(store, tables, hurt))];
  const isFoldHurt =
    areFillsLost ||
    [...folded, 'changed_wallet_days'].some((table) => detached.has(table)) ||
    faults.some(({ table }) => folded.includes(table));
  if (isFoldHurt) for (const table of folded) await store.command(`TRUNCATE TABLE IF EXISTS ${table}`);
  for (const { table, view } of again) {
    await store.command(`DROP VIEW IF EXISTS ${view} SYNC`);
    if (!areFillsLost) faults.push({ table, fault: 'it is incomplete and rebuilt from the fills' });
  }
  // Last: until the copy by time is made again, a repeat finds all of this again.
  const gone = again.map(({ table }) => table);
  for (const table of [...gone, ...folded, ...followers])
    await dropDetached(store, detached.get(table) ?? []);
  const beyond = await fillsBeyondBatches(store);
  if (beyond !== 0) {
    await recordDifference(store, beyond);
    faults.push(ofBatches(beyond, areFillsLost));
    await dropDetached(store, detached.get('ingest_batches') ?? []);
  } else if (areFillsLost || detached.has('ingest_batches')) {
    await recordDifference(store, 0);
    await dropDetached(store, detached.get('ingest_batches') ?? []);
  }
  for (const table of [...folded, ...followers]) {
    if (!detached.has(table)) continue;
    faults.push({ table, fault: 'a part of it was damaged; derived rows are computed again' });
  }
  return faults;
}

function ofBatches(beyond: number, areFillsLost: boolean): StoreFault {
  if (beyond > 0) {
    const fault = `${beyond} fills are stored that no batch counts: all views are loaded again`;
    return { table: 'ingest_batches', fault };
  }
  const fault = `${-beyond} fills are not stored that batches count`;
  return { table: 'fills', fault, ...(!areFillsLost && { remedy: 'import all sources again' }) };
}

/** Faults that do not repair themselves. */
export async function findFaults(store: AnalyticsStore): Promise<StoreFault[]> {
  const faults: StoreFault[] = [];
  const lost = await lostFills(store);
  const detached = Map.groupBy(await listDetached(store), ({ table }) => table);
  if (lost !== undefined) {
    const [from, to] = [lost.fromMs, lost.toMs].map((ms) => new Date(ms).toISOString().slice(0, 19));
    faults.push({
      table: 'fills',
      fault: `${lost.fills} fills of ${from}Z to ${to}Z are lost`,
      remedy: 'import the files of that time again, or their sources',
    });
  } else {
    await dropDetached(store, detached.get('fills') ?? []);
    await store.command('TRUNCATE TABLE lost_fills', { lane: 'job' });
    detached.delete('fills');
  }
  for (const [table, parts] of detached) {
    if (table === 'fills') continue;
    if (table === 'fill_sources' && (await areSourcesNamed(store))) {
      await dropDetached(store, parts);
      continue;
    }
    faults.push(ofParts(table, parts));
  }
  return faults;
}

function ofParts(table: string, parts: readonly BrokenPart[]): StoreFault {
  const fault = `a part of it is damaged and was set aside: ${parts.map(({ path }) => path).join(', ')}`;
  return { table, fault, remedy: remedies[table] ?? backup };
}

const unnamed = query({
  name: 'unnamed_sources',
  params: {},
  row: Type.Object({ sources: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(uniqExact(source)) AS sources FROM fills
    WHERE source != 0 AND source NOT IN (SELECT source FROM fill_sources)`,
});

async function areSourcesNamed(store: AnalyticsStore): Promise<boolean> {
  const [row] = await store.rows(unnamed, {}, { lane: 'job' });
  return row!.sources === '0';
}

/** Makes tables again, empty, that a migration made and that are not there. @returns which */
async function remakeTables(store: AnalyticsStore): Promise<StoreFault[]> {
  const stored = await storedComments(store, { lane: 'write' });
  const derived = new Set(derivedTables.filter(({ released }) => !released).map(({ table }) => table));
  const missing = [...shardKeys.keys()].filter((table) => !derived.has(table) && !stored.has(table));
  if (missing.length === 0 && factViews.every((view) => stored.has(view))) return [];
  for (const { statements } of analyticsMigrations())
    for (const statement of statements) await store.command(statement);
  return missing.map((table) => ({
    table,
    fault: 'the table was missing and was created without rows',
    ...(!folded.includes(table) && !followers.has(table) && { remedy: backup }),
  }));
}

/** Tables that count another number of fills than there are. */
export async function miscounted(
  store: AnalyticsStore,
  tables: readonly Derived[],
  known: readonly Derived[],
): Promise<Derived[]> {
  const comments = await storedComments(store, { lane: 'write' });
  const counted = tables.filter(
    (table) =>
      table.count !== undefined && !known.includes(table) && stateOf(table, comments).state === 'complete',
  );
  if (counted.length === 0) return [];
  const comparisons = counted.map(
    ({ table, count }) => `SELECT '${table}' AS name,
      (SELECT toUInt64(${count!.stored}) FROM ${table}) != (SELECT ${count!.ofFills} FROM fills) AS differs`,
  );
  const compare = query({
    name: 'derived_counts',
    params: {},
    row: Type.Object({ name: Type.String(), differs: Type.Integer() }),
    limits: { deadlineMs: 120_000 },
    onShard: true,
    sql: comparisons.join(' UNION ALL '),
  });
  const rows = await store.rows(compare, {}, { lane: 'write' });
  const wrong = new Set(rows.filter(({ differs }) => differs === 1).map(({ name }) => name));
  return counted.filter(({ table }) => wrong.has(table));
}

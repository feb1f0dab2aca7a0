import { Type } from 'typebox';
import { partitionsOf } from './filling/stages.ts';
import { type PastTable, pastTables } from './past-tables.ts';
import { query } from './query.ts';
import type { AnalyticsStore } from './store.ts';
import { walletRanges } from './wallet-ranges.ts';

/** Fills of one statement, about: between two of them a copy can be ended, and its progress is reported. */
const stepFills = 500_000;
const job = { lane: 'job' } as const;
const limits = { deadlineMs: 600_000 };

const made = query({
  name: 'past_made',
  params: {},
  row: Type.Object({ ms: Type.String() }),
  sql: 'SELECT toString(toUnixTimestamp64Milli(made)) AS ms FROM past_copy LIMIT 1',
});

const lastSeq = query({
  name: 'past_last_seq',
  params: {},
  row: Type.Object({ name: Type.String(), seq: Type.String() }),
  sql: 'SELECT currentDatabase() AS name, (SELECT max(seq) FROM ingest_batches) AS seq',
});

const columnsOf = query({
  name: 'past_columns',
  params: { table: 'String' },
  row: Type.Object({ name: Type.String() }),
  sql: `
    SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = {table:String} AND default_kind IN ('', 'DEFAULT') ORDER BY position`,
});

const atSql = (atMs: number) => `fromUnixTimestamp64Milli(${Math.trunc(atMs)}, 'UTC')`;

/** When a copy was complete, by the engine's clock, unix milliseconds; undefined where it is not. @throws AnalyticsError */
export async function completedMs(copy: AnalyticsStore): Promise<number | undefined> {
  await copy.command(
    "CREATE TABLE IF NOT EXISTS past_copy (made DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY made",
    job,
  );
  const [row] = await copy.rows(made, {}, job);
  return row && Number(row.ms);
}

/** Notes that a copy is complete. */
export async function complete(copy: AnalyticsStore): Promise<void> {
  await completedMs(copy);
  await copy.command("INSERT INTO past_copy SELECT now64(3, 'UTC')", job);
}

/** Name of the database that a store uses, and number of its newest batch. @throws AnalyticsError */
export async function sourceOf(store: AnalyticsStore): Promise<{ database: string; seq: number }> {
  const [row] = await store.rows(lastSeq, {}, job);
  return { database: row!.name, seq: Number(row!.seq) };
}

/** Number of fills up to a moment. */
async function fillsUpTo(store: AnalyticsStore, atMs: number): Promise<number> {
  const count = query({
    name: 'past_fills',
    params: {},
    row: Type.Object({ fills: Type.String() }),
    sql: `SELECT toString(count()) AS fills FROM fills WHERE time <= ${atSql(atMs)}`,
    limits,
  });
  const [row] = await store.rows(count, {}, job);
  return Number(row!.fills);
}

/** Whether anything in the store is of later than `atMs`, unix milliseconds. @throws AnalyticsError */
export async function hasLater(store: AnalyticsStore, atMs: number): Promise<boolean> {
  const tables: PastTable[] = [{ table: 'fills_by_time', kept: `time <= ${atSql(atMs)}` }];
  for (const { table, kept } of [...tables, ...pastTables(atSql(atMs))]) {
    const later = query({
      name: 'past_later',
      params: {},
      row: Type.Object({ found: Type.Integer() }),
      sql: `SELECT 1 AS found FROM ${table} WHERE NOT (${kept}) LIMIT 1`,
      limits,
    });
    if ((await store.rows(later, {}, job)).length > 0) return true;
  }
  return false;
}

/**
 * Copies a store's data up to a moment into another database of the same engine, whose tables exist and are empty: the facts, and the
 * fills, from which the views make the derived tables. Does not fold lifecycles. An interrupted copy has no mark and is made again.
 *
 * @param parts.atMs the moment, unix milliseconds, inclusive
 * @param parts.onStep called after each step, with the share that is done, 0 to 1
 * @throws AnalyticsError; the signal's reason; Error where the copy has another number of fills than the store
 */
export async function copyPast(parts: {
  store: AnalyticsStore;
  copy: AnalyticsStore;
  atMs: number;
  signal: AbortSignal;
  onStep?(share: number): void;
}): Promise<void> {
  const { store, copy, atMs, signal, onStep } = parts;
  const { database, seq } = await sourceOf(store);
  const at = atSql(atMs);

  async function insert({ table, kept, columns = {} }: PastTable, within = '1'): Promise<void> {
    signal.throwIfAborted();
    const names = (await copy.rows(columnsOf, { table }, job)).map(({ name }) => name);
    // Values are matched by order: an alias with a column's name would also replace the column in the condition.
    await copy.command(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => columns[name] ?? name).join(', ')}
      FROM \`${database}\`.${table} WHERE ${within} AND (${kept})
      SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 1000`,
      { ...job, signal },
    );
  }

  const months = (await partitionsOf(store, 'fills', job)).filter(({ id }) => id <= monthOf(atMs));
  const total = months.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const before = await fillsUpTo(store, atMs);
  for (const { id, rows } of months) {
    const ranges = walletRanges(Math.ceil(rows / stepFills), 4_096);
    for (const { from, to } of ranges) {
      const bytes = (address: string) => `toFixedString(unhex('${address.slice(2)}'), 20)`;
      const within = `_partition_id = '${id}' AND wallet >= ${bytes(from)} AND wallet <= ${bytes(to)}`;
      await insert({ table: 'fills', kept: `time <= ${at}` }, within);
      done += rows / ranges.length;
      onStep?.(done / total);
    }
  }
  const [after, copied] = [await fillsUpTo(store, atMs), await fillsUpTo(copy, atMs)];
  // Others may have imported, or taken out, meanwhile.
  if (copied < Math.min(before, after) || copied > Math.max(before, after))
    throw new Error(`of ${after} fills ${copied} were copied: start again`);
  for (const table of pastTables(at)) await insert(table);
  // One batch that lists no changes: readers read everything once.
  await copy.command(
    `INSERT INTO ingest_batches SELECT ${Math.max(1, seq)}, 'past', count(), min(time), max(time), max(block)
    FROM fills HAVING count() > 0`,
    job,
  );
}

/** The partition of fills that holds the moment. */
function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7).replace('-', '');
}

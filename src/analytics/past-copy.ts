import { Type } from 'typebox';
import { derivedTables } from './derived/derived-tables.ts';
import { partitionsOf } from './filling/stages.ts';
import { query } from './query.ts';
import type { AnalyticsStore } from './store.ts';
import { walletRanges } from './wallet-ranges.ts';

/** How a table is cut at a moment. */
interface PastTable {
  table: string;
  /** Condition of the rows that were there by then. */
  kept: string;
  /** Columns about later moments, each with the expression that replaces it. */
  columns?: Readonly<Record<string, string>>;
}

/**
 * Tables of a copy that ends at a moment, except `fills`; facts are cut by the time they describe. Rows that a later row has
 * replaced since are no longer in the store, so the copy lacks them. Conditions on coins traded by then query the copy,
 * which receives its fills first.
 *
 * @param at the moment, as SQL
 */
export function pastTables(at: string): PastTable[] {
  return [
    ...byTime.map((table) => ({ table, kept: `time <= ${at}` })),
    ...byHour.map((table) => ({ table, kept: `hour <= ${at}` })),
    // Days that were over.
    ...byDay.map((table) => ({ table, kept: `addDays(toDateTime(day, 'UTC'), 1) <= ${at}` })),
    ...whole.map((table) => ({ table, kept: '1' })),
    ...byRulesOfTheirOwn(at),
    ...byName(at),
  ];
}

const byTime = [
  'positions',
  'position_hours',
  'accounts',
  'asset_contexts',
  'asset_context_hours',
  'market_funding',
  'book_snapshots',
  'outcome_questions',
  'outcome_settlements',
  'wallet_roles',
  'sub_accounts',
  'vaults',
  'builder_rewards',
  'ledger_updates',
  'twap_statuses',
  'balances',
  'account_modes',
  'trades',
  'newest_states',
];
const byHour = ['long_short_hours', 'cohort_bias_hours', 'liquidation_level_hours'];
const byDay = ['wallet_tiers', 'cohort_days'];
const whole = ['fill_sources', 'exchange_mark', 'outcome_templates'];

function byRulesOfTheirOwn(at: string): PastTable[] {
  const cut = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, `least(${name}, ${at})`]));
  const candleSeconds = `multiIf(interval = '1m', 60, interval = '1h', 3600, 86400)`;
  return [
    // One that was open then holds what came later.
    { table: 'candles', kept: `addSeconds(open_time, ${candleSeconds}) <= ${at}` },
    // A merged day is dated at its start.
    { table: 'wallet_funding', kept: `if(samples > 0, addDays(toStartOfDay(time), 1), time) <= ${at}` },
    { table: 'coverage', kept: `from_time <= ${at}`, columns: cut('to_time', 'seen', 'changed') },
    {
      table: 'tracked_wallets',
      kept: `discovered <= ${at}`,
      columns: cut('time', 'fills_to', 'funding_to', 'role_checked', 'ledger_to'),
    },
    { table: 'account_hours', kept: `hour <= ${at} AND oldest <= ${at}`, columns: cut('made') },
    { table: 'census', kept: `hour <= ${at} AND chain_time <= ${at}` },
    { table: 'census_differences', kept: `hour <= ${at} AND state_time <= ${at}` },
    { table: 'payment_census', kept: `chain_time <= ${at}` },
    { table: 'payment_census_differences', kept: `paid_time <= ${at}` },
    { table: 'daily_editions', kept: `generated <= ${at}` },
  ];
}

/** A traded coin had its name by then, even if the row with the name is later; its delisting was published later. */
function byName(at: string): PastTable[] {
  const traded = (coin: string) => `${coin} IN (SELECT coin FROM coin_hour)`;
  const side = (number: number) => `concat('#', toString(outcome * 10 + ${number}))`;
  const time = `least(time, ${at})`;
  return [
    {
      table: 'outcomes',
      kept: `(time <= ${at} OR ${traded(side(0))} OR ${traded(side(1))})`,
      columns: { time },
    },
    {
      table: 'listed_markets',
      kept: `(time <= ${at} OR ${traded('coin')})`,
      columns: { time, is_delisted: `is_delisted AND time <= ${at}` },
    },
  ];
}

/** Tables that a copy rebuilds from its fills and payments, and tables of the store alone: work in progress and requests. */
export const notCopied: readonly string[] = [
  ...derivedTables.map(({ table }) => table),
  'lifecycles',
  'lifecycle_ids',
  'lifecycles_by_close',
  'lifecycle_days',
  'lifecycle_coin_days',
  'lifecycle_progress',
  'ingest_batches',
  'promised_batches',
  'writer_epochs',
  'changed_wallet_days',
  'schema_versions',
  'stored_positions',
  'stored_accounts',
  'quarantine',
  'request_log',
  'lost_fills',
  'audits',
  'imported_objects',
  'paid_positions',
  'funding_coin_days',
  'coverage_changes',
];

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

export async function complete(copy: AnalyticsStore): Promise<void> {
  await completedMs(copy);
  await copy.command("INSERT INTO past_copy SELECT now64(3, 'UTC')", job);
}

/** Name of the database that a store uses, and number of its newest batch. @throws AnalyticsError */
export async function sourceOf(store: AnalyticsStore): Promise<{ database: string; seq: number }> {
  const [row] = await store.rows(lastSeq, {}, job);
  return { database: row!.name, seq: Number(row!.seq) };
}

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

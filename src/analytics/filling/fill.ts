import { Type } from 'typebox';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import type { Derived } from '../derived/derived.ts';
import { query } from '../query.ts';
import { type AnalyticsStore, shardsOf } from '../store.ts';
import { walletRanges } from '../wallet-ranges.ts';
import { createView, isWithoutFills } from './schema.ts';
import {
  draftName,
  dropLeftStages,
  dropTable,
  joinedName,
  monthName,
  partitionsOf,
  sourceName,
  sourceNumbers,
} from './stages.ts';
import { completeComment, type DerivedState, fillingComment, stateOf, storedComments } from './state.ts';

const newestBatch = query({
  name: 'newest_batch',
  params: {},
  row: Type.Object({ seq: Type.String() }),
  sql: 'SELECT toString(max(seq)) AS seq FROM ingest_batches',
});

/**
 * Creates missing tables and their views in the writer's turn, and keeps the fills of this moment as the backfill's source.
 * A table counts as begun once its view exists; if the process is killed earlier, the next run begins the table again.
 *
 * @param store one shard, or the whole store on one machine
 * @param whole the store that records batches
 */
async function beginFilling(
  store: AnalyticsStore,
  whole: AnalyticsStore,
  tables: readonly Derived[],
  signal: AbortSignal,
): Promise<void> {
  const comments = await storedComments(store, { lane: 'write' });
  const absent = tables.filter((table) => stateOf(table, comments).state === 'absent');
  if (absent.length === 0) return;
  async function step(sql: string): Promise<void> {
    signal.throwIfAborted();
    await store.command(sql);
  }
  const isEmpty = await isWithoutFills(store);
  const source = sourceName(1 + Math.max(0, ...sourceNumbers(comments.keys())));
  if (!isEmpty) await keepFills(store, source, step);
  const [newest] = await whole.rows(newestBatch, {}, { lane: 'write' });
  for (const table of absent) {
    if (comments.has(table.view)) await step(`DROP VIEW ${table.view} SYNC`);
    if (comments.has(table.table)) await step(dropTable(table.table));
    for (const name of comments.keys()) {
      if (name.startsWith(`${table.table}__`)) await step(dropTable(name));
    }
    const comment = isEmpty ? completeComment(table) : fillingComment(table, source, Number(newest!.seq));
    await step(table.create(table.table, comment));
    await step(createView(table));
  }
}

/** The fills of this moment under another name: the same files, which merges of the original leave alone. */
async function keepFills(
  store: AnalyticsStore,
  source: string,
  step: (sql: string) => Promise<void>,
): Promise<void> {
  await step(`CREATE TABLE ${source} AS fills`);
  // Merged, they would not be the same files any more.
  await step(
    `ALTER TABLE ${source} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`,
  );
  for (const { id } of await partitionsOf(store, 'fills')) {
    await step(`ALTER TABLE ${source} ATTACH PARTITION ID '${id}' FROM fills`);
  }
}

/** How far a table is, in fills that were stored before its view. */
export interface FillingProgress {
  table: string;
  fillsDone: number;
  fills: number;
}

export interface FillDerivedOptions {
  store: AnalyticsStore;
  tables: readonly Derived[];
  /**
   * Runs work while this process alone may write fills, nothing is being inserted into them and no promised batch is left
   * unfinished.
   */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Aborting stops before the next statement; the next run resumes at that statement. */
  signal: AbortSignal;
  onProgress?(progress: FillingProgress): void;
  onComplete?(table: string): void;
  /** Fills only these of the tables that are begun; default: all. */
  only?: ReadonlySet<string>;
  /** Approximate number of fills that one statement reads; other statements of its lane wait meanwhile. */
  statementFills?: number;
  rng?: Rng;
}

/**
 * Backfills derived tables that are younger than the stored fills, while the store serves reads and ingests fills. May be killed
 * and repeated at any point, also by another process (docs/adr/derived.md#derived-tables).
 *
 * 1. In the writer's turn: keeps the fills of that moment by hard links and creates the views. So each fill is either in the
 *    kept fills or passes through the view.
 * 2. Fills one table for each month from the kept fills; a month's table gets its name when complete.
 * 3. In the writer's turn again: joins the months and the view's rows by hard links. The joined table replaces the derived
 *    table in one step, which also marks it as complete.
 *
 * On a cluster each shard does so with its own fills; a table is complete once it is complete on all shards.
 *
 * @throws DOMException `AbortError` where the signal aborts; AnalyticsError where the engine fails
 */
export async function fillDerived(options: FillDerivedOptions): Promise<void> {
  const { store: whole, tables, inTurn, signal, onComplete, only } = options;
  const shards = shardsOf(whole);
  const stateOn = async (store: AnalyticsStore, table: Derived) =>
    stateOf(table, await storedComments(store));
  const left = new Set<Derived>();
  for (const store of shards) {
    const comments = await storedComments(store);
    for (const table of tables) if (stateOf(table, comments).state !== 'complete') left.add(table);
    await dropLeftStages(store, tables);
  }
  if (left.size === 0) return;
  await inTurn(async () => {
    for (const store of shards) await beginFilling(store, whole, tables, signal);
  });
  for (const table of left) {
    if (only?.has(table.table) === false) continue;
    await whole.span?.(table.table);
    let isFilled = false;
    for (const store of shards) {
      const state = await stateOn(store, table);
      if (state.state !== 'filling') continue;
      await fillMonths({ ...options, store }, table, state);
      await inTurn(() => join({ ...options, store }, table));
      isFilled = true;
    }
    if (!isFilled) continue;
    onComplete?.(table.table);
    for (const store of shards) await dropLeftStages(store, tables);
  }
}

async function fillMonths(
  { store, signal, onProgress, statementFills = 2_000_000, rng = secureRng }: FillDerivedOptions,
  table: Derived,
  { source, afterSeq }: DerivedState & { state: 'filling' },
): Promise<void> {
  const months = await partitionsOf(store, source);
  const present = await storedComments(store);
  const fills = months.reduce((sum, { rows }) => sum + rows, 0);
  let fillsDone = 0;
  const report = () => onProgress?.({ table: table.table, fillsDone: Math.round(fillsDone), fills });
  report();
  for (const { id, rows } of months) {
    const whole = monthName(table.table, id);
    if (present.has(whole)) {
      fillsDone += rows;
      continue;
    }
    const draft = draftName(table.table, markOf(rng));
    const heavy = { lane: 'heavy', signal } as const;
    signal.throwIfAborted();
    await store.command(table.create(draft, fillingComment(table, source, afterSeq)), heavy);
    const ranges = walletRanges(Math.ceil(rows / statementFills));
    for (const { from, to } of ranges) {
      signal.throwIfAborted();
      const some = `(SELECT * FROM ${source} WHERE _partition_id = '${id}'
        AND wallet >= unhex('${from.slice(2)}') AND wallet <= unhex('${to.slice(2)}')) AS fills`;
      const columns = table.columns.join(', ');
      await store.command(
        `INSERT INTO ${draft} (${columns}) SELECT ${columns} FROM (${table.select(some)}) ${insertSettings}`,
        heavy,
      );
      fillsDone += rows / ranges.length;
    }
    signal.throwIfAborted();
    await store.command(`RENAME TABLE ${draft} TO ${whole}`, heavy);
    report();
  }
}

// Rebuilds give way to requests, and take no more than a part of the machine.
const insertSettings =
  'SETTINGS max_threads = 2, max_memory_usage = 4294967296, max_bytes_before_external_group_by = 1073741824, os_threads_nice_value_query = 10';

async function join({ store, signal, rng = secureRng }: FillDerivedOptions, table: Derived): Promise<void> {
  const present = await storedComments(store, { lane: 'write' });
  // Another process may have done it.
  if (stateOf(table, present).state !== 'filling') return;
  const joined = joinedName(table.table, markOf(rng));
  const months = [...present.keys()].filter((name) => name.startsWith(monthName(table.table, '')));
  signal.throwIfAborted();
  await store.command(table.create(joined, completeComment(table)));
  for (const from of [table.table, ...months]) {
    for (const { id } of await partitionsOf(store, from)) {
      signal.throwIfAborted();
      await store.command(`ALTER TABLE ${joined} ATTACH PARTITION ID '${id}' FROM ${from}`);
    }
  }
  signal.throwIfAborted();
  await store.command(`EXCHANGE TABLES ${table.table} AND ${joined}`);
  await store.command(dropTable(joined));
}

function markOf(rng: Rng): string {
  return Buffer.from(rng.bytes(8)).toString('hex');
}

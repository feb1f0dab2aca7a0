import { type Rng, secureRng } from '../../kernel/rng.ts';
import type { Derived } from '../derived/derived.ts';
import { type AnalyticsStore, shardsOf } from '../store.ts';
import { walletRanges } from '../wallet-ranges.ts';
import { beginFilling } from './begin.ts';
import { draftName, dropLeftStages, dropTable, joinedName, monthName, partitionsOf } from './stages.ts';
import { completeComment, type DerivedState, fillingComment, stateOf, storedComments } from './state.ts';

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

import { Type } from 'typebox';
import type { Derived } from '../derived/derived.ts';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';
import { createView, isWithoutFills } from './schema.ts';
import { dropTable, partitionsOf, sourceName, sourceNumbers } from './stages.ts';
import { completeComment, fillingComment, stateOf, storedComments } from './state.ts';

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
export async function beginFilling(
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

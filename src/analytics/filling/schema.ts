import { Type } from 'typebox';
import type { Derived } from '../derived/derived.ts';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';
import { completeComment, stateOf, storedComments } from './state.ts';

const anyFill = query({
  name: 'any_fill',
  params: {},
  row: Type.Object({ found: Type.Integer() }),
  sql: 'SELECT 1 AS found FROM fills LIMIT 1',
});

export async function isWithoutFills(store: AnalyticsStore): Promise<boolean> {
  return (await store.rows(anyFill, {}, { lane: 'heavy' })).length === 0;
}

/** From its creation on, every insert into fills writes to the table, too. */
export function createView({ table, view, select }: Derived): string {
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view} TO ${table} AS ${select('fills')}`;
}

/**
 * Creates the derived tables of a store without fills; they are complete from the first fill on. If the store has fills,
 * {@link fillDerived} backfills the missing tables in the background.
 */
export async function createDerived(store: AnalyticsStore, tables: readonly Derived[]): Promise<void> {
  const comments = await storedComments(store);
  // A half-made table does not count as missing: another process may be creating it right now.
  const missing = tables.filter(
    (table) => stateOf(table, comments).state === 'absent' && !isOther(table, comments),
  );
  if (missing.length === 0 || !(await isWithoutFills(store))) return;
  for (const table of missing) {
    await store.command(table.create(table.table, completeComment(table)));
    await store.command(createView(table));
  }
}

/** Whether the store has a table of that name made by another version of the program. */
function isOther(table: Derived, comments: Map<string, string>): boolean {
  const comment = comments.get(table.table);
  return comment !== undefined && comment !== completeComment(table);
}

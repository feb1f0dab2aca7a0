import { Type } from 'typebox';
import type { Derived } from '../derived/derived.ts';
import { query } from '../query.ts';
import { type AnalyticsStore, type CallOptions, shardsOf } from '../store.ts';

/**
 * How far a derived table is:
 * - `absent`: it is not there, was half made, or was made by another version of the program;
 * - `filling`: its view writes what comes, what had been stored before is still on its way;
 * - `complete`: it holds what follows from all stored fills.
 */
export type DerivedState =
  | { state: 'absent' }
  | { state: 'filling'; source: string; afterSeq: number }
  | { state: 'complete' };

const storedTables = query({
  name: 'derived_states',
  params: {},
  row: Type.Object({ name: Type.String(), comment: Type.String() }),
  sql: 'SELECT name, comment FROM system.tables WHERE database = currentDatabase()',
});

/** Of a table that is made on some shards, or differently on two of them: this gives no state. */
const unlike = 'unlike';

/**
 * Names of all tables and views of the database, each with its comment. On a cluster: only those on every shard; a table
 * whose comment differs between shards has no state.
 */
export async function storedComments(
  store: AnalyticsStore,
  options: CallOptions = { lane: 'heavy' },
): Promise<Map<string, string>> {
  const [first, ...others] = await Promise.all(
    shardsOf(store).map(async (shard) => {
      const rows = await shard.rows(storedTables, {}, options);
      return new Map(rows.map(({ name, comment }) => [name, comment]));
    }),
  );
  const everywhere = [...first!].filter(([name]) => others.every((comments) => comments.has(name)));
  return new Map(
    everywhere.map(([name, comment]) => {
      return [name, others.every((comments) => comments.get(name) === comment) ? comment : unlike];
    }),
  );
}

/**
 * State of one table, stored in the table's own comment so that state and rows change in one step. The view is created
 * last.
 * @param comments see {@link storedComments}
 */
export function stateOf(
  { table, view, shape, released }: Derived,
  comments: Map<string, string>,
): DerivedState {
  const comment = comments.get(table) ?? '';
  // As a migration made it.
  if (released && comment === '' && comments.has(view) && comments.has(table)) return { state: 'complete' };
  const [state, madeAs, source, afterSeq] = comment.split(' ');
  if (!comments.has(view) || madeAs !== shape) return { state: 'absent' };
  if (state === 'filling') return { state, source: source!, afterSeq: Number(afterSeq) };
  return { state: state === 'complete' ? 'complete' : 'absent' };
}

export const completeComment = ({ shape }: Derived) => `complete ${shape}`;

/**
 * @param source a table with the fills that were stored before the view
 * @param afterSeq number of the newest batch among them
 */
export const fillingComment = ({ shape }: Derived, source: string, afterSeq: number) =>
  `filling ${shape} ${source} ${afterSeq}`;

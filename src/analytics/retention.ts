import { Type } from 'typebox';
import { query } from './query.ts';
import { type AnalyticsStore, shardsOf } from './store.ts';

export interface Retention {
  table: string;
  /** DateTime of a row, an expression over its columns. */
  time: string;
  /** Condition on the rows; default: all rows. */
  where?: string;
  /** Whole days; 0 for ever. */
  days: number;
}

const tableEngine = query({
  name: 'table_engine',
  params: { table: 'String' },
  row: Type.Object({ engine: Type.String() }),
  sql: 'SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
});

/** Makes the store keep rows for `days`; nothing is done where it does so already. All of it is text of this program. */
export async function keepRows(store: AnalyticsStore, retention: Retention): Promise<void> {
  const { days } = retention;
  if (!Number.isSafeInteger(days) || days < 0)
    throw new RangeError(`days must be a whole number from 0, not ${days}`);
  for (const shard of shardsOf(store)) await keepOnOne(shard, retention);
}

async function keepOnOne(store: AnalyticsStore, { table, time, where, days }: Retention): Promise<void> {
  const [found] = await store.rows(tableEngine, { table });
  const engine = found?.engine ?? '';
  if (days === 0) {
    if (engine.includes(' TTL ')) await store.command(`ALTER TABLE ${table} REMOVE TTL`);
    return;
  }
  const rows = where === undefined ? '' : ` DELETE WHERE ${where}`;
  // The engine leaves DELETE out where it writes the rule down.
  if (engine.includes(`toIntervalDay(${days})${rows.replace(' DELETE', '')}`)) return;
  await store.command(`ALTER TABLE ${table} MODIFY TTL ${time} + INTERVAL ${days} DAY${rows}`);
}

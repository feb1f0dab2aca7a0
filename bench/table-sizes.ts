import { Type } from 'typebox';
import { query } from '../src/analytics/query.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';

export interface TableSize {
  table: string;
  rows: number;
  bytes: number;
}

const sizes = query({
  name: 'table_sizes',
  params: {},
  row: Type.Object({ table: Type.String(), rows: Type.String(), bytes: Type.String() }),
  sql: `
    SELECT table, toString(sum(rows)) AS rows, toString(sum(bytes_on_disk)) AS bytes
    FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY sum(bytes_on_disk) DESC`,
});

/** Disk use of the parts of every table, largest first. */
export async function tableSizes(store: AnalyticsStore): Promise<TableSize[]> {
  const found = await store.rows(sizes, {});
  return found.map(({ table, rows, bytes }) => ({ table, rows: Number(rows), bytes: Number(bytes) }));
}

import { Type } from 'typebox';
import type { Derived } from '../../src/analytics/derived/derived.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { storedRows } from './stored-rows.ts';

interface Sum {
  rows: string;
  checksum: string;
}

/** Rows and a checksum over every column, as a table holds them and as its declaration gives them from all fills. */
export type RecomputedSums = Record<string, { stored: Sum; recomputed: Sum }>;

export async function recomputedSums(
  store: AnalyticsStore,
  tables: readonly Derived[],
): Promise<RecomputedSums> {
  const found: RecomputedSums = {};
  for (const derived of tables) {
    const stored = await sumOf(store, storedRows(derived));
    found[derived.table] = { stored, recomputed: await sumOf(store, derived.select('fills')) };
  }
  return found;
}

async function sumOf(store: AnalyticsStore, sql: string): Promise<Sum> {
  const sums = query({
    name: 'recomputed_sums',
    params: {},
    row: Type.Object({ rows: Type.String(), checksum: Type.String() }),
    sql: `SELECT toString(count()) AS rows, toString(sum(sipHash64(*))) AS checksum FROM (${sql})`,
  });
  const [row] = await store.rows(sums, {}, { lane: 'heavy' });
  return row!;
}

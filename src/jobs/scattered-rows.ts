import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/** The table that every rebuild of changed wallets reads whole. */
const table = 'wallet_alltime';
/** Rows outside of the largest part, in those of it, above which merging costs less than reading them each time. */
const scatteredShare = 0.3;
/** A table this small is read in no time, however scattered. */
const smallRows = 100_000;

const partRows = query({
  name: 'rollup_part_rows',
  params: {},
  row: Type.Object({ rows: Type.String(), largest: Type.String() }),
  sql: `
    SELECT toString(sum(rows)) AS rows, toString(max(system.parts.rows)) AS largest
    FROM system.parts
    WHERE active AND database = currentDatabase() AND table = '${table}'`,
});

/**
 * Merges the parts of the wallets' rollup into one where much lies outside of the largest: after a large import each wallet has
 * several rows, which every rebuild would add up again, and the engine itself may leave it at that.
 * @returns true where it did
 */
export async function mergeScatteredRows(store: AnalyticsStore): Promise<boolean> {
  const [found] = await store.rows(partRows, {}, { lane: 'heavy' });
  const [rows, largest] = [Number(found!.rows), Number(found!.largest)];
  if (rows < smallRows || rows - largest <= scatteredShare * largest) return false;
  await store.command(`OPTIMIZE TABLE ${table} FINAL`, { lane: 'heavy' });
  return true;
}

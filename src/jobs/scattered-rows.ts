import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';

/** Tables in which thousands of wallets are looked up each second, at a cost by the parts that hold rows of each. */
const tables = ['wallet_alltime', 'wallet_day', 'wallet_coin_day'];
/** Rows outside of the largest part, in those of it, above which merging costs less than looking into each of them. */
const scatteredShare = 0.3;
/** Fewer are read in no time, however scattered. */
const smallRows = 100_000;

const scattered = query({
  name: 'scattered_partitions',
  params: { tables: 'Array(String)', share: 'Float64', small: 'UInt64' },
  row: Type.Object({ table: Type.String(), id: Type.String() }),
  sql: `
    SELECT table, partition_id AS id
    FROM system.parts
    WHERE active AND database = currentDatabase() AND has({tables:Array(String)}, table)
    GROUP BY table, id
    HAVING sum(rows) >= {small:UInt64} AND sum(rows) - max(rows) > {share:Float64} * max(rows)
    ORDER BY table, id DESC`,
});

/**
 * Merges the parts of wallets' rollups, month by month, where much lies outside of the largest: after large imports, and in the month that
 * is being written, each wallet has rows in several, which whatever reads wallets would look for and add up again, and the engine itself
 * may leave it at that. A merge costs as much as some thousand look-ups, and comes due only when a third as many rows are new.
 * @returns true where it did
 */
export async function mergeScatteredRows(store: AnalyticsStore): Promise<boolean> {
  const requests = { tables, share: scatteredShare, small: smallRows };
  let merged = false;
  for (const shard of shardsOf(store)) {
    for (const { table, id } of await shard.rows(scattered, requests, { lane: 'job' })) {
      await shard.command(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`, { lane: 'job' });
      merged = true;
    }
  }
  return merged;
}

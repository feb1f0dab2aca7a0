import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';

/** Tables with thousands of wallet look-ups a second, whose cost grows with the parts that hold a wallet's rows. */
const tables = ['wallet_alltime', 'wallet_day', 'wallet_coin_day'];
/** Rows outside the largest part, relative to its rows, above which a merge costs less than reading every part. */
const scatteredShare = 0.3;
/** Partitions with fewer rows are fast to read, however scattered. */
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
 * Merges the parts of wallets' rollups, month by month, if many rows lie outside the largest part. After large imports, and in the
 * current month, a wallet has rows in several parts, which every read must find and sum; the engine may never merge them itself. A
 * merge costs as much as some thousand look-ups, and is due only when a third as many rows are new.
 * @returns true if a merge ran
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

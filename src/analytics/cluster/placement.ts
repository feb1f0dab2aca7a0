import { derivedTables } from '../derived/derived-tables.ts';
import { shardKeys } from '../shard-keys.ts';

/**
 * Shard that stores a row of a table:
 * - `wallet`, `coin`: the shard of the row's wallet or coin;
 * - `one`: the first shard, with all other rows;
 * - `fill`: the shard of the row's fill, where the view writes it. Nothing else may insert such rows.
 */
export type Placement = 'wallet' | 'coin' | 'one' | 'fill';

const derived = new Map(derivedTables.map((table) => [table.table, table]));

/**
 * Placement of a table's rows. A table derived from fills keeps each sum on the shard of its fills, so repair and audit
 * run there; only tables by wallet have the sums of a key on one shard.
 * @returns undefined for a temporary table, which no migration made
 */
export function placementOf(table: string): Placement | undefined {
  const of = derived.get(table);
  if (of !== undefined) return of.shard === 'wallet' ? 'wallet' : 'fill';
  const key = shardKeys.get(table);
  return key === 'none' ? 'one' : key;
}

/** The sharding key of a placement, as SQL: the engine takes it modulo the shards' weights. */
export function shardingKey(placement: Placement): string | undefined {
  if (placement === 'fill') return undefined;
  return placement === 'one' ? '0' : `sipHash64(${placement})`;
}

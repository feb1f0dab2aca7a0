import { derivedTables } from '../derived/derived-tables.ts';
import { shardKeys } from '../shard-keys.ts';

/**
 * On which shard a row of a table stands:
 * - `wallet`, `coin`: on the one that its wallet or coin belongs to;
 * - `one`: on the first, with all others;
 * - `fill`: where its fill stands, as the view that writes it does. Nothing else may insert it.
 */
export type Placement = 'wallet' | 'coin' | 'one' | 'fill';

const derived = new Map(derivedTables.map((table) => [table.table, table]));

/**
 * Where the rows of a table stand. A table that is derived from fills keeps each sum where its fills are, so that it is
 * repaired and audited there; only of those by wallet this is the shard of a key.
 * @returns undefined of a table that no migration made, one of a moment
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

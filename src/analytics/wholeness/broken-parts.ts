import { Type } from 'typebox';
import { query } from '../query.ts';
import { type AnalyticsStore, shardsOf } from '../store.ts';

/** A part of a table that the engine does not read any more. */
export interface BrokenPart {
  table: string;
  /** As its directory is called. */
  name: string;
  path: string;
}

/** Stores up to this size (bytes) verify all part checksums before use, in a second or two; larger ones in the background. */
export const checkedBytes = 2 ** 31;

const detachedParts = query({
  name: 'detached_parts',
  params: {},
  row: Type.Object({ table: Type.String(), name: Type.String(), path: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: 'SELECT table, name, path FROM system.detached_parts WHERE database = currentDatabase() ORDER BY table, name',
});

const storedTables = query({
  name: 'tables_with_parts',
  params: {},
  row: Type.Object({ table: Type.String(), bytes: Type.String() }),
  sql: `
    SELECT table, toString(sum(bytes_on_disk)) AS bytes FROM system.parts
    WHERE database = currentDatabase() AND active GROUP BY table ORDER BY table`,
});

/** What the engine set aside as it started, or {@link detachDamaged} did. Nothing else detaches parts. */
export function listDetached(store: AnalyticsStore): Promise<BrokenPart[]> {
  return store.rows(detachedParts, {}, { lane: 'write' });
}

/** Bytes of the parts of each table, over all shards. */
export async function tableBytes(store: AnalyticsStore): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const shard of shardsOf(store)) {
    for (const { table, bytes } of await shard.rows(storedTables, {}, { lane: 'job' }))
      found.set(table, (found.get(table) ?? 0) + Number(bytes));
  }
  return found;
}

/** Bytes of all parts: what a check of their content reads. */
export async function storedBytes(store: AnalyticsStore): Promise<number> {
  return [...(await tableBytes(store)).values()].reduce((sum, bytes) => sum + bytes, 0);
}

const brokenParts = query({
  name: 'broken_parts',
  params: {},
  row: Type.Object({ table: Type.String(), name: Type.String(), path: Type.String() }),
  limits: { maxRows: 100_000 },
  onShard: true,
  // Replicas bring each other what one of them had to set aside; an operator's own DETACH has no reason.
  sql: `
    SELECT table, name, path FROM system.detached_parts
    WHERE database = currentDatabase() AND startsWith(reason, 'broken') AND table IN (
      SELECT name FROM system.tables WHERE database = currentDatabase() AND NOT startsWith(engine, 'Replicated'))
    ORDER BY table, name`,
});

/** What a server set aside for good as it started: one of a shard that has no replicas. */
export function listBroken(shard: AnalyticsStore): Promise<BrokenPart[]> {
  return shard.rows(brokenParts, {}, { lane: 'job' });
}

/**
 * Compares every part with its checksums, table by table: the engine itself finds a wrong byte only where it reads it.
 * @returns the parts that differ, active as yet
 */
export async function findDamaged(
  store: AnalyticsStore,
  signal?: AbortSignal,
): Promise<{ table: string; part: string; reason: string }[]> {
  const found: { table: string; part: string; reason: string }[] = [];
  for (const { table } of await store.rows(storedTables, {}, { lane: 'job' })) {
    signal?.throwIfAborted();
    const check = query({
      name: `check_${table}`,
      params: {},
      row: Type.Object({ part_path: Type.String(), is_passed: Type.Integer(), message: Type.String() }),
      limits: { deadlineMs: 3_600_000, maxRows: 1_000_000 },
      onShard: true,
      sql: `CHECK TABLE \`${table}\``,
    });
    const parts = await store.rows(check, {}, { lane: 'job', ...(signal && { signal }) });
    for (const { part_path: part, is_passed, message: reason } of parts)
      if (is_passed === 0) found.push({ table, part, reason });
  }
  return found;
}

/** Sets parts aside that differ from their checksums, as the engine does with those that it cannot load. */
export async function detachDamaged(
  store: AnalyticsStore,
  parts: readonly { table: string; part: string }[],
): Promise<void> {
  for (const { table, part } of parts) {
    if (!/^\w+$/.test(part)) throw new Error(`no name of a part: ${part}`);
    await store.command(`ALTER TABLE \`${table}\` DETACH PART '${part}'`);
  }
}

export async function dropDetached(store: AnalyticsStore, parts: readonly BrokenPart[]): Promise<void> {
  for (const { table, name } of parts) {
    if (!/^[\w-]+$/.test(name)) continue;
    await store.command(
      `ALTER TABLE \`${table}\` DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`,
    );
  }
}

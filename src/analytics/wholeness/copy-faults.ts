import { derivedTables } from '../derived/derived-tables.ts';
import { type AnalyticsStore, shardsOf } from '../store.ts';
import { checkedBytes, findDamaged, listDetached, storedBytes } from './broken-parts.ts';
import { fillsBeyondBatches } from './journal-total.ts';
import { miscounted } from './mend.ts';

/**
 * Checks that a copy of the past is complete, while nothing writes to the copy: detached parts, fills against the batch that counts
 * them, derived tables against fills, and, for an embedded store of up to {@link checkedBytes}, every part against its checksums.
 *
 * @returns the faults, as text; a faulty copy is made again, not repaired
 */
export async function copyFaults(copy: AnalyticsStore): Promise<string[]> {
  const faults: string[] = [];
  for (const shard of shardsOf(copy)) {
    for (const { table, path } of await listDetached(shard)) faults.push(`${table}: ${path} was set aside`);
    for (const { table } of await miscounted(shard, derivedTables, []))
      faults.push(`${table} counts another number of fills`);
  }
  const beyond = await fillsBeyondBatches(copy);
  if (beyond !== 0) faults.push(`fills: ${beyond} more than were copied`);
  if (copy.kind === 'chdb' && (await storedBytes(copy)) <= checkedBytes)
    for (const { table, part, reason } of await findDamaged(copy)) faults.push(`${table}: ${part} ${reason}`);
  return faults;
}

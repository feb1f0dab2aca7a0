import { derivedTables } from '../derived/derived-tables.ts';
import { storedComments } from '../filling/state.ts';
import { type AnalyticsStore, shardsOf } from '../store.ts';
import { type BrokenPart, listBroken } from './broken-parts.ts';
import { fillsMissing } from './journal-total.ts';
import type { StoreFault } from './mend.ts';

/** A table that exists while stored fills are rewritten. */
export const rewritePromise = 'fill_rewrite_keys';

const fromBackup =
  'restore the table from a backup of the server; without one, import everything into a new database (TIDEMARK_CLICKHOUSE_DATABASE)';

/**
 * Looks whether a store on servers is whole, while processes read and write it: by the parts that servers set aside, and by the number of
 * fills that the batches count. Costs metadata alone, and one scan of the batches. Mends nothing: other processes write.
 */
export async function findServerFaults(store: AnalyticsStore): Promise<StoreFault[]> {
  const broken = (await Promise.all(shardsOf(store).map(listBroken))).flat();
  const byTable = Map.groupBy(broken, ({ table }) => table);
  const faults = [...byTable].map(([table, parts]) => ofParts(table, parts));
  const isChanging = async () => (await storedComments(store, { lane: 'job' })).has(rewritePromise);
  const missing = await fillsMissing(store, isChanging);
  if (missing !== undefined && missing > 0)
    faults.push({
      table: 'fills',
      fault: `${missing} fills are not stored that batches count`,
      remedy: fromBackup,
    });
  return faults;
}

function ofParts(table: string, parts: readonly BrokenPart[]): StoreFault {
  const fault = `a part of it is damaged and was set aside: ${parts.map(({ path }) => path).join(', ')}`;
  const derived = derivedTables.find((one) => one.table === table);
  if (derived === undefined) return { table, fault, remedy: `${fromBackup}; then ${dropOf(table, parts)}` };
  const remedy = `DROP VIEW ${derived.view}; ${dropOf(table, parts)}; then restart the process that fills tables: it rebuilds this one from the fills`;
  return { table, fault, remedy };
}

function dropOf(table: string, parts: readonly BrokenPart[]): string {
  return parts
    .map(({ name }) => `ALTER TABLE ${table} DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`)
    .join('; ');
}

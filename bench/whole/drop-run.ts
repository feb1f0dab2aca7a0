/** Removes a derived table from a store, to simulate an earlier version. Started by following.ts. */
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { derivedTables } from '../../src/analytics/derived/derived-tables.ts';
import { tellResult } from '../child.ts';

const { dir } = JSON.parse(process.argv[2]!) as { dir: string };
const store = await openChdb({ dir: join(dir, 'analytics') });
const { table, view } = derivedTables.findLast(({ released }) => !released)!;
await store.command(`DROP VIEW ${view} SYNC`);
await store.command(`DROP TABLE ${table} SYNC SETTINGS max_table_size_to_drop = 0`);
await store.close();
tellResult({ table });
process.exit(0);

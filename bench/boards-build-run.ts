/** Fills a directory with many wallets' fills, made by the engine itself. Started by boards.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { tellResult } from './child.ts';
import { insertFills } from './engine-fills.ts';

const task = JSON.parse(process.argv[2]!) as {
  dir: string;
  fills: number;
  wallets: number;
  firstTimeMs: number;
  lastTimeMs: number;
  products?: { builders: number; outcomes: number };
};
const store = await openChdb({ dir: join(task.dir, 'analytics') });
await migrateAnalytics(store);
const batchFills = 500_000;
for (let first = 0, seq = 1; first < task.fills; first += batchFills, seq++) {
  await insertFills(store, { ...task, seq, first, count: Math.min(batchFills, task.fills - first) });
}
tellResult({});
await store.close();
process.exit(0);

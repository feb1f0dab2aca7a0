/** Fills a directory with chains of fills, made by the engine itself, and folds their lifecycles. Started by filled-dir.ts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { createLifecycleFold } from '../../src/lifecycles/lifecycle-fold.ts';
import { tellResult } from '../child.ts';
import { insertChains } from '../engine-chains.ts';
import type { FilledDir } from '../filled-dir.ts';

const task = JSON.parse(process.argv[2]!) as FilledDir & { dir: string };
const { dir, fills, wallets } = task;
const batchFills = 250_000;
const { signal } = new AbortController();

const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);
const batchWallets = Math.ceil((batchFills / fills) * wallets);
for (let first = 0, seq = 1; first < wallets; first += batchWallets, seq++) {
  await insertChains(store, { ...task, seq, first, count: Math.min(batchWallets, wallets - first) });
}
const foldDir = join(dir, 'fold');
const fold = createLifecycleFold({ store, dir: foldDir });
while ((await fold.step(signal)) !== undefined);
await fold.close();
rmSync(foldDir, { recursive: true, force: true });
tellResult({});
await store.close();
process.exit(0);

/** Measures the disk use of an imported directory by table, merged and with its lifecycles. Started by disk.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { createLifecycleFold } from '../src/lifecycles/lifecycle-fold.ts';
import { tellResult } from './child.ts';
import { type TableSize, tableSizes } from './table-sizes.ts';

export interface DiskRun {
  /** Bytes right after the import, before the engine's merges. */
  importedBytes: number;
  /** Every table merged into one part a month. */
  mergedBytes: number;
  tables: TableSize[];
  foldSeconds: number;
  foldCpuSeconds: number;
}

const { dir } = JSON.parse(process.argv[2]!) as { dir: string };
const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);

const tables = () => tableSizes(store);
const bytesOf = (found: TableSize[]) => found.reduce((sum, { bytes }) => sum + bytes, 0);

const importedBytes = bytesOf(await tables());
const fold = createLifecycleFold({ store, dir: join(dir, 'fold') });
const { signal } = new AbortController();
const cpu = process.cpuUsage();
const startMs = monotonicMs();
while ((await fold.step(signal)) !== undefined);
const foldSeconds = (monotonicMs() - startMs) / 1_000;
const { user, system } = process.cpuUsage(cpu);
await fold.close();
for (const { table } of await tables()) await store.command(`OPTIMIZE TABLE \`${table}\` FINAL`);
const merged = await tables();
tellResult({
  importedBytes,
  mergedBytes: bytesOf(merged),
  tables: merged,
  foldSeconds,
  foldCpuSeconds: (user + system) / 1e6,
} satisfies DiskRun);
await store.close();
process.exit(0);

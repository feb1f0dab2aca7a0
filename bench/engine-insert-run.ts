/**
 * The yardstick of the import: the engine inserts the same rows from Memory tables into the same tables and
 * views, in batches of the same size with the same settings. Started by import.ts.
 */
import { join } from 'node:path';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { oneBlockSettings } from '../src/analytics/one-block.ts';
import { query } from '../src/analytics/query.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import type { ImportRun } from './import-run.ts';

const { dir, batchFills } = JSON.parse(process.argv[2]!) as { dir: string; batchFills: number };
const path = join(dir, 'analytics');
// A second database of the directory that an import filled: same rows, fresh tables.
const source = await openChdb({ dir: path });
const target = await openChdb({ dir: path, database: 'yardstick' });
await migrateAnalytics(target);

const fillCount = query({
  name: 'fill_count',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT count() AS fills FROM fills',
});
const fills = Number((await source.rows(fillCount, {}))[0]!.fills);
const batches = Math.ceil(fills / batchFills);
await source.command(`CREATE TABLE numbered ENGINE = Memory AS
  SELECT *, intDiv(rowNumberInAllBlocks(), ${batchFills}) AS part
  FROM (SELECT * FROM fills ORDER BY time, seq) SETTINGS max_threads = 1`);
for (let batch = 0; batch < batches; batch++) {
  await source.command(`CREATE TABLE batch_${batch} ENGINE = Memory AS
    SELECT * EXCEPT (part) FROM numbered WHERE part = ${batch}`);
}
await source.command('DROP TABLE numbered SYNC');

const settings = Object.entries({ ...oneBlockSettings, os_threads_nice_value_query: 5 })
  .map(([name, value]) => `${name}=${value}`)
  .join(', ');
const cpu = process.cpuUsage();
const startMs = monotonicMs();
for (let batch = 0; batch < batches; batch++) {
  await target.command(`INSERT INTO fills SELECT * FROM tidemark.batch_${batch}
    SETTINGS ${settings}, insert_deduplication_token='batch-${batch}'`);
}
const seconds = (monotonicMs() - startMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
const inserted = Number((await target.rows(fillCount, {}))[0]!.fills);
if (inserted !== fills) throw new Error(`the yardstick inserted ${inserted} of ${fills} fills`);
const result: ImportRun = { fills, seconds, cpuSeconds: (user + system) / 1e6, peakRssBytes: 0 };
tellResult(result);
await target.close();
await source.close();
process.exit(0);

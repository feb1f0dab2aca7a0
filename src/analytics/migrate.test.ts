import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from './chdb.ts';
import { fineTables, granularitySettings } from './derived/derived.ts';
import { analyticsMigrations, migrateAnalytics } from './migrate.ts';
import { query } from './query.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-migrate-'));
after(() => rmSync(dir, { recursive: true }));
let databases = 0;
const openEmpty = () => openChdb({ dir, database: `migrate${++databases}`, readSessions: 1 });

const engines = query({
  name: 'test_engines',
  params: {},
  row: Type.Object({ name: Type.String(), engine: Type.String() }),
  sql: 'SELECT name, engine_full AS engine FROM system.tables WHERE database = currentDatabase()',
});

test('an empty store gets every migration once, and its tables have the sizes of ranges of granularity.ts', async () => {
  const store = await openEmpty();
  assert.deepEqual(
    await migrateAnalytics(store),
    analyticsMigrations().map(({ name }) => name),
  );
  assert.deepEqual(await migrateAnalytics(store), []);
  const stored = new Map((await store.rows(engines, {})).map(({ name, engine }) => [name, engine]));
  for (const [table, granularity] of fineTables)
    assert.ok(
      stored.get(table)?.includes(granularitySettings(granularity)),
      `${table}: ${stored.get(table)}`,
    );
  await store.close();
});

for (const [version, remedy] of [
  [47, /made by a version before the first release.*into a new data directory/],
  [9_999, /has schema version 9999, this program knows \d+: upgrade tidemark/],
] as const) {
  test(`a store with schema version ${version} is refused with what to do, and keeps its tables`, async () => {
    const store = await openEmpty();
    await store.command(
      'CREATE TABLE schema_versions (version UInt32, name String) ENGINE = ReplacingMergeTree ORDER BY version',
    );
    await store.command(`INSERT INTO schema_versions VALUES (${version}, 'x')`);
    await assert.rejects(migrateAnalytics(store), remedy);
    assert.deepEqual(
      (await store.rows(engines, {})).map(({ name }) => name),
      ['schema_versions'],
    );
    await store.close();
  });
}

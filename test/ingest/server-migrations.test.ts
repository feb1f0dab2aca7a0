/** Processes that start together on one server each bring it to this version. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { analyticsMigrations, migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';

let server: ClickHouseServer;
before(async () => {
  server = await startClickHouse();
});
after(() => server?.stop());

const versions = query({
  name: 'test_schema_versions',
  params: {},
  row: Type.Object({ version: Type.Integer() }),
  sql: 'SELECT DISTINCT version FROM schema_versions ORDER BY version',
});
for (const apartMs of [0, 15, 60, 250]) {
  test(`three that begin ${apartMs} ms apart come to the same schema`, async (t) => {
    const database = `together_${apartMs}`;
    const stores = await Promise.all([0, 1, 2].map(() => openClickHouse({ url: server.url, database })));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    await Promise.all(
      stores.map(async (store, i) => {
        await delay(i * apartMs);
        await migrateAnalytics(store);
      }),
    );
    const applied = await stores[0]!.rows(versions, {});
    assert.deepEqual(
      applied.map(({ version }) => version),
      analyticsMigrations().map(({ version }) => version),
    );
    assert.deepEqual(await migrateAnalytics(stores[1]!), []);
  });
}

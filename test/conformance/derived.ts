import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { derivedTables } from '../../src/analytics/derived/derived-tables.ts';
import { query } from '../../src/analytics/query.ts';
import { shardKeys } from '../../src/analytics/shard-keys.ts';
import { type AnalyticsStore, shardsOf } from '../../src/analytics/store.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';

const views = query({
  name: 'stored_views',
  params: {},
  row: Type.Object({ view: Type.String(), target: Type.String(), selected: Type.String() }),
  sql: `
    SELECT name AS view, extract(create_table_query, ' TO (?:\\\\w+\\\\.)?(\\\\w+)') AS target,
      replaceAll(as_select, concat(database, '.'), '') AS selected
    FROM system.tables
    WHERE database = currentDatabase() AND engine = 'MaterializedView' AND as_select LIKE '%fills%'
    ORDER BY view`,
});

const formatted = query({
  name: 'formatted',
  params: { sql: 'String' },
  row: Type.Object({ text: Type.String() }),
  sql: 'SELECT formatQuerySingleLine({sql:String}) AS text',
});

const tableNames = query({
  name: 'table_names',
  params: {},
  row: Type.Object({ name: Type.String() }),
  sql: `
    SELECT name FROM system.tables
    WHERE database = currentDatabase() AND (engine LIKE '%MergeTree' OR engine = 'Distributed') ORDER BY name`,
});

/** Declarations of derived tables against a new store, on any engine. */
export function derivedConformance(openHarness: () => Promise<StoreHarness>): void {
  describe('derived tables of a new store', () => {
    let harness: StoreHarness | undefined;
    let store: AnalyticsStore;
    before(async () => {
      harness = await openHarness();
      store = await harness.open('new');
    });
    after(async () => {
      await store?.close();
      await harness?.stop();
    });
    const format = async (sql: string) => (await store.rows(formatted, { sql }))[0]!.text;

    test('every view over fills is declared, and selects what its declaration says', async () => {
      for (const shard of shardsOf(store)) {
        const found = await shard.rows(views, {});
        assert.deepEqual(
          found.map(({ view, target }) => `${view} to ${target}`),
          derivedTables.map(({ view, table }) => `${view} to ${table}`).sort(),
        );
        for (const { view, selected } of found) {
          const declared = derivedTables.find((table) => table.view === view)!;
          assert.equal(await format(selected), await format(declared.select('fills')), view);
        }
      }
    });

    test('every table names by what it would be split over machines, and no other does', async () => {
      for (const machine of [store, ...shardsOf(store)]) {
        const found = await machine.rows(tableNames, {});
        assert.deepEqual(
          found.map((row) => row.name),
          [...shardKeys.keys()].sort(),
        );
      }
    });
  });
}

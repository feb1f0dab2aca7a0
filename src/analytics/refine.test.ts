import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from './chdb.ts';
import { derivedTables } from './derived/derived-tables.ts';
import { stateOf, storedComments } from './filling/state.ts';
import { fineTables, granularitySettings } from './granularity.ts';
import { analyticsMigrations, migrateAnalytics } from './migrate.ts';
import { query } from './query.ts';
import { isCoarse, refineTables } from './refine.ts';
import type { AnalyticsStore } from './store.ts';

const sums = query({
  name: 'test_sums',
  params: {},
  row: Type.Object({ of: Type.String(), sum: Type.String() }),
  sql: `
    SELECT * FROM (
    SELECT 'fills' AS of, toString(tuple(count(), sum(sipHash64(*)))) AS sum FROM fills
    UNION ALL SELECT 'day', toString(tuple(sum(fills), sum(volume), uniqExact(wallet, day))) FROM wallet_day
    UNION ALL SELECT 'alltime', toString(tuple(sum(fills), sum(volume), uniqExact(wallet))) FROM wallet_alltime
    UNION ALL SELECT 'coin_day', toString(tuple(sum(fills), sum(volume), uniqExact(wallet, coin, day))) FROM wallet_coin_day)
    ORDER BY of`,
});
const tables = query({
  name: 'test_tables',
  params: {},
  row: Type.Object({ name: Type.String(), engine: Type.String() }),
  sql: 'SELECT name, engine_full AS engine FROM system.tables WHERE database = currentDatabase() ORDER BY name',
});

const dir = mkdtempSync(join(tmpdir(), 'tidemark-refine-'));
after(() => rmSync(dir, { recursive: true, force: true }));
let databases = 0;

function insertFills(store: AnalyticsStore, seed: number): Promise<void> {
  return store.command(`
    INSERT INTO fills (wallet, time, coin, px, sz, market, closed_pnl)
    SELECT substring(SHA1(toString(number % 700)), 1, 20), toDateTime64('2026-01-01', 3, 'UTC') + number * 600, 'C' || toString(number % 7),
      number % 11, ${seed}, 1, number % 3 FROM numbers(6000)`);
}

/** A store as the version before made it, with fills of two months. */
async function oldStore(): Promise<AnalyticsStore> {
  const store = await openChdb({ dir, database: `old${++databases}`, readSessions: 1 });
  const coarse = (statement: string) =>
    statement
      .replaceAll(/,\s+min_(compress_block_size|bytes_for_wide_part) = \d+/g, '')
      .replaceAll(/index_granularity = (64|256|1024)/g, 'index_granularity = 4096');
  const lifecycles = /^CREATE TABLE IF NOT EXISTS lifecycles/;
  for (const { version, statements } of analyticsMigrations()) {
    // The first ones, and the tables of lifecycles: the latter before the view over them.
    const made = version === 1 ? statements : statements.filter((statement) => lifecycles.test(statement));
    for (const statement of made) await store.command(coarse(statement.replaceAll(/\$\{(\w+)\}/g, '$1')));
  }
  const before = derivedTables.map((table) => ({
    ...table,
    create: (name: string, comment: string) => coarse(table.create(name, comment)),
  }));
  await migrateAnalytics(store, before);
  await insertFills(store, 1);
  return store;
}

async function assertFine(store: AnalyticsStore, expected: unknown): Promise<void> {
  assert.deepEqual(await store.rows(sums, {}), expected);
  assert.equal(await isCoarse(store), false);
  const stored = await store.rows(tables, {});
  assert.deepEqual(
    stored.filter(({ name }) => name.includes('__')),
    [],
  );
  for (const [table, granularity] of fineTables) {
    const { engine } = stored.find(({ name }) => name === table)!;
    assert.ok(engine.includes(granularitySettings(granularity)), engine);
    if (!table.startsWith('lifecycle')) assert.match(engine, /non_replicated_deduplication_window = 1000/);
  }
  const comments = await storedComments(store);
  for (const table of derivedTables) assert.equal(stateOf(table, comments).state, 'complete', table.table);
}

/** The sums of a store that was fine from the start, after one insert and after two. */
let once: unknown;
let twice: unknown;
before(async () => {
  const store = await openChdb({ dir, database: 'fresh', readSessions: 1 });
  await migrateAnalytics(store);
  await insertFills(store, 1);
  once = await store.rows(sums, {});
  await assertFine(store, once);
  await insertFills(store, 2);
  twice = await store.rows(sums, {});
  await store.close();
});

test('an old store gets finer tables with the same rows, killed or aborted at any step, and its views go on writing into them', async () => {
  const store = await oldStore();
  assert.equal(await isCoarse(store), true);
  let deaths = 0;
  for (let steps = 0; ; steps++) {
    let left = steps;
    const stop = new AbortController();
    const mortal: AnalyticsStore = {
      ...store,
      async command(sql, options) {
        if (left-- > 0) return store.command(sql, options);
        if (steps % 2 === 0) throw new Error('killed');
        stop.abort();
        await store.command(sql, options);
      },
    };
    const died = await refineTables({ store: mortal, inTurn: (work) => work(), signal: stop.signal }).then(
      () => false,
      (error) => {
        assert.ok(error.message === 'killed' || error.name === 'AbortError', String(error));
        return true;
      },
    );
    assert.deepEqual(await store.rows(sums, {}), once, `died at step ${steps}`);
    if (!died && left >= 0) break;
    deaths += 1;
  }
  assert.ok(deaths >= 5, `${deaths} deaths`);
  await assertFine(store, once);
  await insertFills(store, 2);
  assert.deepEqual(await store.rows(sums, {}), twice);
  await store.close();
});

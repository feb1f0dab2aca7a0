import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedTables } from '../derived/derived-tables.ts';
import { createView } from '../filling/schema.ts';
import { analyticsMigrations } from '../migrate.ts';
import { shardKeys } from '../shard-keys.ts';
import {
  clusterStatement,
  onCluster,
  replicated,
  spanningTable,
  spanningTableEverywhere,
  withUuid,
} from './cluster-ddl.ts';
import { placementOf, shardingKey } from './placement.ts';

const names = { cluster: 'tide', database: 'tidemark', local: 'tidemark_local' };
const statements = [
  ...analyticsMigrations().flatMap((migration) => migration.statements),
  ...derivedTables
    .filter(({ released }) => !released)
    .flatMap((table) => [table.create(table.table, 'complete x'), createView(table)]),
];

test('every statement that makes the store has a meaning on a cluster, and makes the tables over all shards', () => {
  const made = new Set(['schema_versions']);
  for (const sql of statements) {
    const statement = clusterStatement(sql);
    // Inserts that carry rows over run on the tables that span the shards.
    if (statement.kind === 'insert') continue;
    assert.equal(statement.kind, 'ddl', sql);
    const { made: table, dropped } = statement as { made?: string; dropped?: string };
    if (dropped !== undefined) made.delete(dropped);
    if (table !== undefined) made.add(table);
  }
  assert.deepEqual([...made].sort(), [...shardKeys.keys()].sort());
});

test('a statement that would run on one machine of several is refused', () => {
  for (const sql of [
    'EXCHANGE TABLES a AND b',
    'CREATE DICTIONARY d',
    'SYSTEM RELOAD CONFIG',
    'SELECT 1',
    'SET x = 1',
  ]) {
    assert.throws(() => clusterStatement(sql), /without a meaning on a cluster/, sql);
  }
});

test('each kind of table stands on the shard of its wallet or coin, on the first, or with its fills', () => {
  const keyOf = (table: string) => shardingKey(placementOf(table)!);
  for (const table of [
    'fills',
    'fills_by_time',
    'wallet_coin_alltime',
    'positions',
    'stored_positions',
    'lifecycle_days',
  ])
    assert.equal(keyOf(table), 'sipHash64(wallet)', table);
  for (const table of ['asset_contexts', 'asset_context_hours', 'trades', 'candles'])
    assert.equal(keyOf(table), 'sipHash64(coin)', table);
  for (const table of ['ingest_batches', 'writer_epochs', 'promised_batches', 'outcomes'])
    assert.equal(keyOf(table), '0', table);
  // No key: nothing can be inserted but by the views.
  for (const table of ['coin_hour', 'coin_minutes', 'builder_coin_hour'])
    assert.equal(keyOf(table), undefined, table);
  assert.equal(
    spanningTable(names, 'fills', keyOf('fills')),
    "CREATE OR REPLACE TABLE tidemark.fills AS tidemark_local.fills ENGINE = Distributed('tide', 'tidemark_local', 'fills', sipHash64(wallet))",
  );
  assert.equal(
    spanningTableEverywhere(names, 'coin_hour', undefined),
    "CREATE OR REPLACE TABLE tidemark.coin_hour ON CLUSTER 'tide' AS tidemark_local.coin_hour ENGINE = Distributed('tide', 'tidemark_local', 'coin_hour')",
  );
});

test('a view writes where its source stands, so that its table has the same placement', () => {
  const views = statements.flatMap(
    (sql) => /VIEW IF NOT EXISTS \w+ TO (\w+) AS[\s\S]*FROM (\w+)/.exec(sql)?.slice(1, 3) ?? [],
  );
  for (let i = 0; i < views.length; i += 2) {
    const [target, source] = [placementOf(views[i]!), placementOf(views[i + 1]!)];
    assert.ok(
      target === source || (target === 'fill' && views[i + 1] === 'fills'),
      `${views[i]} by ${target}, ${views[i + 1]} by ${source}`,
    );
  }
  assert.ok(views.length / 2 >= 18);
});

const path = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

test('with replicas every table has a replicated engine, with the arguments of the other', () => {
  for (const sql of statements.map(replicated)) {
    assert.doesNotMatch(sql, /ENGINE = (?!Replicated)\w*MergeTree|non_replicated/, sql);
    for (const [, args] of sql.matchAll(/ENGINE = \w+\((.*)\)/g)) assert.ok(args!.startsWith(path), sql);
  }
  const engines = [
    [
      'ENGINE = MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 1000',
      `ENGINE = ReplicatedMergeTree(${path}) ORDER BY a SETTINGS replicated_deduplication_window = 1000`,
    ],
    [
      'ENGINE = ReplacingMergeTree(version)\nORDER BY one',
      `ENGINE = ReplicatedReplacingMergeTree(${path}, version)\nORDER BY one`,
    ],
    [
      'ENGINE = AggregatingMergeTree PARTITION BY toYYYYMM(day)',
      `ENGINE = ReplicatedAggregatingMergeTree(${path}) PARTITION BY toYYYYMM(day)`,
    ],
    ['ENGINE = Memory AS SELECT 1', `ENGINE = ReplicatedMergeTree(${path}) ORDER BY tuple() AS SELECT 1`],
  ] as const;
  for (const [own, shared] of engines) assert.equal(replicated(own), shared);
});

test('a table that one shard makes alone has one id on its replicas', () => {
  assert.equal(
    withUuid('CREATE TABLE IF NOT EXISTS a (b UInt8)', 'u'),
    "CREATE TABLE IF NOT EXISTS a UUID 'u' (b UInt8)",
  );
  assert.equal(withUuid('EXCHANGE TABLES a AND b', 'u'), 'EXCHANGE TABLES a AND b');
});

test('with replicas every statement runs on the whole cluster', () => {
  const schema = statements.filter((sql) => clusterStatement(sql).kind === 'ddl');
  for (const sql of schema) assert.match(onCluster(sql, 'tide'), /^[A-Z ]+\w+ ON CLUSTER 'tide'/, sql);
  const words = [
    [
      'DROP TABLE IF EXISTS a SYNC SETTINGS x = 0',
      "DROP TABLE IF EXISTS a ON CLUSTER 'tide' SYNC SETTINGS x = 0",
    ],
    ['DROP DATABASE IF EXISTS `d` SYNC', "DROP DATABASE IF EXISTS `d` ON CLUSTER 'tide' SYNC"],
    ['RENAME TABLE a TO b', "RENAME TABLE a TO b ON CLUSTER 'tide'"],
    ["ALTER TABLE a DROP PARTITION 'x'", "ALTER TABLE a ON CLUSTER 'tide' DROP PARTITION 'x'"],
    ['TRUNCATE TABLE IF EXISTS a', "TRUNCATE TABLE IF EXISTS a ON CLUSTER 'tide'"],
    ["OPTIMIZE TABLE a PARTITION ID '1' FINAL", "OPTIMIZE TABLE a ON CLUSTER 'tide' PARTITION ID '1' FINAL"],
    ['SYSTEM STOP MERGES a', "SYSTEM STOP MERGES ON CLUSTER 'tide' a"],
    ['DELETE FROM a WHERE b', "DELETE FROM a ON CLUSTER 'tide' WHERE b"],
  ] as const;
  for (const [own, everywhere] of words) assert.equal(onCluster(own, 'tide'), everywhere);
  assert.throws(() => onCluster('INSERT INTO a SELECT 1', 'tide'), /cannot run on a cluster/);
});

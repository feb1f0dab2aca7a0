import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { query } from './query.ts';
import { tablesOf } from './shard-keys.ts';

const declare = (sql: string, crossShard?: string) =>
  query({
    name: 'toy',
    params: {},
    row: Type.Object({}),
    sql,
    ...(crossShard !== undefined && { crossShard }),
  });

test('a query that joins or nests tables that are split by different keys needs a reason', () => {
  const crossing = [
    'SELECT 1 FROM wallet_day WHERE wallet IN (SELECT buyer FROM trades)',
    'SELECT 1 FROM wallet_day JOIN coin_hour USING (day)',
    'SELECT 1 FROM (SELECT coin FROM coin_hour) AS a\n  left join liquidations ON a.coin = liquidations.coin',
    'SELECT (SELECT max(time) FROM trades), (SELECT max(time) FROM fills)',
    'SELECT 1 FROM fills WHERE coin IN coin_hour',
  ];
  for (const sql of crossing) {
    assert.throws(() => declare(sql), /query toy joins tables that are split differently .* crossShard/, sql);
    assert.equal(declare(sql, 'once a day').name, 'toy');
  }
});

test('a query within one key, or with a table that is whole everywhere, needs none and may give none', () => {
  const kept = [
    'SELECT 1 FROM wallet_day WHERE wallet IN (SELECT wallet FROM liquidations)',
    'SELECT 1 FROM fills JOIN outcomes ON startsWith(coin, toString(outcome))',
    'SELECT 1 FROM coin_hour JOIN asset_contexts USING (coin)',
    'WITH positions_of AS (SELECT 1) SELECT 1 FROM positions_of, fills',
  ];
  for (const sql of kept) {
    assert.equal(declare(sql).name, 'toy');
    assert.throws(() => declare(sql, 'for fun'), /without need|joins nothing across shards/, sql);
  }
});

test('a query is refused whose answer on a cluster would be that of each shard', () => {
  const settings = (set: Record<string, number>) =>
    query({ name: 'toy', params: {}, row: Type.Object({}), sql: 'SELECT 1 FROM fills', settings: set });
  assert.throws(
    () => settings({ distributed_group_by_no_merge: 1 }),
    /query toy sets distributed_group_by_no_merge/,
  );
  assert.throws(() => settings({ skip_unavailable_shards: 1 }), /query toy sets skip_unavailable_shards/);
  assert.throws(() => declare('SELECT pnl FROM coin_hour FINAL'), /coin_hour with FINAL.*GROUP BY/);
  assert.throws(() => declare('SELECT 1 FROM (SELECT * FROM builder_coin_hour AS b FINAL)'), /with FINAL/);
  assert.throws(
    () => declare('SELECT 1 FROM wallet_day FULL JOIN liquidations USING (wallet)'),
    /a subquery/,
  );
  assert.throws(() => declare('SELECT 1 FROM wallet_day AS d RIGHT JOIN fills USING (wallet)'), /a subquery/);
  assert.throws(() => declare("SELECT 1 FROM cluster('c', tidemark_local.fills)"), /names servers/);
  assert.equal(declare('SELECT coin, sum(pnl) FROM coin_hour GROUP BY coin').name, 'toy');
  assert.equal(declare('SELECT 1 FROM wallet_day FINAL').name, 'toy');
  assert.equal(
    declare('SELECT 1 FROM (SELECT 1 FROM fills) AS a FULL JOIN fills USING (wallet)').name,
    'toy',
  );
});

test('the tables of a query are those of the program, each once', () => {
  const sql =
    'SELECT 1 FROM fills WHERE wallet IN (SELECT wallet FROM fills) AND coin IN (SELECT name FROM system.tables)';
  assert.deepEqual(tablesOf(sql), ['fills']);
  assert.deepEqual(declare(sql).tables, ['fills']);
});

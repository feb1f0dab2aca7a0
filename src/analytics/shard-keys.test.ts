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
    'SELECT 1 FROM wallet_day WHERE wallet IN (SELECT wallet FROM position_hours)',
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

test('the tables of a query are those of the program, each once', () => {
  const sql =
    'SELECT 1 FROM fills WHERE wallet IN (SELECT wallet FROM fills) AND coin IN (SELECT name FROM system.tables)';
  assert.deepEqual(tablesOf(sql), ['fills']);
  assert.deepEqual(declare(sql).tables, ['fills']);
});

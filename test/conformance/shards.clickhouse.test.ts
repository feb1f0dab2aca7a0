import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { openCluster } from '../../src/analytics/cluster/cluster.ts';
import { query } from '../../src/analytics/query.ts';
import { type AnalyticsStore, type ArrowInsert, shardsOf } from '../../src/analytics/store.ts';
import { type ClickHouseCluster, startClickHouseCluster } from '../clickhouse-harness.ts';
import { until } from '../until.ts';

// The whole of the suites runs on two shards in `npm run campaign -- shards`.

const wallets = 40;
const rows = 2_000;

const schema = [
  `CREATE TABLE trade (wallet FixedString(20), n UInt64) ENGINE = MergeTree ORDER BY wallet
    SETTINGS non_replicated_deduplication_window = 100`,
  `CREATE TABLE trade_sums (wallet FixedString(20), trades UInt64, n UInt64) ENGINE = SummingMergeTree ORDER BY wallet
    SETTINGS non_replicated_deduplication_window = 100`,
  `CREATE MATERIALIZED VIEW trade_view TO trade_sums AS
    SELECT wallet, count() AS trades, sum(n) AS n FROM trade GROUP BY wallet`,
  'CREATE TABLE marks (n UInt64) ENGINE = MergeTree ORDER BY n',
];

const text = Type.Object({ text: Type.String() });
const params = (sql: string) =>
  query({ name: 'shards', params: {}, row: text, sql, limits: { deadlineMs: 20_000 } });
const totals = params(`
  SELECT concat(toString((SELECT count() FROM trade)), ' ', toString((SELECT sum(n) FROM trade)), ' ',
    toString(sum(trades)), ' ', toString(sum(n))) AS text FROM trade_sums`);
const whole = `${rows} ${(rows * (rows - 1)) / 2}`;

describe('a store on two shards', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-shards-'));
  let servers: ClickHouseCluster;
  let store: AnalyticsStore;
  const only = async (on: AnalyticsStore, sql: string) => (await on.rows(params(sql), {}))[0]!.text;

  /** Numbers from 0, each the trade of a wallet. */
  function insertOf(token: string): ArrowInsert {
    const file = join(dir, 'rows');
    const values = Buffer.alloc(rows * 28);
    for (let n = 0; n < rows; n++) {
      values[n * 28 + 19] = n % wallets;
      values.writeBigUInt64LE(BigInt(n), n * 28 + 20);
    }
    writeFileSync(file, values);
    return {
      file,
      format: 'RowBinary',
      structure: 'wallet FixedString(20), n UInt64',
      target: 'trade (wallet, n)',
      select: 'wallet, n',
      token,
    };
  }

  before(async () => {
    servers = await startClickHouseCluster();
    const { urls, cluster } = servers;
    // The servers report which address is which shard.
    store = await openCluster({ url: urls.toReversed().join(','), cluster, database: 'toys' });
    for (const statement of schema) await store.command(statement);
  });
  after(async () => {
    await store?.close();
    await servers?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('a repeated insert counts once on each, and in the views there', async () => {
    for (let i = 0; i < 2; i++) await store.insertArrow(insertOf('one'));
    assert.equal(await only(store, totals.sql), `${whole} ${whole}`);
    const shards = shardsOf(store);
    assert.equal(shards.length, 2);
    const held = [];
    for (const shard of shards) {
      const sql = "SELECT concat(toString(count()), ' ', toString(uniqExact(wallet))) AS text FROM";
      held.push((await only(shard, `${sql} trade`)).split(' ').map(Number));
      assert.equal(
        await only(shard, 'SELECT toString(sum(trades)) AS text FROM trade_sums'),
        String(held.at(-1)![0]),
      );
    }
    assert.ok(held.every(([trades]) => trades! > 0));
    assert.equal(held[0]![1]! + held[1]![1]!, wallets, 'a wallet stands on one shard');
  });

  test('a condition on the whole holds for both, and a nested table is read from both', async () => {
    await store.insertArrow({ ...insertOf('two'), onlyIf: '(SELECT count() FROM marks) = 1' });
    assert.equal(await only(store, totals.sql), `${whole} ${whole}`);
    await store.command('INSERT INTO marks SELECT 7');
    // Only 7 belongs to the wallet; the numbers above by 1 are another wallet's, on either shard.
    const nested =
      'SELECT toString(count()) AS text FROM trade WHERE n - 1 IN (SELECT n FROM trade WHERE n IN (SELECT n FROM marks))';
    assert.equal(await only(store, nested), '1');
    assert.equal(
      await only(store, 'SELECT toString(count()) AS text FROM trade AS a JOIN trade AS b ON a.n = b.n + 1'),
      String(rows - 1),
    );
    assert.equal(
      await only(
        store,
        'SELECT toString(max(trades)) AS text FROM (SELECT intDiv(n, 1000) AS k, count() AS trades FROM trade GROUP BY k)',
      ),
      '1000',
    );
  });

  test('while either is gone nothing is answered with the other half, and an insert is finished by its repeat', async () => {
    for (const [shard, token] of ['three', 'four'].entries()) {
      await servers.kill(shard);
      for (const sql of [totals.sql, 'SELECT toString(count()) AS text FROM trade']) {
        const failed = { name: 'AnalyticsError', failure: 'unavailable' };
        await assert.rejects(store.rows(params(sql), {}), failed, `without shard ${shard}`);
      }
      await assert.rejects(store.insertArrow(insertOf(token)), { failure: 'unavailable' });
      await servers.start(shard);
      await until('both are asked again', async () => {
        await servers.revive();
        return store.servers!.states().every(({ state }) => state !== 'down');
      });
      for (let i = 0; i < 2; i++) await store.insertArrow(insertOf(token));
      const times = 2 + shard;
      const sums = `${times * rows} ${(times * rows * (rows - 1)) / 2}`;
      assert.equal(await only(store, totals.sql), `${sums} ${sums}`);
    }
  });

  test('a process starts while a replica is away, and where a shard has none says so', async () => {
    const { urls, cluster, replicas } = servers;
    const url = urls.join(',');
    await servers.kill(0);
    await assert.rejects(openCluster({ url, cluster, database: 'toys' }), {
      failure: 'unavailable',
      message: /^open: no server of shard 1 of cluster tide \(127\.0\.0\.1:\d+\) answers: .*ECONNREFUSED/,
    });
    const twins = await openCluster({ url, cluster: replicas, isReplicated: true, database: 'twins' });
    const [shard, ...others] = shardsOf(twins);
    assert.equal(others.length, 0);
    for (const on of [twins, shard!]) assert.equal(await only(on, "SELECT 'here' AS text"), 'here');
    // A table missing on a shard would have no rows there later.
    const drop = () => shard!.command('DROP TABLE IF EXISTS nothing SYNC');
    await assert.rejects(drop, { failure: 'unavailable', message: /ECONNREFUSED/ });
    await servers.start(0);
    await drop();
    await twins.close();
  });
});

/** Several addresses of one store, on real ClickHouse servers: one dies, one cuts the connection when the work is done, a shard is gone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { toProblem } from '../../src/http/problems/problem-response.ts';
import { listen } from '../../src/kernel/listen.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { freePort } from '../free-port.ts';

const row = Type.Object({ n: Type.String() });
const counted = query({ name: 'counted', params: {}, row, sql: 'SELECT count() AS n FROM kept' });
const viewed = query({ name: 'viewed', params: {}, row, sql: 'SELECT sum(n) AS n FROM kept_sums' });
const running = query({
  name: 'running',
  params: {},
  row,
  sql: `SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = 'long'`,
});
const long = query({
  name: 'long',
  params: {},
  row,
  sql: `SELECT toString(count() + sum(slept)) AS n FROM (SELECT sleepEachRow(0.06) AS slept FROM kept SETTINGS max_block_size = 1)`,
  limits: { deadlineMs: 30_000 },
});

// The same database for the engine: what replicas hold. Each row is in one server only as often as it was put there.
const setUp = (base: string) => [
  `CREATE DATABASE kept UUID '5a7a0e4c-1111-4222-8333-444455556666'`,
  `CREATE TABLE kept.kept (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100`,
  `CREATE TABLE kept.kept_sums (n UInt64) ENGINE = SummingMergeTree ORDER BY tuple() SETTINGS non_replicated_deduplication_window = 100`,
  `CREATE MATERIALIZED VIEW kept.kept_view TO kept.kept_sums AS SELECT count() AS n FROM kept.kept`,
  `INSERT INTO kept.kept SELECT number FROM numbers(${base})`,
];

let servers: ClickHouseServer[];
let dir: string;
let store: AnalyticsStore;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-servers-'));
  servers = await Promise.all([startClickHouse(), startClickHouse()]);
  for (const { url } of servers) {
    for (const body of setUp('40')) {
      const answer = await fetch(url, { method: 'POST', body });
      assert.ok(answer.ok, await answer.text());
    }
  }
});
after(async () => {
  await store?.close();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  rmSync(dir, { recursive: true, force: true });
});

/** A way to a server that lets requests through, and closes when the answer to one that has `word` in it begins. */
async function cuttingEntry(target: string, word: string) {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  const entry = { cuts: 0 };
  const proxy = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    let isMarked = false;
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.on('data', (bytes) => {
      isMarked ||= bytes.includes(word);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isMarked) return void client.write(bytes);
      entry.cuts += 1;
      client.destroy();
    });
  });
  const { authority } = await listen(proxy, '127.0.0.1', 0);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  };
  return Object.assign(entry, { url: `http://${authority}`, close });
}

const n = async (params: typeof counted, from = store) => Number((await from.rows(params, {}))[0]!.n);

test('an insert whose answer is lost goes to the next address and is stored once, in the table and in its view', async () => {
  const [server] = servers;
  const entry = await cuttingEntry(server!.url, 'insert_deduplication_token');
  const split = await openClickHouse({ url: `${entry.url},${server!.url}`, database: 'kept' });
  const file = join(dir, 'rows.bin');
  writeFileSync(file, Buffer.from(new BigUint64Array([1n, 2n, 3n]).buffer));
  const insert = {
    file,
    format: 'RowBinary',
    structure: 'n UInt64',
    target: 'kept (n)',
    select: 'n',
  } as const;
  await split.insertArrow({ ...insert, token: 'a' });
  assert.equal(entry.cuts, 1);
  assert.deepEqual([await n(counted, split), await n(viewed, split)], [43, 43]);
  await split.close();
  entry.close();
});

test('servers that hold other databases are no list', async () => {
  const url = servers.map((server) => server.url).join();
  await assert.rejects(openClickHouse({ url, database: 'apart' }), {
    message: new RegExp(`^${servers[1]!.url} holds other data than ${servers[0]!.url}: `),
  });
});

test('an unreachable shard is an answer of 503 with Retry-After, never the part that is there', async () => {
  const away = `remote('127.0.0.1:${await freePort()}', system.one)`;
  store = await openClickHouse({ url: servers.map(({ url }) => url).join(), database: 'kept' });
  for (const { url } of servers)
    await fetch(url, { method: 'POST', body: `CREATE TABLE kept.away (dummy UInt8) AS ${away}` });
  const sql = 'SELECT toString(count()) AS n FROM (SELECT n FROM kept UNION ALL SELECT dummy FROM away)';
  const error = await store.rows(query({ name: 'whole', params: {}, row, sql }), {}).then(
    () => assert.fail('answered'),
    (failure: unknown) => failure,
  );
  assert.equal((error as { failure: string }).failure, 'unavailable', String(error));
  const { status, retryAfterSeconds, detail } = toProblem(error, 20_000).fields;
  assert.deepEqual([status, retryAfterSeconds], [503, 5]);
  assert.match(detail, /cannot be reached at the moment/);
  assert.deepEqual(
    store.servers!.states().map(({ state }) => state),
    ['used', 'up'],
  );
});

test('a server that is killed under a read leaves it to the next one, and all that come after', async () => {
  const [first] = servers;
  let isDone = false;
  const waiting = store.rows(long, {}).finally(() => {
    isDone = true;
  });
  while (!isDone && (await n(running)) === 0); // waits: a poll, until the read runs on the first server
  assert.ok(!isDone, 'it ended before its server was killed');
  await first!.stop();
  assert.deepEqual(await waiting, [{ n: '40' }]);
  const [down, used] = store.servers!.states();
  assert.deepEqual([down!.state, used!.state], ['down', 'used']);
  assert.equal(await n(counted), 40);
  await assert.rejects(store.command('not a statement'), { failure: 'engine' });
});

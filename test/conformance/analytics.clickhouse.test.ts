import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { until } from '../until.ts';
import { analyticsConformance, storeSizes } from './analytics.ts';

analyticsConformance('ClickHouse', async () => {
  const server = await startClickHouse();
  const { readConnections: read, queueLimit } = storeSizes;
  const connections = { read };
  return {
    open: () => openClickHouse({ url: server.url, database: 'conformance', connections, queueLimit }),
    stop: server.stop,
  };
});

const minuteLong = `SELECT sum(slept) AS n FROM
  (SELECT sleepEachRow(0.1) AS slept FROM numbers(600) SETTINGS max_block_size = 1)`;
const long = query({
  name: 'server.long',
  params: {},
  row: Type.Object({ n: Type.String() }),
  sql: minuteLong,
  limits: { deadlineMs: 60_000 },
});
const one = query({
  name: 'server.one',
  params: {},
  row: Type.Object({ n: Type.Number() }),
  sql: 'SELECT 1 AS n',
});
const running = query({
  name: 'server.running',
  params: { comment: 'String' },
  row: Type.Object({ n: Type.String() }),
  sql: `SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {comment:String}`,
});

describe('a ClickHouse server', () => {
  let server: ClickHouseServer;
  let store: AnalyticsStore;
  before(async () => {
    server = await startClickHouse();
    store = await openClickHouse({ url: server.url, database: 'server' });
  });
  after(async () => {
    await store?.close();
    await server?.stop();
  });

  async function runs(comment: string, count: number): Promise<void> {
    const holds = async () => (await store.rows(running, { comment }))[0]!.n === String(count);
    await until(`${count} × ${comment} runs on the server`, holds);
  }

  test('stops a query whose caller has gone', async () => {
    for (const call of ['rows', 'bytes'] as const) {
      const abort = new AbortController();
      const cancelled = assert.rejects(store[call](long, {}, { signal: abort.signal }), {
        failure: 'cancelled',
      });
      await runs('server.long', 1);
      abort.abort();
      await cancelled;
      await runs('server.long', 0);
    }
  });

  test('stops a command whose caller has gone', async () => {
    const abort = new AbortController();
    const sql = `CREATE TABLE never ENGINE = Memory AS ${minuteLong}`;
    const cancelled = assert.rejects(store.command(sql, { signal: abort.signal }), { failure: 'cancelled' });
    await runs(sql.slice(0, 40), 1);
    abort.abort();
    await cancelled;
    await runs(sql.slice(0, 40), 0);
  });

  test('stops a command that runs over its deadline', async () => {
    const hasty = await openClickHouse({ url: server.url, database: 'server', commandDeadlineMs: 2_000 });
    await assert.rejects(hasty.command(`CREATE TABLE late ENGINE = Memory AS ${minuteLong}`), {
      failure: 'deadline',
    });
    await hasty.close();
  });

  test('of an address that does not answer is unavailable, without the password in the error', async () => {
    const closed = await startClickHouse();
    await closed.stop();
    const url = closed.url.replace('//', '//reader:hunter2@');
    await assert.rejects(openClickHouse({ url }), (error: unknown) => {
      assert.equal((error as { failure?: string }).failure, 'unavailable');
      assert.doesNotMatch(String((error as Error).stack), /hunter2/);
      return true;
    });
  });

  test('is refused when its address holds more than scheme, host, port and login', async () => {
    for (const url of [
      'localhost:8123',
      'tcp://h:9000',
      `${server.url}/db`,
      `${server.url}/?database=x`,
      '',
    ]) {
      await assert.rejects(openClickHouse({ url }), /not a ClickHouse address/, url);
    }
    await assert.rejects(openClickHouse({ url: server.url, database: 'a`; DROP' }), /not a database name/);
  });

  test('that dies under a query makes it unavailable, and later ones as well', async () => {
    const mortal = await startClickHouse();
    const orphan = await openClickHouse({ url: mortal.url, database: 'server' });
    const call = assert.rejects(orphan.rows(long, {}), { failure: 'unavailable', queryName: 'server.long' });
    const seen = async () => (await orphan.rows(running, { comment: 'server.long' }))[0]!.n === '1';
    await until('the query runs', seen);
    await mortal.stop();
    await call;
    await assert.rejects(orphan.rows(one, {}), { failure: 'unavailable' });
    await orphan.close();
  });

  test('of the tests ends with the process that started it, even when that is killed', async () => {
    const harness = new URL('../clickhouse-harness.ts', import.meta.url);
    const script = `import { startClickHouse } from ${JSON.stringify(harness.href)};
      const { url, directory } = await startClickHouse();
      console.log(JSON.stringify({ url, directory })); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    const { url, directory } = JSON.parse(String(line));
    assert.ok((await fetch(`${url}/ping`)).ok);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await until('the server is gone', () =>
      fetch(`${url}/ping`).then(
        () => false,
        () => true,
      ),
    );
    await until('its data is gone', async () => !existsSync(directory));
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { startToys, toyBoard, toys } from '../../test/contract/toys.ts';
import { seedControl } from '../../test/data-template.ts';
import {
  batchesIn,
  eventually,
  filesIn,
  loggedRequests,
  openRequestLogHarness,
  type RequestLogHarness,
  record,
} from '../../test/request-log-harness.ts';
import { query } from '../analytics/query.ts';
import type { ArrowInsert } from '../analytics/store.ts';
import { hashApiKey } from '../control/key-format.ts';
import { openPglite } from '../control/pglite.ts';
import type { ControlStore } from '../control/store.ts';
import { monotonicMs, systemClock } from '../kernel/clock.ts';
import { createAuthenticator } from './authenticate.ts';
import { keepRequestLog } from './request-log-retention.ts';

const nowMs = systemClock.nowMs();
let harness: RequestLogHarness;
let control: ControlStore;

before(async () => {
  harness = await openRequestLogHarness();
  control = await openPglite({ dir: seedControl(join(harness.root, 'control')) });
  await control.migrate();
});
after(async () => {
  await control?.close();
  await harness?.close();
});

test('after close the store holds every request with an accepted key, each field right, and the key nowhere', async () => {
  const { key, accountId } = await control.createKey({ accountName: 'logged', tier: 'free' });
  const { requestLog, dir } = harness.openLog();
  const authenticator = createAuthenticator({
    control,
    clock: systemClock,
    signupUrl: 'https://example.org',
  });
  const { server, url } = await startToys(toys, { authenticator, requestLog });
  const agent = `client/1.0 ${key} ${'x'.repeat(300)}`;
  const ask = async (query: string, method = 'GET', apiKey = key) => {
    const headers = { 'X-API-Key': apiKey, 'User-Agent': agent };
    const answer = await fetch(`${url}${toyBoard.path}${query}`, { method, headers });
    await answer.text();
    return { id: answer.headers.get('x-request-id'), status: answer.status, method };
  };
  const requests = [await ask('?limit=x'), await ask('', 'HEAD')];
  for (let i = 0; i < 30; i++)
    requests.push(...(await Promise.all(Array.from({ length: 10 }, () => ask('')))));
  await ask('', 'GET', `${key}x`);
  await server.close(1_000);
  await requestLog.close();
  authenticator.close();

  const rows = await harness.store.rows(loggedRequests, { account: accountId });
  assert.equal(rows.length, requests.length);
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const { id, status, method } of requests) {
    const row = byId.get(id!)!;
    assert.deepEqual([row.status, row.method], [status, method]);
    assert.deepEqual([row.endpoint, row.ip], [toyBoard.path, '127.0.0.1']);
    assert.equal(row.key_hash, hashApiKey(key));
    assert.match(row.user_agent, /^client\/1\.0 tdm_live_\[redacted\] x+$/);
    assert.ok(row.user_agent.length <= 256);
    assert.ok(row.duration_ms > 0 && row.duration_ms < 60_000);
    assert.ok(Number(row.time_ms) >= nowMs && Number(row.time_ms) <= systemClock.nowMs());
  }
  assert.deepEqual(requestLog.counts, { stored: requests.length, dropped: 0 });
  assert.deepEqual(batchesIn(dir), []);
  const secret = key.slice('tdm_live_'.length);
  assert.ok(!JSON.stringify(rows).includes(secret));
  for (const file of filesIn(harness.root)) assert.ok(!readFileSync(file).includes(secret), file);
});

test('records wait no longer than the interval of a flush, and a batch that is full does not wait for it', async () => {
  const { requestLog } = harness.openLog({ flushMs: 5 });
  requestLog.record(record('waits', 0));
  await eventually(() => requestLog.counts.stored === 1);
  await requestLog.close();
  const { requestLog: unhurried } = harness.openLog({ batchRecords: 10 });
  for (let i = 0; i < 25; i++) unhurried.record(record('fills', i));
  await eventually(() => unhurried.counts.stored === 20);
  await unhurried.close();
  assert.deepEqual([await harness.countOf('waits'), await harness.countOf('fills')], [1, 25]);
  assert.equal((await harness.store.rows(loggedRequests, { account: 'waits' }))[0]!.ip, '192.0.2.7');
});

test('while the store is slow records are kept up to the bound, then dropped, counted and reported', async () => {
  const analytics = harness.heldStore();
  const { requestLog, lines } = harness.openLog({ analytics, batchRecords: 10, maxRecords: 30 });
  for (let i = 0; i < 45; i++) requestLog.record(record('overload', i));
  assert.deepEqual(requestLog.counts, { stored: 0, dropped: 15 });
  await eventually(() => analytics.waiting.length === 1);
  analytics.waiting.pop()!();
  await eventually(() => analytics.waiting.length === 1);
  for (let i = 100; i < 110; i++) requestLog.record(record('overload', i));
  assert.deepEqual(requestLog.counts, { stored: 10, dropped: 15 }, 'there is room again');
  let closed = false;
  const closing = requestLog.close().then(() => {
    closed = true;
  });
  requestLog.record(record('overload', 200));
  await eventually(() => {
    analytics.waiting.pop()?.();
    return closed;
  });
  await closing;
  assert.deepEqual(requestLog.counts, { stored: 40, dropped: 16 });
  assert.equal(await harness.countOf('overload'), 40);
  assert.deepEqual(
    lines.map((line) => line.dropped),
    [16],
  );
});

test('an insert whose outcome is unknown is repeated under its own token, and no row is stored twice', async () => {
  const tokens: string[] = [];
  const insertArrow = async (insert: ArrowInsert): Promise<void> => {
    tokens.push(insert.token);
    if (tokens.length === 2) throw new Error('not begun');
    await harness.store.insertArrow(insert);
    if (tokens.length < 5) throw new Error('answer lost');
  };
  const { requestLog, lines } = harness.openLog({ analytics: { insertArrow } });
  for (let i = 0; i < 50; i++) requestLog.record(record('repeated', i));
  await requestLog.flush();
  for (let i = 50; i < 60; i++) requestLog.record(record('repeated', i));
  await requestLog.close();
  assert.equal(tokens.length, 6);
  assert.equal(new Set(tokens.slice(0, 5)).size, 1);
  assert.notEqual(tokens[5], tokens[0]);
  const rows = await harness.store.rows(loggedRequests, { account: 'repeated' });
  assert.equal(new Set(rows.map((row) => row.request_id)).size, 60);
  assert.equal(rows.length, 60);
  assert.equal(lines.length, 4);
  assert.deepEqual(requestLog.counts, { stored: 60, dropped: 0 });
});

test('a request pays less than a microsecond for its record', async () => {
  const { requestLog } = harness.openLog({ analytics: { insertArrow: async () => undefined } });
  const records = Array.from({ length: 1_000 }, (_, i) => record('cost', i));
  let fastestUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    const startMs = monotonicMs();
    for (const one of records) requestLog.record(one);
    fastestUs = Math.min(fastestUs, monotonicMs() - startMs);
  }
  await requestLog.close();
  assert.deepEqual(requestLog.counts, { stored: 40_000, dropped: 0 });
  assert.ok(fastestUs < 1, `${fastestUs} µs per record`);
});

test('the store keeps the log for the days of the setting, and older days go', async () => {
  const kept = query({
    name: 'kept_days',
    params: {},
    row: Type.Object({ days: Type.String() }),
    sql: "SELECT groupUniqArray(account_id) = ['young'] ? 'young' : 'all' AS days FROM request_log WHERE account_id IN ('young', 'old')",
  });
  await keepRequestLog(harness.store, 90);
  for (const [account, age] of Object.entries({ young: 3, old: 8 })) {
    await harness.store.command(
      `INSERT INTO request_log (time, account_id) SELECT now64(3, 'UTC') - INTERVAL ${age} DAY, '${account}'`,
    );
  }
  assert.deepEqual(await harness.store.rows(kept, {}), [{ days: 'all' }]);
  await keepRequestLog(harness.store, 7);
  await keepRequestLog(harness.store, 7);
  await eventually(async () => (await harness.store.rows(kept, {}))[0]!.days === 'young');
  await keepRequestLog(harness.store, 90);
  await assert.rejects(keepRequestLog(harness.store, 0.5), /whole number/);
});

/** Choice of the server for a statement, and failover. With real servers: test/conformance/servers.clickhouse.test.ts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { Type } from 'typebox';
import { openEntry, type Turn } from '../../test/clickhouse-entry.ts';
import { freePort } from '../../test/free-port.ts';
import { openClickHouse } from './clickhouse.ts';
import { query } from './query.ts';
import type { AnalyticsStore } from './store.ts';

type Entry = Awaited<ReturnType<typeof openEntry>>;

const one = query({
  name: 'one',
  params: {},
  row: Type.Object({ n: Type.Number() }),
  sql: 'SELECT 1 AS n',
  limits: { deadlineMs: 20_000 },
});
const rows = { rows: '[\n{"n":1}\n]\n' };
const dir = mkdtempSync(join(tmpdir(), 'tidemark-entries-'));
const file = join(dir, 'rows');
writeFileSync(file, 'row');
after(() => rmSync(dir, { recursive: true, force: true }));

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function entries(...turns: Turn[]): Promise<Entry[]> {
  const made = await Promise.all(turns.map((turn) => openEntry({ turn })));
  open.push(...made);
  return made;
}

async function storeOf(found: { url: string }[], probes: object = {}): Promise<AnalyticsStore> {
  // Health probes are rare here, so that a test controls when they run.
  const options = { everyMs: 60_000, restMs: 60_000, ...probes };
  const store = await openClickHouse({ url: found.map(({ url }) => url).join(), probes: options });
  open.push(store);
  return store;
}

const insert = (token: string) => ({
  file,
  format: 'RawBLOB' as const,
  structure: 'text String',
  target: 't (text)',
  select: 'text',
  token,
});
const states = (store: AnalyticsStore) => store.servers!.states().map(({ state }) => state);
const back = (store: AnalyticsStore) =>
  new Promise<void>((resolve) => {
    store.servers!.onChange = ({ state }) => state !== 'down' && resolve();
  });

test('a read whose server cuts it off is answered by the next one, and none after it asks the first again', async () => {
  const [first, second] = await entries('cut', rows);
  first!.turn = rows;
  const store = await storeOf([first!, second!]);
  assert.deepEqual(states(store), ['used', 'up']);
  first!.turn = 'cut';
  for (let i = 0; i < 5; i++) assert.deepEqual(await store.rows(one, {}), [{ n: 1 }]);
  assert.deepEqual([first!.asked.length, second!.asked.length], [1, 5]);
  assert.deepEqual(states(store), ['down', 'used']);
  assert.match(store.servers!.states()[0]!.reason!, /socket hang up|ECONNRESET/);
});

test('one that is back is found by a probe and is used again', async () => {
  const [first, second] = await entries(rows, rows);
  const store = await storeOf([first!, second!], { restMs: 5 });
  first!.turn = 'cut';
  await store.rows(one, {});
  const isBack = back(store);
  first!.turn = rows;
  await isBack;
  assert.deepEqual(states(store), ['used', 'up']);
  await store.rows(one, {});
  assert.deepEqual([first!.asked.length, second!.asked.length], [2, 1]);
});

test('while it is down it is probed more and more seldom, whatever is asked meanwhile', async () => {
  const [first, second] = await entries(rows, rows);
  const store = await storeOf([first!, second!], { restMs: 20 });
  first!.turn = 'cut';
  const before = first!.probes;
  const fourth = new Promise<void>((resolve) => {
    first!.onAsked = () => first!.probes === before + 4 && resolve();
  });
  const startedMs = performance.now();
  await store.rows(one, {});
  await fourth;
  // 20, 40, 80 and 160 ms, never more often.
  assert.ok(performance.now() - startedMs >= 290, `${performance.now() - startedMs} ms`);
  await Promise.all(Array.from({ length: 50 }, () => store.rows(one, {})));
  assert.equal(first!.asked.length, 1);
});

test('an insert goes to the next one under the same token; a command that may have begun goes nowhere else', async () => {
  const [first, second] = await entries(rows, rows);
  const store = await storeOf([first!, second!]);
  first!.turn = 'cut';
  await store.insertArrow(insert('batch-7'));
  assert.deepEqual(
    [first!, second!].map(({ asked: requests }) => requests.map(({ token }) => token)),
    [['batch-7'], ['batch-7']],
  );

  const [third, fourth] = await entries(rows, rows);
  const other = await storeOf([third!, fourth!]);
  third!.turn = 'cut';
  await assert.rejects(other.command('ALTER TABLE t DELETE WHERE 1'), { failure: 'unavailable' });
  assert.deepEqual([third!.asked.length, fourth!.asked.length], [1, 0]);
  await other.command('ALTER TABLE t DELETE WHERE 1');
  assert.equal(fourth!.asked.length, 1, 'the next one goes where one answers');
});

test('a command that a closed port never took is run by the next one', async () => {
  const [first, second] = await entries(rows, rows);
  const store = await storeOf([first!, second!]);
  await first!.close();
  await store.command('SYSTEM FLUSH LOGS');
  assert.equal(second!.asked.length, 1);
  assert.deepEqual(states(store), ['down', 'used']);
});

test('where a part of the cluster is out of its reach, a read asks one more, and then says so', async () => {
  const [first, second, third] = await entries({ code: 279 }, rows, rows);
  const store = await storeOf([first!, second!, third!]);
  assert.deepEqual(await store.rows(one, {}), [{ n: 1 }]);
  second!.turn = { code: 279 };
  await assert.rejects(store.rows(one, {}), { failure: 'unavailable', message: /said so/ });
  assert.deepEqual(
    [first!, second!, third!].map(({ asked: requests }) => requests.length),
    [2, 2, 0],
  );
  assert.deepEqual(states(store), ['used', 'up', 'up'], 'each of them answers');
});

test('a statement that is wrong is asked once, and one that is over its deadline too', async () => {
  for (const [code, failure] of [
    [62, 'engine'],
    [159, 'deadline'],
    [241, 'limit'],
  ] as const) {
    const [first, second] = await entries({ code }, rows);
    const store = await storeOf([first!, second!]);
    await assert.rejects(store.rows(one, {}), { failure });
    assert.equal(second!.asked.length, 0);
  }
});

test('a read that waits for a machine without power goes on when a probe finds that out', async () => {
  const [first, second] = await entries(rows, rows);
  const store = await storeOf([first!, second!], { everyMs: 30, patienceMs: 100 });
  first!.turn = 'silent';
  assert.deepEqual(await store.rows(one, {}), [{ n: 1 }]);
  assert.equal(store.servers!.states()[0]!.reason, 'no answer within 100 ms');
  await store.rows(one, {});
  assert.equal(first!.asked.length, 1);
});

test('where none answers, statements fail at once and name all, without passwords; who comes back is used', async () => {
  const [first, second] = await entries(rows, rows);
  const urls = [first!, second!].map(({ url }) => ({ url: url.replace('//', '//reader:hunter2@') }));
  const store = await storeOf(urls, { restMs: 5 });
  for (const entry of [first!, second!]) entry.turn = 'cut';
  await assert.rejects(store.rows(one, {}), { failure: 'unavailable' });
  const named = new RegExp(`no ClickHouse server answers \\(${first!.url}: .+; ${second!.url}: .+\\)`);
  const refused = { failure: 'unavailable', message: named };
  await assert.rejects(store.rows(one, {}), refused);
  await assert.rejects(store.insertArrow(insert('b')), refused);
  assert.deepEqual([first!.asked.length, second!.asked.length], [1, 1], 'nothing was sent');
  assert.deepEqual(states(store), ['down', 'down']);
  const isBack = back(store);
  second!.turn = rows;
  await isBack;
  assert.deepEqual(await store.rows(one, {}), [{ n: 1 }]);
  assert.deepEqual(states(store), ['down', 'used']);
});

test('a start needs one that answers, and none with other data', async () => {
  const closed = { url: `http://127.0.0.1:${await freePort()}` };
  const [first] = await entries(rows);
  const store = await storeOf([closed, first!]);
  assert.deepEqual(states(store), ['down', 'used']);
  await assert.rejects(storeOf([closed, { url: `http://127.0.0.1:${await freePort()}` }]), {
    failure: 'unavailable',
    message: /no ClickHouse server answers .+ECONNREFUSED.+ECONNREFUSED/,
  });
  const stranger = await openEntry({ turn: rows, identity: 'another database' });
  open.push(stranger);
  await assert.rejects(storeOf([first!, stranger]), {
    message: `${stranger.url} holds other data than ${first!.url}: all addresses must belong to one server or cluster`,
  });
});

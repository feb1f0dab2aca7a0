import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { adminCaller, adminToken as token } from '../../../test/admin-harness.ts';
import { notingOperations } from '../../../test/fixtures/contender.ts';
import { ControlError, type ControlFault } from '../../control/control-error.ts';
import { createLog } from '../../kernel/log.ts';
import type { Operations } from '../operations.ts';
import { serveAdmin } from './server.ts';

const closes: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closes) await close();
});

async function open(more: Partial<Operations> = {}) {
  const requests: unknown[] = [];
  let logged = '';
  const to = new Writable({
    write(chunk, _, done) {
      logged += chunk;
      done();
    },
  });
  const time = { elapsedMs: 0 };
  const server = await serveAdmin({
    operations: { ...notingOperations(requests), ...more },
    log: createLog({ level: 'trace', to }),
    token,
    host: '127.0.0.1',
    port: 0,
    metrics: async () => ({ text: 'tidemark_up 1\n', contentType: 'text/plain; version=0.0.4' }),
    elapsedMs: () => time.elapsedMs,
  });
  closes.push(() => server.close(0));
  return { server, asked: requests, time, logged: () => logged, call: adminCaller(server.url) };
}

test('metrics are shown to every holder of the token, as Prometheus reads them', async () => {
  const { server } = await open();
  const scrape = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });
  const scraped = await scrape({ Authorization: `Bearer ${token}` });
  assert.deepEqual(
    [scraped.status, scraped.headers.get('content-type'), await scraped.text()],
    [200, 'text/plain; version=0.0.4', 'tidemark_up 1\n'],
  );
  assert.equal((await scrape({})).status, 401);
});

test('status and keys answer what the operation does, and passes on what it was asked', async () => {
  const { call, asked: requests } = await open();
  const status = await call('GET /admin/v1/status');
  assert.deepEqual([status.status, status.body.pid], [200, process.pid]);
  const listed = await call('GET /admin/v1/keys?account=acme&limit=5');
  assert.equal(listed.status, 200);
  assert.equal(listed.body.keys[0].createdAt, '1970-01-01T00:00:00.000Z');
  const made = await call('POST /admin/v1/keys', {
    body: { account: 'acme', tier: 'pro', mode: 'test', name: 'bot', expiresAt: '2999-01-31T00:00:00Z' },
  });
  assert.deepEqual([made.status, made.body.key, made.body.account], [201, 'tdm_live_secret', 'acme']);
  assert.equal(made.headers['cache-control'], 'no-store');
  const rotated = await call('POST /admin/v1/keys/key_1/rotate', { body: { overlapMs: 60_000 } });
  assert.deepEqual([rotated.status, rotated.body.id], [201, 'key_1_next']);
  const revoked = await call('POST /admin/v1/keys/key_1/revoke');
  assert.deepEqual([revoked.status, revoked.body.status], [200, 'revoked']);
  assert.deepEqual(requests, [
    { account: 'acme', limit: 5 },
    { account: 'acme', tier: 'pro', mode: 'test', name: 'bot', expiresAtMs: Date.UTC(2999, 0, 31) },
    { id: 'key_1', overlapMs: 60_000 },
  ]);
});

test('a body may be left out where nothing in it is required', async () => {
  const { call } = await open();
  assert.equal((await call('POST /admin/v1/keys')).status, 201);
  assert.equal((await call('POST /admin/v1/keys/key_1/rotate', { body: '' })).status, 201);
});

test('all faults of an input are reported at once, with its place, its value and what would be right', async () => {
  const { call, asked: requests } = await open();
  const { status, headers, body } = await call('POST /admin/v1/keys?limt=1', {
    body: { acount: 'x', tier: 'gold', mode: 7, name: '', expiresAt: '2026-02-30T00:00:00Z' },
  });
  assert.equal(status, 400);
  assert.equal(headers['content-type'], 'application/problem+json');
  assert.deepEqual(body.errors, [
    { location: 'query.limt', message: 'is unknown; nothing is taken here' },
    { location: 'body.acount', message: 'is unknown; did you mean account?' },
    { location: 'body.tier', message: 'must be one of free, starter, pro, enterprise', value: 'gold' },
    { location: 'body.mode', message: 'must be one of live, test', value: 7 },
    { location: 'body.name', message: 'must be a text of 1 to 64 characters', value: '' },
    {
      location: 'body.expiresAt',
      message: 'must be an instant of RFC 3339 like 2030-01-31T12:00:00Z',
      value: '2026-02-30T00:00:00Z',
    },
  ]);
  const rotate = await call(`POST /admin/v1/keys/${'k'.repeat(200)}/rotate`, { body: { overlapMs: 1.5 } });
  assert.deepEqual(
    rotate.body.errors.map(({ location }: { location: string }) => location),
    ['path.id', 'body.overlapMs'],
  );
  for (const limit of ['0', '10001', 'x', '1&limit=2']) {
    assert.equal((await call(`GET /admin/v1/keys?limit=${limit}`)).status, 400, limit);
  }
  assert.deepEqual(requests, []);
});

test('a body that is no JSON object, of another type or too long is refused', async () => {
  const { call, asked: requests } = await open();
  for (const body of ['no json', '[]', 'null', '"text"']) {
    const answer = await call('POST /admin/v1/keys', { body });
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.location], [400, 'body'], body);
  }
  const form = { 'content-type': 'text/plain' };
  assert.equal((await call('POST /admin/v1/keys', { body: '{}', headers: form })).status, 415);
  const long = await call('POST /admin/v1/keys', { body: { name: 'x'.repeat(64 * 1024) } });
  assert.deepEqual([long.status, long.body.code], [413, 'BODY_TOO_LARGE']);
  assert.deepEqual(requests, []);
});

test('an unknown path names the routes, a wrong method the right ones', async () => {
  const { call } = await open();
  const unknown = await call('GET /admin/v1/kees');
  assert.equal(unknown.status, 404);
  assert.match(unknown.body.detail, /no GET \/admin\/v1\/kees; there are GET \/admin\/v1\/status/);
  const method = await call('DELETE /admin/v1/keys');
  assert.deepEqual([method.status, method.headers.allow], [405, 'GET, POST, OPTIONS']);
  assert.equal((await call('GET /admin/v1/keys/%zz/revoke')).status, 400);
  const params = await call('OPTIONS /admin/v1/keys');
  assert.deepEqual([params.status, params.headers.allow], [204, 'GET, POST, OPTIONS']);
  assert.equal((await call('OPTIONS /admin/v1/kees')).status, 404);
});

test('requests that are never finished, and several Host headers, keep no caller out', async () => {
  const { server, call } = await open();
  const { hostname, port } = new URL(server.url);
  const slow = [];
  for (let i = 0; i < 70; i++) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /admin/v1/keys HTTP/1.1\r\n');
    slow.push(socket);
  }
  assert.equal((await call('GET /admin/v1/status')).status, 200);
  for (const socket of slow) socket.destroy();
  const twice = connect(Number(port), hostname).setEncoding('latin1');
  const authority = `Authorization: Bearer ${token}`;
  twice.write(
    `GET /admin/v1/status HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${authority}\r\n\r\n`,
  );
  const [answer] = (await once(twice, 'data')) as [string];
  assert.match(answer, /^HTTP\/1\.1 400 /);
  twice.destroy();
});

test('what the store refuses has its own status, and a failure shows nothing of the inside', async () => {
  const cases: [ControlFault, number][] = [
    ['invalid_input', 400],
    ['unknown_key', 404],
    ['inactive_key', 409],
    ['key_limit', 409],
    ['unavailable', 503],
  ];
  for (const [fault, status] of cases) {
    const { call } = await open({
      createKey: async () => Promise.reject(new ControlError(fault, 'what is to be done')),
    });
    const answer = await call('POST /admin/v1/keys');
    assert.deepEqual([answer.status, answer.body.detail], [status, 'what is to be done'], fault);
  }
  const { call, logged } = await open({ status: async () => Promise.reject(new Error('inside')) });
  const failed = await call('GET /admin/v1/status');
  assert.equal(failed.status, 500);
  assert.doesNotMatch(JSON.stringify(failed.body), /inside/);
  assert.match(logged(), /inside/);
  assert.ok(logged().includes(String(failed.headers['x-request-id'])));
});

test('no caller gets through without the token, and nothing is looked for before it', async () => {
  const { call, asked: requests } = await open();
  for (const bearer of [null, 'wrong', `${token}x`, token.slice(1), token.toUpperCase()]) {
    const { status, headers } = await call('POST /admin/v1/nothing', { bearer, body: 'no json' });
    assert.equal(status, 401, String(bearer));
    assert.match(String(headers['www-authenticate']), /^Bearer /);
  }
  const basic = { authorization: `Basic ${token}` };
  assert.equal((await call('GET /admin/v1/keys', { bearer: null, headers: basic })).status, 401);
  assert.deepEqual(requests, []);
});

test('ten wrong tokens a minute are answered per address, then 429; the right one passes all the same', async () => {
  const { call, time } = await open();
  const wrong = () => call('GET /admin/v1/status', { bearer: 'wrong' });
  for (let count = 0; count < 10; count++) assert.equal((await wrong()).status, 401);
  const slowed = await wrong();
  assert.deepEqual([slowed.status, slowed.headers['retry-after']], [429, '6']);
  assert.equal((await call('GET /admin/v1/status')).status, 200);
  time.elapsedMs += 6_000;
  assert.equal((await wrong()).status, 401);
  assert.equal((await wrong()).status, 429);
});

test('a page of somebody else reaches nothing from a browser, with the token neither', async () => {
  const { call, server, asked: requests } = await open();
  const { port } = new URL(server.url);
  const refused: Record<string, string>[] = [
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'rebound.example' },
    { host: `rebound.example:${port}` },
    { host: 'localhost.rebound.example' },
    { host: '127.0.0.1.rebound.example' },
  ];
  for (const headers of refused) {
    const { status, headers: answered } = await call('POST /admin/v1/keys', { headers });
    assert.equal(status, 403, JSON.stringify(headers));
    assert.equal(answered['access-control-allow-origin'], undefined);
  }
  const preflight = { origin: 'http://localhost', 'access-control-request-method': 'POST' };
  assert.equal((await call('OPTIONS /admin/v1/keys', { headers: preflight })).status, 403);
  assert.deepEqual(requests, []);
  for (const host of ['localhost', `LOCALHOST:${port}`, '[::1]:80', '10.0.0.7:1']) {
    assert.equal((await call('GET /admin/v1/status', { headers: { host } })).status, 200, host);
  }
});

test('neither the token nor a key is logged, whatever is sent; each change is', async () => {
  const { call, logged, server } = await open();
  await call('POST /admin/v1/keys', { body: { account: 'acme' } });
  await call(`GET /admin/v1/keys?token=${token}`);
  await call(`GET /admin/v1/${token}`);
  await call('GET /admin/v1/keys', { bearer: `${token}.` });
  await call('GET /admin/v1/keys', { bearer: null, headers: { authorization: `Token ${token}` } });
  await call('POST /admin/v1/keys/tdm_live_abcdef/revoke');
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end(`GET / HTTP/9.9\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket.resume(), 'close');
  assert.match(logged(), /"method":"POST","route":"\/admin\/v1\/keys","status":201,"msg":"admin call"/);
  assert.match(logged(), /admin call refused/);
  assert.ok(!logged().includes(token.slice(0, 16)));
  assert.doesNotMatch(logged(), /tdm_live_(secret|abcdef)/);
});

test('a port that is taken is reported with its remedy, and a closed surface lets go of its port', async () => {
  const { server } = await open();
  const port = Number(new URL(server.url).port);
  const log = createLog({ level: 'silent' });
  const again = () =>
    serveAdmin({
      operations: notingOperations([]),
      log,
      token,
      host: '127.0.0.1',
      port,
    });
  await assert.rejects(again(), /cannot serve the admin surface: .*EADDRINUSE.*TIDEMARK_ADMIN_PORT/);
  await server.close(0);
  await (await again()).close(0);
});

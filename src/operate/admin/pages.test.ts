import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { adminToken as token } from '../../../test/admin-harness.ts';
import { notingOperations } from '../../../test/fixtures/contender.ts';
import { createLog } from '../../kernel/log.ts';
import { findSocket } from '../socket-path.ts';
import { serveOperations } from '../socket-server.ts';
import { readOperatorPages } from './pages.ts';
import { type AdminServer, serveAdmin } from './server.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-operator-'));
const built = join(root, 'dist/operator');
const requests: unknown[] = [];
let logged = '';
let server: AdminServer;
let own: string;

before(async () => {
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(root, 'dist/index.html'), '<!doctype html><title>Public</title>');
  writeFileSync(join(built, 'operator.html'), '<!doctype html><title>Operator</title>');
  writeFileSync(join(built, 'assets/operator-1a2b.js'), 'export const page = 1;');
  writeFileSync(join(built, 'assets/operator-1a2b.js.br'), 'compressed');
  const to = new Writable({
    write(chunk, _, done) {
      logged += chunk;
      done();
    },
  });
  server = await serveAdmin({
    operations: notingOperations(requests),
    log: createLog({ level: 'trace', to }),
    pages: readOperatorPages(built),
    token,
    host: '127.0.0.1',
    port: 0,
  });
  own = new URL(server.url).host;
});
after(async () => {
  await server?.close(0);
  rmSync(root, { recursive: true, force: true });
});

interface Asked {
  headers?: Record<string, string>;
  body?: object;
}

/** Sends a request as a browser might be tricked to: fetch would reject these headers. */
async function ask(line: string, { headers = {}, body }: Asked = {}) {
  const [method, path] = line.split(' ') as [string, string];
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text !== undefined && {
    'content-type': 'application/json',
    'content-length': `${text.length}`,
  };
  const request = httpRequest(`${server.url}${path}`, { method, headers: { ...type, ...headers } });
  request.end(text);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = Buffer.concat(await response.toArray()).toString('utf8');
  return { status: response.statusCode, headers: response.headers, text: answer };
}
const bearer = { authorization: `Bearer ${token}` };

test('the page and its files need no token, and nothing else is without one', async () => {
  const page = await ask('GET /?tab=keys', { headers: { 'sec-fetch-site': 'none' } });
  assert.deepEqual([page.status, page.text], [200, '<!doctype html><title>Operator</title>']);
  const script = await ask('GET /assets/operator-1a2b.js', { headers: { 'sec-fetch-site': 'same-origin' } });
  assert.deepEqual([script.status, script.headers['content-type']], [200, 'text/javascript; charset=utf-8']);
  assert.deepEqual((await ask('HEAD /')).text, '');
  for (const line of [
    'POST /',
    'GET /admin/v1/status',
    'GET /admin/v1/openapi.json',
    'GET /metrics',
    'GET /index.html',
    'GET /operator.html',
    'GET /market',
    'GET /assets/operator-1a2b.js.br',
    'GET /assets/../../index.html',
    'GET /assets/%2e%2e/%2e%2e/index.html',
    'GET //',
  ]) {
    // Ten wrong calls a minute get 401, the others have to wait.
    assert.ok([401, 429].includes((await ask(line)).status!), line);
  }
  assert.equal((await ask('GET /index.html', { headers: bearer })).status, 404);
});

test('no site can frame the page, and it may load nothing of others', async () => {
  const { headers } = await ask('GET /');
  assert.match(headers['content-security-policy'] as string, /default-src 'self'.*frame-ancestors 'none'/);
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['access-control-allow-origin'], undefined);
  const script = await ask('GET /assets/operator-1a2b.js');
  assert.equal(script.headers['cross-origin-resource-policy'], 'same-origin');
});

test('the page itself is answered with the token, and refused without', async () => {
  const same = { host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' };
  const read = await ask('GET /admin/v1/accounts', {
    headers: { host: own, 'sec-fetch-site': 'same-origin', ...bearer },
  });
  assert.equal(read.status, 200);
  const made = await ask('POST /admin/v1/keys', {
    headers: { ...same, ...bearer },
    body: { account: 'desk' },
  });
  assert.deepEqual([made.status, made.headers['access-control-allow-origin']], [201, undefined]);
  assert.deepEqual(requests.splice(0), [{}, { account: 'desk' }]);
  const without = await ask('POST /admin/v1/keys', { headers: same, body: { account: 'desk' } });
  assert.ok([401, 429].includes(without.status!));
  assert.deepEqual(requests, []);
});

test('another page is refused, whatever it sends: pages of other sites and ports, frames, rebound names', async () => {
  const port = new URL(server.url).port;
  const attacks: [what: string, headers: Record<string, string>][] = [
    ['fetch of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, in a browser that sends no site', { origin: 'https://evil.example' }],
    ['an image or a link of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a frame in another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
    ['a page on another port here', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
    ['the same, in a browser that sends no site', { origin: 'http://127.0.0.1:3000' }],
    ['another name of this machine', { origin: `http://localhost:${port}` }],
    ['no port', { origin: 'http://127.0.0.1' }],
    ['a longer port', { origin: `http://${own}1` }],
    ['a name that begins alike', { origin: `http://${own}.evil.example` }],
    ['a user in front', { origin: `http://${own}@evil.example` }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['an unknown site', { 'sec-fetch-site': 'elsewhere' }],
    ['own origin from another site', { origin: `http://${own}`, 'sec-fetch-site': 'cross-site' }],
    ['a rebound name', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
    [
      'a rebound name with its port and origin',
      {
        host: `evil.example:${port}`,
        origin: `http://evil.example:${port}`,
        'sec-fetch-site': 'same-origin',
      },
    ],
  ];
  for (const [what, headers] of attacks) {
    for (const line of ['POST /admin/v1/keys', 'GET /admin/v1/keys', 'GET /metrics', 'GET /']) {
      const answer = await ask(line, { headers: { host: own, ...bearer, ...headers } });
      assert.equal(answer.status, 403, `${what}: ${line}`);
      assert.equal(answer.headers['access-control-allow-origin'], undefined, what);
    }
  }
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const answered = await ask('OPTIONS /admin/v1/keys', { headers: { host: own, ...preflight } });
  assert.deepEqual([answered.status, answered.headers['access-control-allow-headers']], [403, undefined]);
  assert.deepEqual(requests, []);
});

test('the token is in no log, also where somebody puts it into an address', async () => {
  await ask(`GET /?token=${token}`);
  await ask(`GET /${token}`);
  await ask(`GET /admin/v1/keys?token=${token}`, { headers: bearer });
  assert.match(logged, /admin call refused/);
  assert.ok(!logged.includes(token.slice(0, 16)));
});

test('the socket of a data directory serves no pages', async () => {
  const dataDir = join(root, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const socket = await serveOperations({ dataDir, operations: notingOperations(requests) });
  try {
    const request = httpRequest({ socketPath: findSocket(dataDir), path: '/' });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 404);
    response.resume();
  } finally {
    await socket.close();
  }
});

test('where nothing was built there is no page', () => {
  assert.equal(readOperatorPages(join(root, 'none')), undefined);
});

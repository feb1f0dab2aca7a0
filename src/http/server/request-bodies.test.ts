/** Incomplete requests: each has its deadline and its answer, and none blocks another. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startToys, type ToyServer, toyBoard } from '../../../test/contract/toys.ts';
import { type SlowBodyOptions, sendSlowBody } from '../../../test/hostile/slow-bodies.ts';
import { networksOf } from '../../kernel/networks.ts';
import type { ServerOptions } from './server.ts';

const board = '/api/public/v1/toy/board';
const signIn = '/portal/api/auth/sign-in/email';
const json = 'Content-Type: application/json';
const key = 'X-API-Key: key-pro';
const lateMs = 600;
const open: ToyServer[] = [];
let toy: ToyServer;

/** Surfaces that answer every whole body with its length. */
const echo: Pick<ServerOptions, 'portal' | 'agents' | 'webhook'> = {
  portal: { answer: async ({ request }) => Response.json({ bytes: (await request.text()).length }) },
  agents: {
    answer: async (message) => Response.json({ bytes: (await message.text()).length }),
    close: async () => {},
  },
  webhook: { path: '/webhooks/test', maxBodyBytes: 1_024, receive: async () => 'applied' },
};

async function start(limits: ServerOptions['limits'] = {}): Promise<ToyServer> {
  const started = await startToys([toyBoard], {
    ...echo,
    trustedProxies: networksOf('127.0.0.1'),
    limits: { headersTimeoutMs: lateMs / 2, requestTimeoutMs: lateMs, ...limits },
  });
  open.push(started);
  return started;
}

before(async () => {
  toy = await start();
});
after(async () => {
  for (const { server } of open) await server.close(0);
});

const routes = [
  [signIn, [json]],
  ['/mcp', [json, key]],
  ['/webhooks/test', [json]],
] as const;

const slow = (at: ToyServer, more: Partial<SlowBodyOptions> = {}) =>
  sendSlowBody({
    host: at.host,
    port: at.port,
    path: signIn,
    headers: [json, 'Content-Length: 30000'],
    body: '{',
    ...more,
  });

const posted = (at: ToyServer, path: string, headers: Record<string, string> = {}) =>
  fetch(at.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': 'key-pro', ...headers },
    body: '{}',
  });

test('a body that drips, or does not come, is answered with 408 at the deadline, and its socket is gone', async () => {
  const cases = routes.flatMap(([path, headers]) =>
    [
      { length: 1_000, body: '{', dripMs: 50 },
      { length: 5, body: '', dripMs: 0 },
    ].map(async ({ length, ...more }) => {
      const sent = await slow(toy, { path, headers: [...headers, `Content-Length: ${length}`], ...more });
      const { status, lastedMs } = await sent.ended;
      assert.equal(status, 408, `${path} ${length}`);
      assert.ok(lastedMs < 5_000, `${path} ${length}: ${lastedMs} ms`);
    }),
  );
  await Promise.all(cases);
});

test('a body that is no HTTP, or ends too early, is answered with 400 at once, and its socket is gone', async () => {
  const chunked = 'Transfer-Encoding: chunked';
  for (const [path, headers] of routes) {
    for (const [framing, body] of [
      [chunked, 'zz\r\n{}\r\n'],
      [chunked, `2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`],
      [chunked, '2\r\n{}}}}\r\n'],
    ] as const) {
      const { status } = await (await slow(toy, { path, headers: [...headers, framing], body })).ended;
      assert.equal(status, 400, `${path} ${body.slice(0, 20)}`);
    }
    const cut = await slow(toy, { path, headers: [...headers, 'Content-Length: 9'], body: '{' });
    cut.socket.end();
    assert.equal((await cut.ended).status, 400, path);
  }
});

test('a read-only route that answered does not keep the socket of a body that does not come', async () => {
  const sent = await slow(toy, { path: board, headers: [key, 'Content-Length: 5'], body: '' });
  assert.equal((await sent.ended).status, 405);
});

test('OPTIONS says the methods that a route answers', async () => {
  for (const [path, allow] of [
    [board, 'GET, HEAD, OPTIONS'],
    ['/health', 'GET, HEAD, OPTIONS'],
    ['/mcp', 'POST, OPTIONS'],
    ['/webhooks/test', 'POST, OPTIONS'],
  ] as const) {
    const { status, headers } = await fetch(toy.url + path, { method: 'OPTIONS' });
    assert.deepEqual([status, headers.get('allow')], [204, allow], path);
    assert.equal(headers.get('access-control-allow-methods'), allow, path);
    const wrong = await toy.get(path, 'pro');
    if (!allow.startsWith('GET')) assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, allow]);
  }
});

test('unfinished requests are not in flight: every route answers beside more of them than may be', async () => {
  const crowded = await start({ maxInFlight: 4, headersTimeoutMs: 10_000, requestTimeoutMs: 20_000 });
  const sent = [];
  for (const [path, headers] of routes) {
    for (let i = 0; i < 20; i++) {
      sent.push(await slow(crowded, { path, headers: [...headers, 'Content-Length: 1000'], body: '{' }));
    }
  }
  assert.equal((await crowded.get(board)).status, 200);
  assert.equal((await crowded.get('/ready', null)).status, 200);
  assert.match(await (await crowded.get('/metrics')).text(), /tidemark_http_bodies_under_way 60\n/);
  for (const [path] of routes) assert.equal((await posted(crowded, path)).status, 200, path);
  for (const { socket } of sent) socket.destroy();
});

test('beyond the bound of an address, and of all, the oldest unfinished body gets 408 and makes room', async () => {
  const bounded = await start({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 20_000,
    maxBodies: 6,
    maxBodiesPerAddress: 4,
  });
  const from = (address: string) =>
    slow(bounded, { headers: [json, 'Content-Length: 30000', `X-Forwarded-For: ${address}`] });
  const first = await from('192.0.2.1');
  const others = [];
  for (let i = 0; i < 3; i++) others.push(await from('192.0.2.1'));
  const fifth = await from('192.0.2.1');
  assert.equal((await first.ended).status, 408);
  const elsewhere = [await from('192.0.2.2'), await from('192.0.2.3')];
  assert.match(await (await bounded.get('/metrics')).text(), /tidemark_http_bodies_under_way 6\n/);
  // A whole one takes a place for no longer than it is on its way.
  const honest = await posted(bounded, '/webhooks/test', { 'X-Forwarded-For': '192.0.2.4' });
  assert.equal(honest.status, 200);
  assert.equal((await others[0]!.ended).status, 408);
  for (const { socket } of [...others, fifth, ...elsewhere]) socket.destroy();
});

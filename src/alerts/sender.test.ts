import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../kernel/clock.ts';
import { createSender } from './sender.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
interface Got {
  headers: Record<string, string>;
  body: string;
}
let got: Got[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    got.push({ headers: request.headers as Record<string, string>, body });
    answer(request, response);
  });
});
let port: number;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  got = [];
  answer = (_, response) => response.writeHead(204).end();
});

const sending = (url: string, secrets = [secret]) => ({
  id: 'msg_1',
  url,
  secrets,
  nowMs: systemClock.nowMs(),
  body: '{"type":"alert.test","timestamp":"2026-03-14T12:00:00.000Z","data":{"name":"Größe"}}',
});
const anywhere = { policy: { allowsPrivate: true } };
const here = (path = '/') => `http://127.0.0.1:${port}${path}`;

test("the standard's own verifier takes a message by either secret while they are rotated, and no other", async () => {
  assert.deepEqual(await createSender(anywhere)(sending(here(), [secret, older])), { status: 204 });
  const [{ headers, body }] = got as [Got];
  for (const known of [secret, older])
    assert.deepEqual(new Webhook(known).verify(body, headers), JSON.parse(body));
  const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`);
  assert.throws(() => other.verify(body, headers), /signature/i);
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers), /signature/i);
  assert.equal(headers['content-type'], 'application/json');
});

test('a redirect is answered by no second request, wherever it leads', async () => {
  answer = (_, response) => response.writeHead(302, { location: here('/again') }).end();
  assert.deepEqual(await createSender(anywhere)(sending(here())), { status: 302 });
  assert.equal(got.length, 1);
});

test('one that does not answer in time, or ends the connection, or answers nonsense, has failed', async () => {
  const send = createSender({ ...anywhere, timeoutMs: 200 });
  answer = () => undefined;
  assert.deepEqual(await send(sending(here())), { fault: 'no answer within 0.2 s' });
  answer = (request) => request.socket.destroy();
  assert.deepEqual(await send(sending(here())), { fault: 'ECONNRESET' });
  answer = (request) => request.socket.end('200 OK\r\n\r\n');
  assert.deepEqual(await send(sending(here())), { fault: 'HPE_INVALID_CONSTANT' });
  answer = (request) => request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`);
  assert.deepEqual(await send(sending(here())), { fault: 'HPE_HEADER_OVERFLOW' });
});

test('of an answer the status is read and no body, however long it is', async () => {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  answer = (_, response) => {
    response.on('close', () => closed.resolve());
    const go = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', go);
    go();
  };
  assert.deepEqual(await createSender(anywhere)(sending(here())), { status: 200 });
  await closed.promise;
  assert.ok(sent < 100 * 2 ** 20, `${sent} bytes were taken`);
});

test('how long a busy receiver asks to wait is read of its header, in seconds or as a date, or of its body', async () => {
  const send = createSender(anywhere);
  const pending = async (headers: Record<string, string>, body = '') => {
    answer = (_, response) => response.writeHead(429, headers).end(body);
    return send(sending(here()));
  };
  assert.deepEqual(await pending({ 'retry-after': '7' }), { status: 429, retryAfterMs: 7_000 });
  assert.deepEqual(await pending({ 'retry-after': '0.3' }), { status: 429, retryAfterMs: 1_000 });
  assert.deepEqual(await pending({ 'retry-after': '99999999' }), { status: 429, retryAfterMs: 86_400_000 });
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
  const later = 'Wed, 21 Oct 2026 07:29:00 GMT';
  assert.deepEqual(await pending({ date, 'retry-after': later }), { status: 429, retryAfterMs: 60_000 });
  const telegram = '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}';
  assert.deepEqual(await pending({}, telegram), { status: 429, retryAfterMs: 35_000 });
});

test('nothing is connected to at a private address, also where the name led elsewhere a moment ago', async () => {
  let address = '8.8.8.8';
  const requests: string[] = [];
  const send = createSender({
    policy: { allowsPrivate: false },
    timeoutMs: 300,
    async resolve(name) {
      requests.push(name);
      return [{ address, family: 4 }];
    },
  });
  address = '127.0.0.1';
  const refused = await send(sending('http://hooks.example/'));
  assert.match('fault' in refused ? refused.fault : '', /outside the public internet/);
  const literal = await send(sending('http://127.0.0.1/'));
  assert.match('fault' in literal ? literal.fault : '', /outside the public internet/);
  assert.deepEqual(requests, ['hooks.example']);
  assert.deepEqual(got, []);
});

test('a name is resolved once an attempt, and connected to where that led', async () => {
  let looks = 0;
  const send = createSender({
    ...anywhere,
    async resolve() {
      looks += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  assert.deepEqual(await send(sending(`http://hooks.example:${port}/x`)), { status: 204 });
  assert.equal(looks, 1);
  assert.equal(got[0]!.headers.host, `hooks.example:${port}`);
});

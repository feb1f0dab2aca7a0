/** The front of compose as Debian's Caddy runs it, before two processes of which one is not ready. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';

const caddyfile = join(import.meta.dirname, '../../deploy/Caddyfile');
const dir = mkdtempSync(join(tmpdir(), 'tidemark-front-'));
const ready = { one: true, two: false };
const ends: (() => Promise<unknown>)[] = [];
let [httpPort, httpsPort] = [0, 0];

async function startApi(name: keyof typeof ready): Promise<string> {
  const answer: RequestListener = ({ url, headers }, response) => {
    response.statusCode = url === '/ready' && !ready[name] ? 503 : 200;
    if (url === '/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: first\n\n');
      return;
    }
    response.end(JSON.stringify({ name, proto: headers['x-forwarded-proto'], host: headers.host }));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

before(async () => {
  const upstreams = [await startApi('one'), await startApi('two')].join(' ');
  [httpPort, httpsPort] = [await freePort(), await freePort()];
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      XDG_DATA_HOME: dir,
      XDG_CONFIG_HOME: dir,
      HOST_NAME: 'localhost',
      UPSTREAMS: upstreams,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  caddy.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  ends.unshift(async () => {
    const ended = once(caddy, 'exit');
    caddy.kill('SIGTERM');
    await ended;
  });
  await until('caddy serves', async () => {
    assert.equal(caddy.exitCode, null, log);
    return (await ask('/health').catch(() => undefined))?.statusCode === 200;
  });
});
after(async () => {
  for (const end of ends) await end();
  rmSync(dir, { recursive: true, force: true });
});

/** The head of an answer over TLS; its certificate is one of Caddy's own. */
async function ask(path: string): Promise<IncomingMessage> {
  const call = request({
    host: '127.0.0.1',
    servername: 'localhost',
    port: httpsPort,
    path,
    rejectUnauthorized: false,
  });
  call.setHeader('Host', 'localhost').end();
  const [answer] = await once(call, 'response');
  return answer as IncomingMessage;
}

const answered = async (path: string) => JSON.parse(await text(await ask(path)));

test('plain HTTP is sent to HTTPS, and the processes learn that it was HTTPS', async () => {
  const plain = await fetch(`http://localhost:${httpPort}/trader/0x1?tab=costs`, { redirect: 'manual' });
  assert.equal(plain.status, 308);
  assert.match(plain.headers.get('location')!, /^https:\/\/localhost(:\d+)?\/trader\/0x1\?tab=costs$/);
  assert.equal((await answered('/x')).proto, 'https');
});

test('a process that is not ready is left out, also one that was ready before', async () => {
  const names = async () =>
    new Set((await Promise.all(Array.from({ length: 8 }, () => answered('/x')))).map(({ name }) => name));
  await until('only the ready one answers', async () => [...(await names())].join() === 'one');
  Object.assign(ready, { one: false, two: true });
  await until('only the other answers', async () => [...(await names())].join() === 'two');
});

test('an event of a stream is passed on at once, not when the stream ends', async () => {
  const stream = await ask('/stream');
  const [first] = await once(stream, 'data');
  assert.equal(String(first), 'data: first\n\n');
  stream.destroy();
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { startToys, type ToyServer, toyBoard, toyRun } from '../../../test/contract/toys.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { networksOf } from '../../kernel/networks.ts';
import type { ServerLimits } from '../server/server-limits.ts';

const open: Socket[] = [];
const toys: ToyServer[] = [];
// Also after a test that failed: a server left open would keep the process from ending.
after(async () => {
  for (const socket of open) socket.destroy();
  for (const toy of toys) await toy.server.close(0);
});

const board = '/api/public/v1/toy/board';
const bigAnswerBytes = 32 * 2 ** 20;
const big = toyRun('big', () => ({ body: 'x'.repeat(bigAnswerBytes) }));

async function start(
  limits: Partial<ServerLimits>,
  more: Parameters<typeof startToys>[1] = {},
): Promise<ToyServer> {
  const toy = await startToys([toyBoard, big], { limits, ...more });
  toys.push(toy);
  return toy;
}

interface Client {
  socket: Socket;
  received: () => string;
  closed: Promise<unknown>;
}

async function dial(toy: ToyServer): Promise<Client> {
  const socket = connect(toy.port, toy.host);
  open.push(socket);
  let received = '';
  socket.setEncoding('latin1').on('error', () => {});
  socket.on('data', (chunk: string) => {
    if (received.length < 10_000) received += chunk;
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

function ask(client: Client, path: string): void {
  client.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: key-free\r\n\r\n`);
}

/** Asks and waits for the status line. */
async function answered(client: Client, path = board): Promise<string> {
  const before = client.received().length;
  ask(client, path);
  while (client.received().length === before) await once(client.socket, 'data');
  return client.received().slice(before, before + 'HTTP/1.1 200'.length);
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const startMs = monotonicMs();
  while (!(await holds())) {
    assert.ok(monotonicMs() - startMs < 60_000, `not within a minute: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A value of /metrics, read over a separate connection. */
async function metric(toy: ToyServer, name: string): Promise<number> {
  const text = await (await fetch(`${toy.url}/metrics`, { headers: { connection: 'close' } })).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );
}

const droppedFor = (reason: string) => `tidemark_connections_dropped_total{reason="${reason}"}`;

test('an address over its connections is refused with the reason and closed; those it has go on, and one that ends makes room', async () => {
  const toy = await start({ maxConnectionsPerAddress: 3 });
  const clients = [await dial(toy), await dial(toy)];
  for (const client of clients) assert.equal(await answered(client), 'HTTP/1.1 200');
  const third = await dial(toy);
  const refused = await dial(toy);
  await refused.closed;
  assert.match(refused.received(), /^HTTP\/1\.1 503 /);
  assert.match(refused.received(), /Retry-After: 1\r\n/);
  const problem = JSON.parse(refused.received().split('\r\n\r\n')[1]!);
  assert.deepEqual([problem.status, problem.code], [503, 'OVERLOADED']);
  assert.match(problem.detail, /3 connections/);
  for (const client of clients) assert.equal(await answered(client), 'HTTP/1.1 200');
  third.socket.destroy();
  await third.closed;
  await eventually(async () => (await metric(toy, droppedFor('address'))) >= 1);
  const next = await dial(toy);
  assert.equal(await answered(next), 'HTTP/1.1 200');
  await toy.server.close(0);
});

test('a trusted proxy may have any number of connections', async () => {
  const toy = await start({ maxConnectionsPerAddress: 1 }, { trustedProxies: networksOf('127.0.0.0/8') });
  const clients = await Promise.all([dial(toy), dial(toy), dial(toy)]);
  for (const client of clients) assert.equal(await answered(client), 'HTTP/1.1 200');
  assert.equal(await metric(toy, 'tidemark_http_connections'), 4);
  await toy.server.close(0);
});

test('idle connections make room where all are taken, and /health answers', async () => {
  const toy = await start({ maxConnections: 4 });
  const clients = await Promise.all([dial(toy), dial(toy), dial(toy), dial(toy)]);
  await Promise.all(clients.slice(0, 3).map((client) => answered(client)));
  // The fourth came when three were there: those that were idle have gone, or go with the next one.
  const turnedAway = await dial(toy);
  await turnedAway.closed;
  await eventually(async () => {
    const health = await fetch(`${toy.url}/health`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    );
    return health?.status === 200;
  });
  assert.ok((await metric(toy, droppedFor('total'))) >= 1);
  await toy.server.close(0);
});

test('connections that never finish a request make room, the oldest first, and who asks is answered', async () => {
  const toy = await start({ maxConnections: 20, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 });
  const slow: Client[] = [];
  for (let i = 0; i < 30; i++) {
    const client = await dial(toy);
    client.socket.write('GET / HTTP/1.1\r\n');
    slow.push(client);
  }
  await slow[0]!.closed;
  const honest = await dial(toy);
  assert.equal(await answered(honest), 'HTTP/1.1 200');
  assert.ok((await metric(toy, droppedFor('unfinished'))) >= 10);
  await toy.server.close(0);
});

test('a client that never reads its answer is dropped, and one that reads it goes on', async () => {
  // Long enough that a busy machine does not make the reader a slow one too.
  const toy = await start({ takeAnswerMs: 3_000 });
  const reader = await dial(toy);
  const sleeper = await dial(toy);
  sleeper.socket.pause();
  ask(sleeper, '/api/public/v1/toy/big');
  assert.equal(await answered(reader, '/api/public/v1/toy/big'), 'HTTP/1.1 200');
  await eventually(async () => (await metric(toy, droppedFor('slow_reader'))) === 1);
  assert.ok(!reader.socket.destroyed);
  await toy.server.close(0);
});

test('a client that takes a little now and then is dropped all the same', async () => {
  const toy = await start({ takeAnswerMs: 500, idleTimeoutMs: 60_000 });
  const trickle = await dial(toy);
  trickle.socket.pause();
  ask(trickle, '/api/public/v1/toy/big');
  // The slowest reading that still moves: some kilobytes at a time.
  const timer = setInterval(() => trickle.socket.read(1_024), 20);
  await eventually(async () => (await metric(toy, droppedFor('slow_reader'))) === 1);
  clearInterval(timer);
  await toy.server.close(0);
});

test('where too much waits over all clients, who has kept it waiting longest is dropped', async () => {
  const toy = await start({ takeAnswerMs: 3_600_000, maxUnsentBytes: 1.5 * bigAnswerBytes });
  const clients = await Promise.all([dial(toy), dial(toy), dial(toy)]);
  for (const client of clients) {
    client.socket.pause();
    ask(client, '/api/public/v1/toy/big');
  }
  await eventually(async () => (await metric(toy, droppedFor('unsent_bytes'))) >= 1);
  assert.equal(await metric(toy, droppedFor('slow_reader')), 0);
  await toy.server.close(0);
});

test('a connection without a request, and a body that does not come, are cut off', async () => {
  const toy = await start({ headersTimeoutMs: 100, requestTimeoutMs: 200 });
  const [silent, bodyless] = [await dial(toy), await dial(toy)];
  bodyless.socket.write(
    `GET ${board} HTTP/1.1\r\nHost: x\r\nX-API-Key: key-free\r\nContent-Length: 9\r\n\r\n`,
  );
  await Promise.all([silent.closed, bodyless.closed]);
  assert.match(silent.received(), /^(HTTP\/1\.1 408 |$)/);
  await toy.server.close(0);
});

test('a connection kept open without another request is closed', async () => {
  const toy = await start({ keepAliveTimeoutMs: 100 });
  const client = await dial(toy);
  assert.equal(await answered(client), 'HTTP/1.1 200');
  await client.closed;
  await toy.server.close(0);
});

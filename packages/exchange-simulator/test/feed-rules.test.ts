import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterEach, test } from 'node:test';
import { minuteMs, monotonicMs } from '../../../src/kernel/clock.ts';
import { until } from '../../../test/until.ts';
import { faultProfiles } from '../src/faults/fault-rates.ts';
import { connectFeed } from './feed-client.ts';
import { openSimulatedWorld, type WorldOptions } from './simulated-world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: WorldOptions = {}) {
  const world = await openSimulatedWorld({ historyMs: minuteMs, ...options });
  closers.push(world.close);
  const connect = async () => {
    const client = await connectFeed(world.wsUrl);
    closers.push(() => client.socket.terminate());
    return client;
  };
  return { world, connect, client: await connect() };
}

const refusal = async (connect: () => Promise<unknown>): Promise<string> =>
  connect().then(
    () => 'connected',
    (error: Error) => error.message,
  );

test('refusals are sent in the words of the exchange, and the connection goes on', async () => {
  const { client } = await open();
  const book = { type: 'l2Book', coin: 'BTC' };
  const said: [message: unknown, error: string][] = [
    [
      { method: 'subscribe', subscription: book },
      'Already subscribed: {"type":"l2Book","coin":"BTC","nSigFigs":null,"mantissa":null,"fast":false}',
    ],
    [
      { method: 'unsubscribe', subscription: { type: 'trades', coin: 'BTC' } },
      'Already unsubscribed: {"type":"trades","coin":"BTC"}',
    ],
    [
      { method: 'subscribe', subscription: { type: 'trades', coin: 'NOPE' } },
      'Invalid subscription {"type":"trades","coin":"NOPE"}',
    ],
    ...[
      { method: 'subscribe', subscription: { type: 'liquidations' } },
      { method: 'subscribe', subscription: { type: 'trades', coin: ['BTC', 'ETH'] } },
      { method: 'subscribe', subscription: { type: 'candle', coin: 'BTC', interval: '2m' } },
      { method: 'subscribe', subscription: { type: 'userFills', user: '0x1' } },
      { method: 'subscribe' },
      { method: 'sing' },
      null,
      'no JSON {',
    ].map((message): [unknown, string] => [
      message,
      `Error parsing JSON into valid websocket request: ${typeof message === 'string' ? message : JSON.stringify(message)}`,
    ]),
  ];
  client.subscribe(book);
  await client.answers();
  for (const [message, error] of said) {
    client.say(message);
    assert.deepEqual(await client.answers(), [{ channel: 'error', data: error }]);
  }
});

test('requests of the REST API can be posted, and count into the same weight', async () => {
  const { client } = await open({ weightPerMinute: 25 });
  const post = (id: unknown, payload: unknown) =>
    client.say({ method: 'post', id, request: { type: 'info', payload } });
  post(1, { type: 'l2Book', coin: 'BTC' });
  post(2, { type: 'perpDexs' });
  post(3, { type: 'perpDexs' });
  post(4, { type: 'sing' });
  post('5', { type: 'perpDexs' });
  const answers = await client.answers();
  const [book, dexes, refused, unknown] = answers.map(({ data }) => data.response);
  assert.deepEqual(
    answers.map(({ channel, data }) => [channel, data.id]),
    [...[1, 2, 3, 4].map((id) => ['post', id]), ['error', undefined]],
  );
  assert.equal(book.payload.type, 'l2Book');
  assert.equal(book.payload.data.coin, 'BTC');
  assert.equal(dexes.payload.data[0], null);
  assert.equal(refused.type, 'error');
  assert.match(refused.payload, /^429/);
  assert.match(unknown.payload, /^422: Failed to deserialize/);
});

test('after the end of a subscription nothing of it comes, and it can begin again', async () => {
  const { world, client } = await open({ fillsPerSecond: 20 });
  const subscription = { type: 'trades', coin: 'BTC' };
  client.subscribe(subscription);
  client.say({ method: 'unsubscribe', subscription });
  const [, ...answers] = await client.answers();
  assert.deepEqual(answers.at(-1), {
    channel: 'subscriptionResponse',
    data: { method: 'unsubscribe', subscription },
  });
  world.advance(minuteMs);
  assert.deepEqual(await client.answers(), []);
  client.subscribe(subscription);
  await client.answers();
  world.advance(minuteMs);
  assert.ok((await client.answers()).length > 0);
});

test('a client that goes away while its connection is refused takes no other client with it', async () => {
  const { world, client } = await open({ feed: { limits: { newConnections: 1 } } });
  const { hostname, port } = new URL(world.wsUrl);
  for (const path of ['/ws', '/elsewhere']) {
    for (let attempt = 0; attempt < 30; attempt++) {
      const socket = connectTcp(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
      setImmediate(() => socket.resetAndDestroy());
      await once(socket, 'close');
    }
  }
  assert.deepEqual(await client.answers(), [], 'its own ping is answered');
});

test("over its limits an address gets the exchange's refusals, and room again by leaving", async () => {
  const { world, client, connect } = await open({
    feed: { limits: { connections: 2, subscriptions: 4, users: 2, newConnections: 5 } },
  });
  const user = (n: number) => ({ type: 'userFills', user: `0x${`${n}`.padStart(40, '0')}` });
  const second = await connect();
  assert.match(await refusal(connect), /429/);
  client.subscribe(user(1));
  second.subscribe(user(2));
  await second.answers();
  await client.answers();
  client.subscribe(user(3));
  assert.deepEqual(await client.answers(), [
    { channel: 'error', data: 'Cannot track more than 2 total users.' },
  ]);
  for (const coin of ['BTC', 'ETH', 'SOL']) client.subscribe({ type: 'bbo', coin });
  assert.equal((await client.answers()).at(-1)!.data, 'Cannot subscribe to more than 4 channels.');
  second.socket.close();
  await until('the end of the second', () => world.feed.connections === 1);
  const third = await connect();
  third.subscribe(user(3));
  assert.equal((await third.answers())[0]!.channel, 'subscriptionResponse');
  third.socket.close();
  await until('the end of the third', () => world.feed.connections === 1);
  await connect();
  assert.match(await refusal(connect), /429/, 'six in a minute');
});

test('messages over the minute are refused', async () => {
  const { client } = await open({ feed: { limits: { messages: 3 } } });
  for (let i = 0; i < 4; i++) client.say({ method: 'ping' });
  await until('four answers', () => client.messages.length === 4);
  assert.equal(client.of('pong').length, 3);
  assert.equal(client.of('error')[0]!.data, 'Cannot send more than 3 messages per minute.');
});

test('a connection to which nothing was sent is closed without a word; a ping keeps it', async () => {
  const silenceMs = 1_500;
  const { connect } = await open({ feed: { silenceMs } });
  const [silent, pinging] = [await connect(), await connect()];
  const startMs = monotonicMs();
  const pings = setInterval(() => pinging.say({ method: 'ping' }), 50);
  closers.push(() => clearInterval(pings));
  assert.equal(await silent.closed, 1006);
  assert.ok(monotonicMs() - startMs > silenceMs / 2);
  assert.equal(pinging.socket.readyState, pinging.socket.OPEN);
});

test('a half-open connection says nothing and is not closed, however long it is silent', async () => {
  const { frames } = faultProfiles.none;
  const { world, connect } = await open({
    faults: { ...faultProfiles.none, frames: { ...frames, halfOpen: 1 } },
    feed: { silenceMs: 1_000 },
  });
  const halfOpen = await connect();
  halfOpen.subscribe({ type: 'l2Book', coin: 'BTC' });
  await until('the last frame', () => halfOpen.of('l2Book').length === 1);
  const silent = await connect();
  world.advance(minuteMs);
  halfOpen.say({ method: 'ping' });
  await silent.closed;
  assert.equal(halfOpen.messages.length, 2);
  assert.equal(halfOpen.socket.readyState, halfOpen.socket.OPEN);
});

test('a client that does not read is cut off before it fills the memory', async () => {
  const { world, client } = await open({ fillsPerSecond: 0.1, feed: { unreadBytesLimit: 1 << 16 } });
  client.subscribe({ type: 'allDexsAssetCtxs' });
  await client.answers();
  client.socket.pause();
  let turns = 0;
  await until('the end of the connection', () => {
    turns += 1;
    world.advance(10 * minuteMs);
    return world.feed.connections === 0;
  });
  assert.ok(turns > 1);
});

/** Bounds of streams are settings: of an account, of all accounts, and of what one client may send. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConfigError, loadConfig } from '../../src/config/config.ts';
import { walletOf } from '../source-fills.ts';
import { openStreamWorld, type StreamWorld } from './stream-world.ts';

let world: StreamWorld;
before(async () => {
  const settings = {
    TIDEMARK_STREAM_CONNECTIONS: 'free=2,pro=3',
    TIDEMARK_STREAM_SUBSCRIPTIONS: 'free=3,pro=9',
    TIDEMARK_MAX_CONNECTIONS: '8',
  };
  world = await openStreamWorld([], {}, settings, { limits: { maxSubscriptions: 5, messagesPerSecond: 3 } });
});
after(() => world.close());

const sub = (wallet: number) => ({
  method: 'subscribe',
  subscription: { type: 'tradesByUser', user: walletOf(wallet) },
});

test('streams of an account and of all, and subscriptions of a stream and of all, have the bounds that settings give', async () => {
  const [free] = [await world.connect('key-free-a'), await world.connect('key-free-a')];
  assert.deepEqual(free.got[0]!.data.limits.connections, 2);
  assert.deepEqual(await world.connectAll(['key-free-a', 'key-starter-a']), [429, 429]);
  const own = '/api/public/v1/stream';
  const [pro] = [await world.connect('key-pro-b', own), await world.connect('key-pro-b')];
  assert.deepEqual(await world.connectAll(['key-pro-b', 'nonsense']), [503, 503]);
  for (const wallet of [1, 2, 3]) assert.equal((await free.ask(sub(wallet))).channel, 'subscriptionResponse');
  assert.equal((await free.ask(sub(4))).data, 'too many subscriptions');
  const figures = { method: 'subscribe', subscription: { type: 'positions', user: walletOf(1) } };
  for (const params of [sub(1), figures])
    assert.equal((await pro.ask(params)).channel, 'subscriptionResponse');
  assert.equal((await pro.ask(sub(3))).data, 'server at subscription capacity');
  free.close();
  await free.ended();
  assert.equal((await pro.ask(sub(3))).channel, 'subscriptionResponse');
});

test('a client that sends more than it may is cut off, and its place is free again', async () => {
  const client = await world.connect('key-pro-b');
  for (let i = 0; i < 31; i++) client.send({ method: 'ping' });
  assert.deepEqual(await client.ended(), [1008, 'too many messages']);
  const next = await world.connect('key-pro-b');
  next.close();
});

test('numbers by tier have one form, and a fault names the setting', () => {
  for (const text of ['free', 'free=', 'free=1,', 'gold=1', 'free=-1', 'free=1;pro=2'])
    assert.throws(
      () => loadConfig({}, { TIDEMARK_STREAM_CONNECTIONS: text }),
      (error) => error instanceof ConfigError && error.faults[0]!.location === 'TIDEMARK_STREAM_CONNECTIONS',
      text,
    );
});

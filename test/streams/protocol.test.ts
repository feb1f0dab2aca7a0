/** The protocol of streams, as the service whose clients it takes has published it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { nowMs, openStreamWorld, type StreamWorld } from './stream-world.ts';

let world: StreamWorld;
let tid = 1_000;
before(async () => {
  world = await openStreamWorld([draft(1, 'BTC', -60_000)]);
});
after(() => world.close());

function draft(wallet: number, coin: string, offsetMs: number, more: Partial<FillDraft> = {}): FillDraft {
  tid += 1;
  return {
    wallet: walletOf(wallet),
    coin,
    time: nowMs + offsetMs,
    px: '100',
    sz: '1.5',
    tid,
    oid: tid,
    ...more,
  };
}

const trades = { type: 'tradesByCoin', coin: 'BTC' };

test('a connection says first what it may do', async () => {
  const free = await world.connect('key-free-a');
  assert.deepEqual(free.got[0], {
    channel: 'connected',
    data: {
      tier: 'free',
      limits: {
        connections: 1,
        subscriptions: 2,
        feeds: ['tradesByUser', 'tradesByCoin', 'twapSliceFillsByUser', 'candle', 'bbo', 'allMids'],
      },
    },
  });
  const pro = await world.connect('key-pro-aa', '/stream');
  assert.ok(pro.got[0]!.data.limits.feeds.includes('liquidationsByUsers'));
  free.close();
  pro.close();
});

test('subscriptions are acknowledged verbatim, the same one once, and end when asked', async () => {
  const client = await world.connect('key-free-b', '/');
  const spelt = { type: 'tradesByCoin', coin: 'btc' };
  const first = await client.ask({ method: 'subscribe', subscription: spelt });
  assert.deepEqual(first.data.subscription, spelt);
  assert.match(first.data.id, /^[0-9a-f]{16}$/);
  const second = await client.ask({ method: 'subscribe', subscription: trades });
  assert.deepEqual([second.data.id, second.data.method], [first.data.id, 'subscribe']);
  await world.add([draft(1, 'BTC', 0), draft(2, 'BTC', 0), draft(1, 'ETH', 0)]);
  const [message] = await client.wait('tradesByCoin', 1);
  assert.deepEqual(Object.keys(message!), ['channel', 'seq', 'data']);
  assert.deepEqual(
    message!.data.map(([wallet, fill]: [string, { coin: string; px: string; sz: string }]) => [
      wallet,
      fill.coin,
      fill.px,
      fill.sz,
    ]),
    [
      [walletOf(1), 'BTC', '100.0', '1.5'],
      [walletOf(2), 'BTC', '100.0', '1.5'],
    ],
  );
  assert.deepEqual(await client.ask({ method: 'ping' }), { channel: 'pong' });
  const end = await client.ask({ method: 'unsubscribe', subscription: trades });
  assert.deepEqual([end.data.method, end.data.id], ['unsubscribe', first.data.id]);
  await world.add([draft(1, 'BTC', 1)]);
  await client.ask({ method: 'subscribe', subscription: { type: 'tradesByUser', user: walletOf(3) } });
  await world.add([draft(3, 'BTC', 2)]);
  await client.wait('tradesByUser', 1);
  assert.equal(client.got.filter(({ channel }) => channel === 'tradesByCoin').length, 1);
  client.close();
});

test('what cannot be is refused in the words of the protocol, and the connection stays', async () => {
  const client = await world.connect('key-pro-c');
  const users = Array.from({ length: 1_001 }, (_, i) => walletOf(i));
  const wrong: [unknown, string][] = [
    ['{', 'bad request'],
    [[], 'bad request'],
    [{ method: 'jump' }, 'unknown method'],
    [{ method: 'subscribe' }, 'bad request'],
    [sub({ type: 'weather' }), 'unknown subscription type'],
    [sub({ type: 'toString' }), 'unknown subscription type'],
    [sub({ type: 'l4Book', coin: 'BTC' }), 'feed not available from this source'],
    [sub({ ...trades, colour: 'red' }), 'unknown argument colour'],
    [sub({ ...trades, cursor: 'x' }), 'unknown argument cursor'],
    [sub({ type: 'tradesByCoin' }), 'missing argument coin'],
    [sub({ type: 'tradesByCoin', coin: '' }), 'empty argument coin'],
    [sub({ type: 'tradesByCoin', coin: 7 }), 'invalid argument coin'],
    [sub({ type: 'tradesByCoin', coin: 'NOSUCH' }), 'unknown coin'],
    [sub({ type: 'bbo', coin: 'btc' }), 'unknown coin'],
    [sub({ type: 'bbo', coin: 'BTC' }), 'quote book warming up'],
    [sub({ type: 'candle', coin: 'BTC' }), 'missing argument interval'],
    [sub({ type: 'candle', coin: 'BTC', interval: '1M ' }), 'invalid argument interval'],
    [sub({ type: 'candle', coin: 'BTC', interval: '' }), 'empty argument interval'],
    [sub({ type: 'candle', coin: 'BTC', interval: '1h', source: 'bid' }), 'invalid argument source'],
    [sub({ type: 'allCandles', coin: 'BTC', interval: '1h' }), 'unknown argument coin'],
    [sub({ type: 'bbo', coin: 'BTC', sequence: 5 }), 'sequence is not retained'],
    [sub({ type: 'tradesByUser', user: '0x12' }), 'invalid argument user'],
    [sub({ type: 'tradesByUsers', users: [] }), 'empty argument users'],
    [sub({ type: 'tradesByUsers', users }), 'too many values for argument users'],
    [sub({ ...trades, sequence: -1 }), 'invalid sequence'],
    [sub({ ...trades, sequence: '5' }), 'invalid sequence'],
    [sub({ ...trades, snapshot: 'no' }), 'invalid snapshot'],
    [sub({ ...trades, sequence: 5, snapshot: false }), 'sequence and snapshot cannot be combined'],
    [sub({ ...trades, sequence: 2 ** 52 }), 'sequence is not retained'],
    [{ method: 'unsubscribe', subscription: trades }, 'subscription not active'],
  ];
  for (const [message, error] of wrong)
    assert.deepEqual(await client.ask(message), { channel: 'error', data: error });
  const free = await world.connect('key-free-cc');
  assert.equal((await free.ask(sub({ type: 'trades' }))).data, 'feed not in tier');
  for (const wallet of [1, 2]) await free.ask(sub({ type: 'tradesByUser', user: walletOf(wallet) }));
  assert.equal((await free.ask(sub(trades))).data, 'too many subscriptions');
  client.close();
  free.close();
});

test('every message behind a sequence comes again, in order, and then what is new', async () => {
  const client = await world.connect('key-starter-d');
  await client.ask(sub({ type: 'trades' }));
  for (let i = 0; i < 5; i++) await world.add([draft(5, 'SOL', 100 + i * 2), draft(6, 'SOL', 101 + i * 2)]);
  const all = await client.wait('trades', 10);
  client.close();
  await client.ended();
  const again = await world.connect('key-starter-d');
  const from = all[3]!.seq;
  await again.ask(sub({ type: 'trades', sequence: from }));
  const missed = await again.wait('trades', 6);
  assert.deepEqual(missed, all.slice(4));
  await world.add([draft(5, 'SOL', 200)]);
  const seven = await again.wait('trades', 7);
  assert.ok(seven[6]!.seq > seven[5]!.seq);
  again.close();
});

test('who may connect: a header decides alone, browsers name the key among the protocols, accounts have a bound', async () => {
  const refusedWith = (options: { headers?: Record<string, string> }) =>
    new Promise<[number, string]>((resolve) => {
      const { socket } = world.open('/ws', [], options);
      socket.on('unexpected-response', (_, response) => {
        response
          .setEncoding('utf8')
          .once('data', (text) => resolve([response.statusCode!, String(text).trim()]));
      });
    });
  const unauthorized = [401, 'invalid or missing bearer token'];
  assert.deepEqual(await refusedWith({}), unauthorized);
  assert.deepEqual(await refusedWith({ headers: { Authorization: 'Bearer nonsense' } }), unauthorized);
  assert.deepEqual(
    await refusedWith({ headers: { Authorization: 'Basic x', 'X-API-Key': 'key-pro-e' } }),
    unauthorized,
  );
  const first = world.open('/ws', [], { headers: { 'X-API-Key': 'key-free-e' } });
  await first.wait('connected', 1);
  assert.deepEqual(await refusedWith({ headers: { 'X-API-Key': 'key-free-e' } }), [
    429,
    'too many connections',
  ]);
  const browser = world.open('/ws', ['bearer', 'key-pro-ee']);
  await browser.wait('connected', 1);
  assert.equal(browser.socket.protocol, 'bearer');
  assert.deepEqual(await world.open('/ws', ['bearer', 'nonsense']).ended(), [4401, unauthorized[1]]);
  assert.deepEqual(await world.open('/ws', ['bearer', 'key-free-e']).ended(), [4429, 'too many connections']);
  first.close();
  await first.ended();
  const next = world.open('/ws', ['bearer', 'key-free-e']);
  await next.wait('connected', 1);
  world.authenticator.refused.add('key-free-e');
  assert.deepEqual(await next.ended(), [4401, unauthorized[1]]);
  const plain = await fetch(`${world.url}/ws`, { headers: { 'X-API-Key': 'key-pro-e' } });
  assert.equal(plain.status, 404);
  browser.close();
});

test('liquidations come once a trade, with who took over where it was no trade with the market', async () => {
  const client = await world.connect('key-pro-f');
  await client.ask(sub({ type: 'liquidations' }));
  await client.ask(sub({ type: 'liquidationsByUser', user: walletOf(8) }));
  const liquidation = { liquidatedUser: walletOf(7), markPx: '99.5', method: 'backstop' };
  const both = draft(7, 'BTC', 300, {
    side: 'A',
    dir: 'Liquidated Isolated Long',
    closedPnl: '-5',
    liquidation,
  });
  await world.add([both, { ...both, wallet: walletOf(8), side: 'B', dir: 'Open Long', closedPnl: '0' }]);
  const [message] = await client.wait('liquidations', 1);
  assert.equal(message!.data.length, 1);
  const { hash, ...event } = message!.data[0];
  assert.deepEqual(event, {
    time: nowMs + 300,
    liquidatedUser: walletOf(7),
    liquidator: walletOf(8),
    coin: 'BTC',
    side: 'A',
    px: '100.0',
    sz: '1.5',
    markPx: '99.5',
    method: 'backstop',
    tid: both.tid,
    closedPnl: '-5.0',
  });
  assert.equal(client.got.filter(({ channel }) => channel === 'liquidationsByUser').length, 0);
  client.close();
});

test('of states the newest comes first and then each newer one, or that alone without a snapshot', async () => {
  const book = (timeMs: number, px: string) => ({
    kind: 'book' as const,
    state: { coin: 'BTC', timeMs, observedAtMs: timeMs, bids: [{ px, sz: '2', orders: 3 }], asks: [] },
  });
  world.memory.take([book(nowMs, '99')]);
  const client = await world.connect('key-starter-g');
  const other = await world.connect('key-starter-h', '/api/public/v1/stream');
  await client.ask(sub({ type: 'bbo', coin: 'BTC' }));
  await other.ask(sub({ type: 'l2Book', coin: 'BTC', snapshot: false }));
  assert.deepEqual(await client.wait('bbo', 1), [
    {
      channel: 'bbo',
      seq: nowMs,
      data: { coin: 'BTC', time: nowMs, bbo: [{ px: '99', sz: '2', n: 3 }, null] },
    },
  ]);
  world.memory.take([book(nowMs + 5, '98')]);
  const [, second] = await client.wait('bbo', 2);
  assert.deepEqual([second!.seq, second!.data.bbo[0].px], [nowMs + 5, '98']);
  const [first] = await other.wait('l2Book', 1);
  assert.deepEqual([first!.seq, first!.data.levels], [nowMs + 5, [[{ px: '98', sz: '2', n: 3 }], []]]);
  const context = {
    coin: 'ETH',
    dex: '',
    observedAtMs: nowMs + 7,
    markPx: '10',
    prevDayPx: '9',
    dayNotional: '1',
  };
  world.memory.take([{ kind: 'context', state: { ...context, midPx: '10.5', oraclePx: '10' } }]);
  await client.ask(sub({ type: 'allMids' }));
  const [mids] = await client.wait('allMids', 1);
  assert.deepEqual([mids!.seq, mids!.data], [nowMs + 7, { time: nowMs + 7, mids: { ETH: '10.5' } }]);
  client.close();
  other.close();
});

function sub(subscription: object) {
  return { method: 'subscribe', subscription };
}

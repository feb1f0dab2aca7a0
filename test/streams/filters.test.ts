/** This service's filters of event feeds, through the real server: matching events, live and replayed, and refused filters. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { walletOf } from '../source-fills.ts';
import {
  draft,
  type Message,
  openStreamWorld,
  type StreamClient,
  type StreamWorld,
  sub,
  tidsOf,
  tradesOf,
} from './stream-world.ts';

const path = '/api/public/v1/stream';
const rich = 90_001;
let world: StreamWorld;
before(async () => {
  world = await openStreamWorld([
    draft(1, -60_000),
    draft(1, -55_000, { coin: 'ETH' }),
    // All-time profit of a million: the best cohort by profit.
    draft(rich, -50_000, { side: 'A', dir: 'Close Long', closedPnl: '1500000', startPosition: '1.5' }),
  ]);
});
after(() => world.close());

const ten = Array.from({ length: 10_000 }, (_, i) => walletOf(20_000 + i));

test('each filter lets pass what it names and nothing else, live and from the store', async () => {
  const quiet = await world.connect('key-pro-a', path);
  const start = await quiet.ask(sub({ type: 'trades' }));
  assert.equal(start.channel, 'subscriptionResponse');
  await world.add([draft(1, 0)]);
  const [{ cursor }] = (await quiet.wait('trades', 1)) as [Message];
  const fills = [
    draft(1, 100),
    draft(20_003, 101, { coin: 'ETH', side: 'A' }),
    draft(29_999, 102, { coin: 'xyz:GOLD', px: '1000.1', sz: '100' }),
    draft(rich, 103, { px: '1000', sz: '100' }),
    draft(2, 104, { coin: '@107', px: '999.99', sz: '100' }),
  ];
  const filters: [object, number[]][] = [
    [{ wallets: ten }, [1, 2]],
    [{ wallets: [walletOf(rich).toUpperCase().replace('0X', '0x'), walletOf(1)] }, [0, 3]],
    [{ coins: ['eth', 'BTC'] }, [0, 1, 3]],
    [{ side: 'sell' }, [1]],
    [{ side: 'B', coins: ['btc'] }, [0, 3]],
    [{ dex: 'hl' }, [0, 1, 3]],
    [{ dex: 'XYZ' }, [2]],
    [{ minNotionalUsd: 100_000 }, [2, 3]],
    [{ minNotionalUsd: '99999.5' }, [2, 3]],
    [{ minNotionalUsd: '99999' }, [2, 3, 4]],
    [{ cohort: 'money_printer' }, [3]],
    [{ cohort: 'apex', minNotionalUsd: 1e9 }, []],
  ];
  const clients: StreamClient[] = [];
  for (const [i, [filter]] of filters.entries()) {
    const client = await world.connect(`key-pro-live${i}`, path);
    const params = { type: 'trades', ...filter };
    assert.deepEqual((await client.ask(sub(params))).data.subscription, params);
    clients.push(client);
  }
  await world.add(fills);
  await quiet.wait('trades', 6);
  for (const [i, [filter, expected]] of filters.entries()) {
    const later = await world.connect(`key-pro-later${i}`, path);
    await later.ask(sub({ type: 'trades', ...filter, cursor }));
    await later.wait('caughtUp', 1);
    const wanted = expected.map((of) => fills[of]!.tid);
    for (const client of [clients[i]!, later]) {
      assert.deepEqual(tidsOf(tradesOf(client)), wanted, JSON.stringify(filter).slice(0, 80));
      client.close();
    }
  }
  quiet.close();
});

test('a filter that cannot be is refused by the name of its argument, and the plain protocol has none', async () => {
  const client = await world.connect('key-pro-b', path);
  const wrong: [object, string][] = [
    [{ wallets: [...ten, walletOf(1)] }, 'too many values for argument wallets'],
    [{ wallets: [] }, 'empty argument wallets'],
    [{ wallets: walletOf(1) }, 'invalid argument wallets'],
    [{ wallets: [walletOf(1), '0x12'] }, 'invalid argument wallets'],
    [{ coins: ['BTC', 'NOSUCH'] }, 'unknown coin'],
    [{ coins: [7] }, 'invalid argument coins'],
    [{ side: 'long' }, 'invalid argument side'],
    [{ dex: '' }, 'empty argument dex'],
    [{ minNotionalUsd: -1 }, 'invalid argument minNotionalUsd'],
    [{ minNotionalUsd: 'much' }, 'invalid argument minNotionalUsd'],
    [{ cohort: 'clever_money' }, 'unknown cohort'],
    [{ colour: 'red' }, 'unknown argument colour'],
  ];
  for (const [filter, error] of wrong)
    assert.equal((await client.ask(sub({ type: 'trades', ...filter }))).data, error);
  const own = { type: 'tradesByUser', user: walletOf(1), wallets: ten };
  assert.equal((await client.ask(sub(own))).data, 'unknown argument wallets');
  const starter = await world.connect('key-starter-bs', path);
  assert.equal((await starter.ask(sub({ type: 'trades', cohort: 'apex' }))).data, 'feed not in tier');
  const plain = await world.connect('key-pro-plain');
  assert.equal((await plain.ask(sub({ type: 'trades', side: 'buy' }))).data, 'unknown argument side');
  for (const one of [client, starter, plain]) one.close();
});

test('the same filter in another order or spelling is the same subscription, and others have streams of their own', async () => {
  const client = await world.connect('key-pro-c', path);
  const idOf = async (filter: object) => (await client.ask(sub({ type: 'trades', ...filter }))).data.id;
  const first = await idOf({ coins: ['BTC', 'ETH'], side: 'buy', minNotionalUsd: 5 });
  assert.equal(await idOf({ minNotionalUsd: '5', side: 'B', coins: ['eth', 'btc'] }), first);
  assert.notEqual(await idOf({ coins: ['BTC', 'ETH'], side: 'buy', minNotionalUsd: 6 }), first);
  assert.notEqual(await idOf({ coins: ['BTC', 'ETH'], side: 'sell', minNotionalUsd: 5 }), first);
  const end = await client.ask({
    method: 'unsubscribe',
    subscription: { type: 'trades', side: 'buy', minNotionalUsd: 5, coins: ['BTC', 'ETH'] },
  });
  assert.equal(end.data.id, first);
  client.close();
});

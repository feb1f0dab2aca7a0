/** Feeds that are made of fills, each the same as it comes, behind a cursor and over a stretch of the past. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rfc3339 } from '../../src/kernel/clock.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { draft, type Message, nowMs, openStreamWorld, type StreamWorld, sub } from './stream-world.ts';

const path = '/api/public/v1/stream';
let world: StreamWorld;
before(async () => {
  world = await openStreamWorld([draft(1, -60_000)]);
});
after(() => world.close());

const builder = walletOf(900);
const step = (
  offsetMs: number,
  side: 'B' | 'A',
  sz: string,
  startPosition: string,
  more: Partial<FillDraft> = {},
) => draft(1, offsetMs, { side, sz, startPosition, ...more });
const own = { liquidation: { liquidatedUser: walletOf(1), markPx: '99', method: 'market' } };
const other = { liquidation: { liquidatedUser: walletOf(2), markPx: '99', method: 'market' } };
/** A wallet's fills through a position, and fills outside it. */
const fills = [
  step(0, 'B', '2', '0'),
  step(1, 'B', '0.5', '2'),
  step(2, 'A', '1.25', '2.5', { closedPnl: '3.5', dir: 'Close Long' }),
  step(3, 'A', '2', '1.25', { dir: 'Long > Short' }),
  step(4, 'B', '0.25', '-0.75', { ...own, dir: 'Close Short' }),
  step(5, 'B', '0.1', '-0.5', { ...other, dir: 'Close Short' }),
  step(6, 'B', '0.4', '-0.4', { dir: 'Auto-Deleveraging' }),
  step(7, 'B', '10', '0', { coin: '#10', dir: 'Buy', px: '0.4' }),
  step(8, 'A', '10', '10', { coin: '#10', dir: 'Settlement', px: '1' }),
  step(9, 'B', '3', '0', { coin: '#10', dir: 'Split Outcome', px: '0' }),
  step(10, 'B', '5', '0', { coin: '@107', dir: 'Buy' }),
  draft(3, 11, { coin: 'ETH', builder, builderFee: '0.5' }),
  draft(4, 12, { coin: 'ETH', builder: walletOf(901), builderFee: '0.5' }),
];

const dataOf = (messages: readonly Message[]) => messages.flatMap(({ data }) => data);
const shown = ({ event, by, side, endPosition }: Message) => [event, by, side, endPosition];

test('lifecycles says of each perp fill what it did to the position, live, from a cursor and of the past', async () => {
  const client = await world.connect('key-pro-a', path);
  const { cursor } = await client.ask(sub({ type: 'lifecycles' }));
  const closed = { type: 'lifecycles', events: ['closed', 'Flipped'], wallets: [walletOf(1)] };
  await client.ask(sub(closed));
  await world.add(fills);
  // Seven of the wallet, two of others, and the two that were requested by name.
  await client.wait('lifecycles', 11);
  const { id } = (await client.ask(sub(closed))).data;
  const live = client.got.filter((message) => message.channel === 'lifecycles' && message.id !== id);
  assert.deepEqual(dataOf(live).slice(0, 7).map(shown), [
    ['opened', 'trade', 'long', '2.0'],
    ['increased', 'trade', 'long', '2.5'],
    ['reduced', 'trade', 'long', '1.25'],
    ['flipped', 'trade', 'short', '-0.75'],
    ['liquidated', 'liquidation', 'short', '-0.5'],
    ['reduced', 'trade', 'short', '-0.4'],
    ['closed', 'adl', 'short', '0.0'],
  ]);
  assert.equal(dataOf(live).length, 9);
  const { wallet, coin, time, startPosition, px, sz, closedPnl, tid } = dataOf(live)[2]!;
  assert.deepEqual(
    { wallet, coin, time, startPosition, px, sz, closedPnl, tid },
    {
      wallet: walletOf(1),
      coin: 'BTC',
      time: nowMs + 2,
      startPosition: '2.5',
      px: '100.0',
      sz: '1.25',
      closedPnl: '3.5',
      tid: fills[2]!.tid,
    },
  );
  const named = client.got.filter((message) => message.id === id && message.channel === 'lifecycles');
  assert.deepEqual(
    dataOf(named).map(({ event }) => event),
    ['flipped', 'closed'],
  );
  const again = await world.connect('key-pro-b', path);
  await again.ask(sub({ type: 'lifecycles', cursor }));
  assert.deepEqual(dataOf(await again.wait('lifecycles', 9)), dataOf(live));
  const past = await world.connect('key-pro-c', path);
  await past.ask(sub({ type: 'lifecycles', from: rfc3339(nowMs), to: rfc3339(nowMs + 20) }));
  await past.wait('caughtUp', 1);
  assert.deepEqual(dataOf(past.got.filter(({ channel }) => channel === 'lifecycles')), dataOf(live));
  for (const one of [client, again, past]) one.close();
});

test('fills with a builder, events of outcomes and trades of a cohort have feeds of their own', async () => {
  const client = await world.connect('key-pro-d', path);
  const span = { from: rfc3339(nowMs), to: rfc3339(nowMs + 20) };
  const read = async (subscription: { type: string; [argument: string]: unknown }) => {
    const from = client.got.length;
    await client.ask(sub({ ...subscription, ...span }), ['caughtUp', 'error']);
    return dataOf(client.got.slice(from).filter(({ channel }) => channel === subscription.type));
  };
  assert.deepEqual(
    (await read({ type: 'builderFills' })).map(([wallet]) => wallet),
    [walletOf(3), walletOf(4)],
  );
  assert.deepEqual(
    (await read({ type: 'builderFills', builder })).map(([wallet, fill]) => [wallet, fill.builder]),
    [[walletOf(3), builder]],
  );
  assert.deepEqual(
    (await read({ type: 'outcomeEvents' })).map(({ event, coin, px }) => [event, coin, px]),
    [
      ['trade', '#10', '0.4'],
      ['settlement', '#10', '1.0'],
      ['conversion', '#10', '0.0'],
    ],
  );
  assert.equal((await read({ type: 'outcomeEvents', events: ['settlement'] })).length, 1);
  const { data } = await client.ask(sub({ type: 'cohortTrades', cohort: 'smart_money' }));
  assert.equal(data.method, 'subscribe');
  client.close();
});

test('what is wrong with them is said in words, and their tier is Pro', async () => {
  const client = await world.connect('key-pro-e', path);
  const wrong: [object, string][] = [
    [{ type: 'cohortTrades' }, 'missing argument cohort'],
    [{ type: 'cohortTrades', cohort: 'no_such' }, 'unknown cohort'],
    [{ type: 'lifecycles', events: ['won'] }, 'invalid argument events'],
    [{ type: 'lifecycles', events: [] }, 'empty argument events'],
    [{ type: 'lifecycles', builder }, 'unknown argument builder'],
    [{ type: 'trades', events: ['closed'] }, 'unknown argument events'],
    [{ type: 'builderFills', builder: 'me' }, 'invalid argument builder'],
  ];
  for (const [subscription, error] of wrong)
    assert.equal((await client.ask(sub(subscription))).data, error, JSON.stringify(subscription));
  const starter = await world.connect('key-starter-f', path);
  for (const type of ['lifecycles', 'outcomeEvents', 'builderFills', 'cohortTrades'])
    assert.equal((await starter.ask(sub({ type, cohort: 'whale' }))).data, 'feed not in tier');
  const plain = await world.connect('key-pro-plain');
  assert.equal((await plain.ask(sub({ type: 'lifecycles' }))).data, 'unknown subscription type');
  assert.ok(!plain.got[0]!.data.limits.feeds.includes('lifecycles'));
  assert.ok(client.got[0]!.data.limits.feeds.includes('lifecycles'));
  for (const one of [client, starter, plain]) one.close();
});

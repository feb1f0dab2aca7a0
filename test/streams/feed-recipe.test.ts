/** The recipe "A feed of streams" of CONTRIBUTING.md, followed for two: a file, a test, a line in a registry. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asyncApi } from '../../src/http/documents/asyncapi.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createStreamHub, type StreamHub } from '../../src/streams/hub.ts';
import { createSession } from '../../src/streams/session.ts';
import { createStateHub, type StateHub } from '../../src/streams/state-hub.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { toyBatches, toyBuys } from '../fixtures/toy-feed.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { draft, type Message, nowMs } from './stream-world.ts';

const feeds = { toyBuys, toyBatches };
const clock = fixedClock(nowMs);
let [harness, hub, states]: [EndpointHarness?, StreamHub?, StateHub?] = [];
before(async () => {
  harness = await openEndpointHarness({ given: { fills: [draft(1, -60_000)] }, nowMs });
  const { feed, store, sources } = harness;
  const onError = assert.ifError;
  hub = createStreamHub({ feed, store, clock, cohorts: () => assert.fail('no cohort is named'), onError });
  states = createStateHub({
    market: sources.market,
    store,
    newest: feed.last,
    watched: () => assert.fail('no figures are read'),
    clock,
    feeds: { toyBatches },
    everyMs: 5,
    onError,
  });
});
after(async () => {
  states?.close();
  await hub?.close();
  await harness?.close();
});

/** A session without a connection. */
function connect() {
  const got: Message[] = [];
  const session = createSession({
    hub: hub!,
    states: states!,
    feeds,
    caller: { accountId: 'a', guest: undefined, tier: 'free', limits: { windowDays: 30 } } as never,
    limits: { of: () => ({ connections: 1, subscriptions: 5 }), unsentBytes: 1_000_000 } as never,
    room: { takeSubscription: () => true, leaveSubscription: () => undefined },
    line: { send: (text) => got.push(JSON.parse(text)), unsent: () => 0, drained: async () => undefined },
    isOwn: true,
    coinOf: (coin) => coin,
    nowMs: clock.nowMs,
  });
  const of = (channel: string) => got.filter((message) => message.channel === channel);
  const subscribe = (subscription: object) =>
    session.receive(JSON.stringify({ method: 'subscribe', subscription }));
  return { session, of, subscribe };
}

async function add(...fills: ReturnType<typeof draft>[]): Promise<void> {
  await harness!.add(fills);
  await harness!.feed.lookAtFills();
}

test('one record gives a feed of events its filters, its cursor and its replay', async () => {
  const { session, of, subscribe } = connect();
  session.open();
  assert.deepEqual(of('connected')[0]!.data.limits.feeds, ['toyBuys', 'toyBatches']);
  subscribe({ type: 'toyBuys', coins: ['BTC'] });
  await until('an answer', () => of('subscriptionResponse').length === 1);
  await add(draft(1, 10), draft(2, 20, { side: 'A' }), draft(3, 30, { coin: 'ETH' }));
  await until('the buy', () => of('toyBuys').length === 1);
  const [first] = of('toyBuys');
  assert.deepEqual(first!.data, [{ wallet: walletOf(1), coin: 'BTC', sz: '1.5' }]);
  session.close();
  await add(draft(4, 40));
  const again = connect();
  again.subscribe({ type: 'toyBuys', coins: ['BTC'], cursor: first!.cursor });
  await until('the buy behind the cursor', () => again.of('toyBuys').length === 1);
  assert.deepEqual(again.of('toyBuys')[0]!.data[0].wallet, walletOf(4));
  again.session.close();
  const past = connect();
  past.subscribe({ type: 'toyBuys', from: nowMs, to: nowMs + 100 });
  await until('the end of the replay', () => past.of('caughtUp').length === 1);
  const wallets = past.of('toyBuys').flatMap(({ data }) => data.map((one: Message) => one.wallet));
  assert.deepEqual(wallets, [walletOf(1), walletOf(3), walletOf(4)]);
  past.subscribe({ type: 'toyBuys', speedy: true });
  assert.equal(past.of('error')[0]!.data, 'unknown argument speedy');
  past.session.close();
});

test('one record gives a feed of states its first state and each newer one', async () => {
  const { session, of, subscribe } = connect();
  subscribe({ type: 'toyBatches' });
  await until('a state', () => of('toyBatches').length === 1);
  const { batches } = of('toyBatches')[0]!.data;
  await add(draft(5, 50));
  await until('a newer state', () => of('toyBatches').length === 2);
  assert.deepEqual(of('toyBatches')[1]!.data, { batches: batches + 1 });
  subscribe({ type: 'toyBatches', coin: 'BTC' });
  assert.equal(of('error')[0]!.data, 'unknown argument coin');
  session.close();
});

test('one line in a registry describes both', () => {
  const { components, channels } = asyncApi(undefined, feeds) as Message;
  assert.deepEqual(components.messages.toyBuys.summary, 'Buys of perps.');
  assert.deepEqual(Object.keys(components.schemas), [
    'ToyBuy',
    'ToyBatches',
    'Gap',
    'Subscription.toyBuys',
    'Subscription.toyBatches',
  ]);
  assert.ok('toyBatches' in channels.stream.messages);
  assert.ok('minNotionalUsd' in components.schemas['Subscription.toyBuys'].properties);
  assert.ok(!('cursor' in components.schemas['Subscription.toyBatches'].properties));
});

/** Gaps of the coverage ledger reach the affected subscriptions: when found, lost or healed, and before a replay. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CoverageLedger, createCoverageLedger } from '../../src/coverage/ledger.ts';
import { rfc3339 } from '../../src/kernel/clock.ts';
import { createGapWatch, type GapNews } from '../../src/streams/gap-watch.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import {
  draft,
  type Message,
  nowMs,
  openStreamWorld,
  type StreamClient,
  type StreamWorld,
  sub,
} from './stream-world.ts';

const path = '/api/public/v1/stream';
let world: StreamWorld;
let ledger: CoverageLedger;
/** Clock of the writer, which advances with each use. */
let ledgerMs = nowMs;
before(async () => {
  world = await openStreamWorld([draft(1, -60_000), draft(1, -59_000, { coin: 'ETH' })]);
  ledger = createCoverageLedger({ analytics: world.engine.store, clock: { nowMs: () => ++ledgerMs } });
});
after(async () => {
  await ledger.close();
  await world.close();
});

const span = (from: number, to: number) => ({ fromMs: nowMs + from, toMs: nowMs + to });
const gapsOf = ({ got }: StreamClient) =>
  got.filter(({ channel }) => channel === 'gap').map(({ data }) => data);
const shown = ({ id: _, ...gap }: Message) => gap;

/** Waits for the next poll: records a span that every subscription gets, and collects the messages up to it. */
async function seenBy(client: StreamClient, offsetMs: number): Promise<Message[]> {
  await ledger.record({ feed: 'node_fills', ...span(offsetMs, offsetMs) }, 'mark');
  await world.engine.feed.look();
  const isMark = ({ from, reason }: Message) => reason === 'mark' && from === rfc3339(nowMs + offsetMs);
  await until('the mark', () => gapsOf(client).some(isMark), { everyMs: 5 });
  return gapsOf(client)
    .filter(({ reason }) => reason !== 'mark')
    .map(shown);
}

test('a gap that is found, lost or healed is named to those that it concerns, each change once', async () => {
  await ledger.record({ feed: 'trades', coin: 'BTC', ...span(-90_000, -80_000) }, 'from before');
  const all = await world.connect('key-pro-a', path);
  const btc = await world.connect('key-pro-b', path);
  const wallet = await world.connect('key-pro-c', path);
  const { data } = await all.ask(sub({ type: 'trades' }));
  await btc.ask(sub({ type: 'tradesByCoin', coin: 'BTC' }));
  await wallet.ask(sub({ type: 'tradesByUser', user: walletOf(1) }));
  // Now each of them has had a look.
  for (const client of [all, btc, wallet]) assert.deepEqual(await seenBy(client, 1), []);
  assert.equal(gapsOf(all)[0]!.id, data.id);
  const ofBtc = { feed: 'trades', coin: 'BTC', ...span(-1_000, -500) };
  const ofOne = { feed: 'fills', wallet: walletOf(1), ...span(-700, -600) };
  const ofOther = { feed: 'fills', wallet: walletOf(2), ...span(-700, -600) };
  await ledger.record(ofBtc, 'no answer');
  await ledger.lose(ofOne, 'out-of-reach');
  await ledger.lose(ofOther, 'out-of-reach');
  await ledger.lose({ feed: 'candles', ...span(-700, -600) }, 'of no fills');
  await ledger.record(
    { feed: 'fills', wallet: walletOf(1), ...span(-9 * 86_400_000, -8 * 86_400_000) },
    'history',
  );
  const times = { from: rfc3339(nowMs - 700), to: rfc3339(nowMs - 600) };
  const lost = { ...times, state: 'lost', reason: 'out-of-reach', feed: 'fills' };
  const btcTimes = { from: rfc3339(nowMs - 1_000), to: rfc3339(nowMs - 500) };
  const open = { ...btcTimes, state: 'open', reason: 'no answer', feed: 'trades', coin: 'BTC' };
  const one = { ...lost, wallet: walletOf(1) };
  assert.deepEqual(await seenBy(all, 2), [open, one, { ...lost, wallet: walletOf(2) }]);
  assert.deepEqual(await seenBy(btc, 3), [open, one, { ...lost, wallet: walletOf(2) }]);
  assert.deepEqual(await seenBy(wallet, 4), [open, one]);
  await ledger.heal(ofBtc);
  assert.deepEqual((await seenBy(btc, 5)).at(-1), { ...open, state: 'healed' });
  for (const client of [all, btc, wallet]) client.close();
});

test('before what a cursor or a replay brings stands what was found meanwhile, or is missing of the stretch', async () => {
  const client = await world.connect('key-pro-d', path);
  await client.ask(sub({ type: 'tradesByCoin', coin: 'ETH' }));
  await world.add([draft(1, 10, { coin: 'ETH' })]);
  const [message] = (await client.wait('tradesByCoin', 1)) as [Message];
  client.close();
  await client.ended();
  ledgerMs = Math.max(ledgerMs, nowMs + 1_000);
  await ledger.record({ feed: 'trades', coin: 'ETH', ...span(20, 30) }, 'meanwhile');
  await world.add([draft(1, 40, { coin: 'ETH' })]);
  const again = await world.connect('key-pro-e', path);
  await again.ask(sub({ type: 'tradesByCoin', coin: 'ETH', cursor: message.cursor }));
  await again.wait('caughtUp', 1);
  const order = again.got
    .map(({ channel, data }) => (channel === 'gap' ? data.reason : channel))
    .filter((name) => name !== 'mark' && !['out-of-reach', 'no answer', 'history'].includes(name));
  assert.deepEqual(order, ['connected', 'subscriptionResponse', 'meanwhile', 'tradesByCoin', 'caughtUp']);
  again.close();
  const replay = await world.connect('key-pro-f', path);
  const stretch = { from: rfc3339(nowMs + 15), to: rfc3339(nowMs + 25) };
  await replay.ask(sub({ type: 'tradesByCoin', coin: 'ETH', ...stretch }));
  await replay.wait('caughtUp', 1);
  assert.deepEqual(
    gapsOf(replay).map(({ reason }) => reason),
    ['meanwhile'],
  );
  replay.close();
  const plain = await world.connect('key-pro-plain');
  await plain.ask(sub({ type: 'tradesByCoin', coin: 'ETH', sequence: message.seq }));
  await plain.wait('tradesByCoin', 1);
  assert.deepEqual(gapsOf(plain), []);
  plain.close();
});

test('what is found from its beginning on comes to a follower, however late the first look is', async () => {
  const { store } = world.engine;
  const held = Promise.withResolvers<void>();
  const late: typeof store.rows = async (...params) => {
    await held.promise;
    return store.rows(...params);
  };
  const watch = createGapWatch({
    store: { rows: late },
    memberships: { read: async () => undefined, of: () => undefined },
    feed: world.engine.feed,
    onError: (error) => assert.fail(String(error)),
  });
  const got: GapNews[] = [];
  const end = watch.follow({ filter: {}, feed: {} }, (news) => got.push(news));
  const begun = watch.begun().then(() => 'begun');
  ledgerMs += 1_000;
  await ledger.record({ feed: 'fills', wallet: walletOf(90), ...span(900, 901) }, 'before');
  assert.equal(await Promise.race([begun, 'not begun']), 'not begun');
  held.resolve();
  await begun;
  await ledger.record({ feed: 'fills', wallet: walletOf(91), ...span(902, 903) }, 'from then on');
  await until('it is named', () => got.length > 0);
  assert.deepEqual(
    got.map(({ reason }) => reason),
    ['from then on'],
  );
  end();
  watch.close();
});

test('gaps by the hundred are one message, with their number', async () => {
  const client = await world.connect('key-pro-g', path);
  await client.ask(sub({ type: 'trades' }));
  await seenBy(client, 6);
  const before = gapsOf(client).length;
  ledgerMs += 1_000;
  await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      ledger.record({ feed: 'fills', wallet: walletOf(100 + i), ...span(100 + i, 101 + i) }, 'no answer'),
    ),
  );
  const count = () =>
    gapsOf(client)
      .slice(before)
      .filter(({ reason }) => reason !== 'mark')
      .reduce((sum, { gaps = 1 }) => sum + gaps, 0);
  await until('all are counted', () => count() >= 120, { everyMs: 5 });
  assert.equal(count(), 120);
  assert.ok(gapsOf(client).length - before < 120);
  client.close();
});

/** The feed of gaps: each change of the ledger of coverage once, as it comes, behind a cursor and over a stretch of the past. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CoverageLedger, createCoverageLedger } from '../../src/coverage/ledger.ts';
import { dayMs, rfc3339 } from '../../src/kernel/clock.ts';
import { cursorText } from '../../src/streams/log-position.ts';
import { walletOf } from '../source-fills.ts';
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
const params = { type: 'quality' };
let world: StreamWorld;
let ledger: CoverageLedger;
/** Clock of the writer, which advances with each change. */
let ledgerMs = nowMs;
before(async () => {
  world = await openStreamWorld([draft(1, -60_000)]);
  ledger = createCoverageLedger({ analytics: world.engine.store, clock: { nowMs: () => ++ledgerMs } });
});
after(async () => {
  await ledger.close();
  await world.close();
});

const span = (from: number, to: number) => ({ fromMs: nowMs + from, toMs: nowMs + to });
const btc = { feed: 'trades', coin: 'BTC', ...span(-1_000, -500) };
const eth = { feed: 'trades', coin: 'ETH', ...span(-1_000, -500) };
const ofWallet = { feed: 'fills', wallet: walletOf(1), ...span(-700, -600) };
const eventsOf = ({ got }: StreamClient) =>
  got.filter(({ channel }) => channel === 'quality').flatMap(({ data }) => data);
const shown = ({ event, feed, coin, wallet }: Message) => [event, feed, coin ?? wallet ?? ''];

test('a gap that opens, is lost or heals is an event, once, and its gap is the same all along', async () => {
  await ledger.record({ feed: 'books', ...span(-9_000, -8_000) }, 'from before');
  const all = await world.connect('key-free-a', path);
  const healed = await world.connect('key-starter-aa', path);
  await all.ask(sub(params));
  await healed.ask(sub({ ...params, events: ['healed'], coins: ['BTC'] }));
  await Promise.all([all.wait('caughtUp', 1), healed.wait('caughtUp', 1)]);
  await ledger.record(btc, 'disconnect');
  await ledger.lose(ofWallet, 'out-of-reach');
  await ledger.record(eth, 'disconnect');
  await ledger.heal(btc);
  await ledger.heal(eth);
  await all.wait('quality', 5);
  assert.deepEqual(eventsOf(all).map(shown), [
    ['opened', 'trades', 'BTC'],
    ['lost', 'fills', walletOf(1)],
    ['opened', 'trades', 'ETH'],
    ['healed', 'trades', 'BTC'],
    ['healed', 'trades', 'ETH'],
  ]);
  const [opened, , , closed] = eventsOf(all) as [Message, Message, Message, Message];
  assert.equal(opened.gap, closed.gap);
  assert.deepEqual(
    [opened.from, opened.to, opened.reason],
    [rfc3339(nowMs - 1_000), rfc3339(nowMs - 500), 'disconnect'],
  );
  const [message] = await healed.wait('quality', 1);
  assert.deepEqual(message!.data, [closed]);
  assert.ok(all.got.every(({ channel }) => channel !== 'gap'));
  for (const client of [all, healed]) client.close();
});

test('a cursor goes on with what changed meanwhile, and a stretch of the past has what was sent', async () => {
  const client = await world.connect('key-free-b', path);
  const { cursor: first } = await client.ask(sub(params));
  await client.wait('caughtUp', 1);
  await ledger.record({ ...btc, ...span(0, 10) }, 'cut');
  const [one] = await client.wait('quality', 1);
  client.close();
  await client.ended();
  await ledger.heal({ ...btc, ...span(0, 10) });
  const again = await world.connect('key-free-b', path);
  await again.ask(sub({ ...params, cursor: one!.cursor }));
  await again.wait('caughtUp', 1);
  assert.deepEqual(eventsOf(again).map(shown), [['healed', 'trades', 'BTC']]);
  again.close();
  await again.ended();
  const whole = await world.connect('key-free-b', path);
  await whole.ask(sub({ ...params, cursor: first }));
  await whole.wait('caughtUp', 1);
  assert.deepEqual(eventsOf(whole), [...one!.data, ...eventsOf(again)]);
  const past = { ...params, from: rfc3339(one!.seq), to: rfc3339(ledgerMs + 5) };
  const replayed = await whole.ask(sub(past), ['subscriptionResponse', 'error']);
  assert.equal(replayed.channel, 'subscriptionResponse');
  const end = (await whole.wait('caughtUp', 2)).at(-1)!;
  assert.equal(end.data.ended, true);
  assert.deepEqual(eventsOf(whole).slice(2), eventsOf(whole).slice(0, 2));
  for (const [subscription, error] of [
    [{ ...params, coins: ['BTC'], cursor: 'MA' }, 'invalid cursor'],
    [{ ...params, from: rfc3339(nowMs), speed: 2 }, 'unknown argument speed'],
    [{ ...params, minNotionalUsd: 5 }, 'unknown argument minNotionalUsd'],
    [{ ...params, coins: ['BTC'], sequence: 9e15 }, 'sequence is not retained'],
  ] as const)
    assert.equal((await whole.ask(sub(subscription))).data, error);
  whole.close();
});

test('a change that is stored late comes, too: to who is there, and behind a cursor from before it', async () => {
  const client = await world.connect('key-free-c', path);
  await client.ask(sub(params));
  await client.wait('caughtUp', 1);
  await ledger.record({ ...eth, ...span(20, 30) }, 'cut');
  const [{ cursor }] = (await client.wait('quality', 1)) as [Message];
  const slow = createCoverageLedger({ analytics: world.engine.store, clock: { nowMs: () => ledgerMs - 1 } });
  await slow.record({ ...eth, ...span(40, 50) }, 'late');
  await slow.close();
  const [, late] = (await client.wait('quality', 2)) as [Message, Message];
  assert.deepEqual(
    late.data.map(({ reason }: Message) => reason),
    ['late'],
  );
  client.close();
  await client.ended();
  const again = await world.connect('key-free-c', path);
  await again.ask(sub({ ...params, cursor }));
  await again.wait('caughtUp', 1);
  assert.ok(eventsOf(again).some(({ reason }) => reason === 'late'));
  const { body } = await fetch(`${world.url}${path}?type=quality&wait=1&cursor=${late.cursor}`, {
    headers: { 'x-api-key': 'key-starter-cc' },
  }).then(async (answer) => ({ body: (await answer.json()) as Message }));
  assert.deepEqual([body.events, typeof body.cursor], [[], 'string']);
  again.close();
});

test('a place that is older than the plan leaves something out only where there is something', async () => {
  const isLeftOut = async () => {
    const client = await world.connect('key-starter-d', path);
    await client.ask(sub({ ...params, cursor: cursorText({ of: 'changes', place: 0, token: '0' }) }));
    await client.wait('caughtUp', 1);
    client.close();
    await client.ended();
    return client.got.some(({ channel }) => channel === 'gap');
  };
  assert.equal(await isLeftOut(), false);
  const oldMs = nowMs - 100 * dayMs;
  const old = createCoverageLedger({ analytics: world.engine.store, clock: { nowMs: () => oldMs } });
  await old.record({ feed: 'trades', coin: 'SOL', fromMs: oldMs - 1_000, toMs: oldMs }, 'cut');
  await old.close();
  assert.equal(await isLeftOut(), true);
});

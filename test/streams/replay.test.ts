/** Replays by time and at a speed, through the real server: nothing is lost or doubled, and new events follow. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { rfc3339 } from '../../src/kernel/clock.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { draft, nowMs, openStreamWorld, type StreamWorld, sub, tidsOf, tradesOf } from './stream-world.ts';

const path = '/api/public/v1/stream';
const dayMs = 86_400_000;
let world: StreamWorld;
/** In the order of their time, as they are stored when a test begins. */
const past: FillDraft[] = [];
before(async () => {
  past.push(draft(1, -dayMs), draft(2, -dayMs + 1), draft(1, -60_000));
  world = await openStreamWorld(past);
  // History that was added: live streams name its span alone.
  const added = [draft(3, -4 * dayMs), draft(3, -4 * dayMs + 7)];
  await world.add(added);
  past.unshift(...added);
  // Two batches within the same millisecond.
  for (const wallet of [4, 5]) {
    const fill = draft(wallet, -1_000);
    await world.add([fill]);
    past.push(fill);
  }
});
after(() => world.close());

const at = (offsetMs: number) => rfc3339(nowMs + offsetMs);
const tids = (fills: readonly FillDraft[]) => fills.map((fill) => fill.tid);

test('all that is stored comes in the order of its time, history that was added too, and then what is new', async () => {
  const client = await world.connect('key-pro-a', path);
  await client.ask(sub({ type: 'trades', from: at(-5 * dayMs) }));
  await client.wait('caughtUp', 1);
  assert.deepEqual(tidsOf(tradesOf(client)), tids(past));
  const times = tradesOf(client).map(({ seq }) => seq);
  assert.deepEqual(
    times,
    [...new Set(times)].sort((a, b) => a - b),
  );
  const next = draft(1, 5_000);
  await world.add([next]);
  past.push(next);
  assert.deepEqual(tidsOf(await client.wait('trades', times.length + 1)), tids(past));
  client.close();
});

test('a stretch has its ends in it, passes the filters, and leaves its place when it is over', async () => {
  const client = await world.connect('key-free-b', path);
  const params = { type: 'tradesByUser', user: walletOf(1), from: at(-dayMs), to: at(-60_000) };
  for (let round = 1; round <= 3; round++) {
    await client.ask(sub(params));
    const end = (await client.wait('caughtUp', round)).at(-1)!;
    assert.equal(end.data.ended, true);
    const got = client.got.filter(({ channel }) => channel === 'tradesByUser');
    assert.deepEqual(tidsOf(got).length, 2 * round);
  }
  const empty = { type: 'tradesByCoin', coin: 'BTC', from: at(-2 * dayMs), to: at(-dayMs - 1) };
  await client.ask(sub(empty));
  await client.wait('caughtUp', 4);
  assert.equal(client.got.filter(({ channel }) => channel === 'tradesByCoin').length, 0);
  client.close();
});

test('an empty month takes few readings, however long each one takes', async (t) => {
  const { store } = world.engine;
  const rows = store.rows.bind(store);
  let readings = 0;
  t.mock.method(store, 'rows', async (...asked: Parameters<typeof rows>) => {
    readings += 1;
    await delay(250); // waits: the time of a reading is what is tested
    return await rows(...asked);
  });
  const client = await world.connect('key-pro-d', path);
  await client.ask(sub({ type: 'trades', from: at(-34 * dayMs), to: at(-5 * dayMs) }));
  await client.wait('caughtUp', 1);
  assert.ok(readings < 100, `${readings} readings`);
  client.close();
});

test('at a speed each message comes no sooner than the past had it, and while it is paused none', async () => {
  const client = await world.connect('key-pro-c', path);
  const params = { type: 'trades', from: at(-60_000), to: at(-1_000), speed: 100 };
  const startMs = performance.now();
  await client.ask(sub(params));
  await client.wait('trades', 1);
  const paused = await client.ask({ method: 'pause', subscription: params });
  assert.equal(paused.data.method, 'pause');
  const before = tradesOf(client).length;
  await client.ask({ method: 'ping' });
  assert.equal(tradesOf(client).length, before);
  await client.ask({ method: 'resume', subscription: params });
  await client.wait('caughtUp', 1);
  assert.ok(performance.now() - startMs >= 590);
  const wanted = past.filter(({ time }) => time >= nowMs - 60_000 && time <= nowMs - 1_000);
  assert.deepEqual(tidsOf(tradesOf(client)), tids(wanted));
  client.close();
});

test('a live subscription that was paused goes on with all that came meanwhile', async () => {
  const client = await world.connect('key-pro-d', path);
  const params = { type: 'trades' };
  await client.ask(sub(params));
  await client.ask({ method: 'pause', subscription: params });
  const missed = [draft(1, 6_000), draft(2, 6_001)];
  for (const fill of missed) await world.add([fill]);
  await client.ask({ method: 'ping' });
  assert.equal(tradesOf(client).length, 0);
  await client.ask({ method: 'resume', subscription: params });
  assert.deepEqual(tidsOf(await client.wait('trades', 2)), tids(missed));
  past.push(...missed);
  client.close();
});

test('what cannot be replayed is refused in words', async () => {
  const client = await world.connect('key-free-e', path);
  const coin = { type: 'tradesByCoin', coin: 'BTC' };
  const wrong: [object, string][] = [
    [{ ...coin, to: at(0) }, 'missing argument from'],
    [{ ...coin, from: 'yesterday' }, 'invalid argument from'],
    [{ ...coin, from: at(-1), to: at(-2) }, 'invalid argument to'],
    [{ ...coin, from: at(-1), speed: 0 }, 'invalid argument speed'],
    [{ ...coin, from: at(-1), speed: 1e9 }, 'invalid argument speed'],
    [{ ...coin, from: at(-1), sequence: 4 }, 'sequence and from cannot be combined'],
    [{ ...coin, from: at(-31 * dayMs) }, 'from is older than retained history'],
    [{ type: 'bbo', coin: 'BTC', from: at(-1) }, 'a feed of states has no replay'],
  ];
  for (const [subscription, error] of wrong)
    assert.equal((await client.ask(sub(subscription))).data, error, JSON.stringify(subscription));
  assert.equal((await client.ask({ method: 'pause', subscription: coin })).data, 'subscription not active');
  const plain = await world.connect('key-free-plain');
  assert.equal((await plain.ask(sub({ ...coin, from: at(-1) }))).data, 'unknown argument from');
  assert.equal((await plain.ask({ method: 'pause', subscription: coin })).data, 'unknown method');
  client.close();
  plain.close();
});

test('as server-sent events a stretch ends by itself, and goes on behind the last event that a client had', async () => {
  const ask = async (headers: Record<string, string> = {}) => {
    const query = new URLSearchParams({ type: 'trades', from: at(-dayMs), to: at(-1_000) });
    const answer = await fetch(`${world.url}${path}?${query}`, {
      headers: { 'x-api-key': 'key-starter-f', ...headers },
    });
    return (await answer.text())
      .split('\n\n')
      .filter((text) => text.includes('event: trades'))
      .map((text) => ({
        id: /^id: (.*)$/m.exec(text)![1]!,
        data: JSON.parse(/^data: (.*)$/m.exec(text)![1]!),
      }));
  };
  const wanted = past.filter(({ time }) => time >= nowMs - dayMs && time <= nowMs - 1_000);
  const all = await ask();
  assert.deepEqual(tidsOf(all.map(({ data }) => data)), tids(wanted));
  const rest = await ask({ 'last-event-id': all[1]!.id });
  assert.deepEqual(tidsOf(rest.map(({ data }) => data)), tids(wanted.slice(2)));
});

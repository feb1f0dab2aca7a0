/** A client that reads too slowly for its plan's window is disconnected with a cursor, which resumes at the window's start. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { createClient, type StreamGap, type StreamOptions } from '../../clients/typescript/src/index.ts';
import { rfc3339 } from '../../src/kernel/clock.ts';
import { until } from '../until.ts';
import { draft, nowMs, openStreamWorld, type StreamWorld, sub, tidsOf, tradesOf } from './stream-world.ts';

const path = '/api/public/v1/stream';
const dayMs = 86_400_000;
const params = { type: 'trades' };
let world: StreamWorld | undefined;
beforeEach(async () => {
  await world?.close();
  world = await openStreamWorld([draft(1, -60_000)]);
});
after(() => world?.close());

/**
 * Stores a fill of now and, 40 days later, another. Returns after a live client has received both: a client resumed earlier would get
 * them as live messages, which ignore the window.
 *
 * @returns their ids
 */
async function fortyDays({ add, goTo, connect }: StreamWorld): Promise<[old: unknown, recent: unknown]> {
  const [old, recent] = [draft(1, 1_000), draft(1, 40 * dayMs)];
  const quick = await connect('key-starter-quick', path);
  await quick.ask(sub(params));
  await add([old]);
  goTo(nowMs + 40 * dayMs);
  await add([recent]);
  await until(
    'the newest has come to who reads in time',
    () => tidsOf(tradesOf(quick)).at(-1) === recent.tid,
  );
  quick.close();
  return [old.tid, recent.tid];
}

test('a subscription that fell behind ends its connection with 4008 and the cursor, which goes on with a gap', async () => {
  const client = await world!.connect('key-starter-a', path);
  await client.ask(sub(params));
  await client.ask({ method: 'pause', subscription: params });
  const [, recent] = await fortyDays(world!);
  client.send({ method: 'resume', subscription: params });
  const [code, reason] = await client.ended();
  const [behind] = client.got.filter(({ channel }) => channel === 'behind');
  const { cursor } = behind!.data;
  assert.deepEqual([code, reason], [4008, `behind the window: cursor ${cursor}`]);
  assert.deepEqual(tradesOf(client), []);
  const again = await world!.connect('key-starter-a', path);
  await again.ask(sub({ ...params, cursor }));
  assert.deepEqual(tidsOf(await again.wait('trades', 1)), [recent]);
  const [gap] = again.got.filter(({ channel }) => channel === 'gap');
  assert.deepEqual(
    [gap!.data.from, gap!.data.to, /30 days/.test(gap!.data.reason)],
    [rfc3339(nowMs + 1_000), rfc3339(nowMs + 10 * dayMs), true],
  );
  assert.ok(again.got.indexOf(gap!) < again.got.findIndex(({ channel }) => channel === 'trades'));
  again.close();
});

test('one of the protocol alone gets a place in the reason from which it goes on; who reads in time is not cut off', async (t) => {
  const slow = await world!.connect('key-starter-b');
  const quick = await world!.connect('key-starter-bb');
  for (const client of [slow, quick]) await client.ask(sub(params));
  slow.socket.pause();
  // Its heartbeat continues, however long storing the fills takes.
  const beats = setInterval(() => slow.socket.pong(), 1_000);
  t.after(() => clearInterval(beats));
  const many = Array.from({ length: 16_000 }, (_, i) => draft(i % 50, 2_000 + (i % 500)));
  for (let from = 0; from < many.length; from += 4_000) await world!.add(many.slice(from, from + 4_000));
  await quick.wait('trades', 500);
  const [, recent] = await fortyDays(world!);
  slow.socket.resume();
  const [code, reason] = await slow.ended();
  const place = /^behind the window: sequence (\d+)$/.exec(reason)?.[1];
  assert.equal(code, 4008);
  assert.ok(Number(place) > tradesOf(slow).at(-1)!.seq);
  assert.equal(slow.got.filter(({ channel }) => channel === 'behind').length, 0);
  // How many messages there are depends on how the batches were read.
  await until('the newest has come to who reads in time', () => tidsOf(tradesOf(quick)).at(-1) === recent);
  const again = await world!.connect('key-starter-b');
  await again.ask(sub({ ...params, sequence: Number(place) }));
  assert.deepEqual(tidsOf(await again.wait('trades', 1)), [recent]);
  again.close();
  quick.close();
});

test('a replay that fell behind is cut off, too, and its cursor goes on', async () => {
  const client = await world!.connect('key-starter-c', path);
  await world!.add([draft(1, 500)]);
  const replay = { ...params, from: rfc3339(nowMs), speed: 1 };
  await client.ask(sub(replay));
  await client.ask({ method: 'pause', subscription: replay });
  const [, recent] = await fortyDays(world!);
  client.send({ method: 'resume', subscription: replay });
  const [code, reason] = await client.ended();
  assert.equal(code, 4008);
  const again = await world!.connect('key-starter-c', path);
  const cursor = reason.split(' ').at(-1);
  await again.ask(sub({ type: 'trades', from: rfc3339(nowMs), cursor }));
  assert.deepEqual(tidsOf(await again.wait('trades', 1)).at(-1), recent);
  assert.match(again.got.find(({ channel }) => channel === 'gap')!.data.reason, /30 days/);
  again.close();
});

test('a cursor before a batch that begins before the window goes on with what the window has of it, behind a gap', async () => {
  const client = await world!.connect('key-starter-e', path);
  const { cursor } = await client.ask(sub(params));
  client.close();
  const [old, recent] = [draft(1, 1_000), draft(1, 40 * dayMs)];
  world!.goTo(nowMs + 40 * dayMs);
  await world!.add([old, recent]);
  const again = await world!.connect('key-starter-f', path);
  await again.ask(sub({ ...params, cursor }));
  assert.deepEqual(tidsOf(await again.wait('trades', 1)), [recent.tid]);
  const gaps = again.got.filter(({ channel }) => channel === 'gap').map(({ data }) => data);
  assert.equal(gaps.length, 1);
  assert.deepEqual([gaps[0].from, /30 days/.test(gaps[0].reason)], [rfc3339(nowMs + 1_000), true]);
  again.close();
});

test('the client goes on by itself, and gets the gap', async () => {
  const paused = Promise.withResolvers<void>();
  class Watched extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols);
      this.addEventListener('message', ({ data }) => {
        if (String(data).includes('"method":"pause"')) paused.resolve();
      });
    }
  }
  const clock = { nowMs: Date.now, random: Math.random, wait: async () => undefined };
  const tidemark = createClient({ baseUrl: world!.url, apiKey: 'key-starter-d', clock });
  const [gaps, cuts]: [StreamGap[], string[]] = [[], []];
  const onGap = (gap: StreamGap) => void gaps.push(gap);
  const onReconnect = (why: string) => void cuts.push(why);
  // More messages than it keeps for who does not ask for them.
  const many = Array.from({ length: 1_500 }, (_, i) => draft(1, i));
  await world!.add(many);
  const stop = new AbortController();
  const options = {
    onGap,
    onReconnect,
    signal: stop.signal,
    WebSocket: Watched as unknown as StreamOptions['WebSocket'],
  };
  const stream = tidemark.stream({ ...params, from: rfc3339(nowMs - 60_000) }, options);
  await stream.next();
  await paused.promise;
  const [, recent] = await fortyDays(world!);
  let last: unknown;
  for await (const message of stream) {
    last = tidsOf([message]).at(-1);
    if (last === recent) break;
  }
  assert.match(cuts.join(), /4008 behind the window: cursor/);
  assert.ok(gaps.some(({ reason }) => /30 days/.test(reason)));
});

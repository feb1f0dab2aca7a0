/** What this service adds to the protocol of streams, and that nothing is lost or doubled for a client that comes back or reads slowly. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Mismatch } from '../../src/streams/hub.ts';
import { until } from '../until.ts';
import {
  draft,
  type Message,
  openStreamWorld,
  type StreamWorld,
  sub,
  tidsOf,
  tradesOf,
} from './stream-world.ts';

let world: StreamWorld;
before(async () => {
  world = await openStreamWorld([draft(1, -60_000)]);
});
after(() => world.close());

const path = '/api/public/v1/stream';

test('messages say where they stand, requests are known again, refusals are problems', async () => {
  const client = await world.connect('key-pro-a', path);
  const acknowledged = await client.ask(sub({ type: 'trades' }, { req_id: 'first' }));
  assert.equal(acknowledged.req_id, 'first');
  const refused = await client.ask(sub({ type: 'weather' }, { req_id: 2 }));
  assert.deepEqual(
    [refused.data, refused.req_id, refused.problem.status],
    ['unknown subscription type', 2, 400],
  );
  await world.add([draft(1, 0, { block: 77 })]);
  const [message] = await client.wait('trades', 1);
  const { id, block, time, asOf, cursor } = message!;
  assert.deepEqual(
    [id, block, time, asOf],
    [acknowledged.data.id, 77, '2026-03-14T12:00:00.000Z', '2026-03-14T12:00:00.000Z'],
  );
  assert.equal(typeof cursor, 'string');
  client.close();
});

test('a cursor goes on behind its message, with all that came meanwhile; one of another store is refused by name', async () => {
  const client = await world.connect('key-pro-b', path);
  await client.ask(sub({ type: 'trades' }));
  await world.add([draft(1, 10)]);
  const [message] = await client.wait('trades', 1);
  client.close();
  await client.ended();
  const missed = [draft(1, 20), draft(2, 21)];
  await world.add(missed);
  const again = await world.connect('key-pro-b', path);
  await again.ask(sub({ type: 'trades', cursor: message!.cursor }));
  await again.wait('caughtUp', 1);
  assert.deepEqual(
    tidsOf(await again.wait('trades', 2)),
    missed.map((fill) => fill.tid),
  );
  const [place, token] = Buffer.from(message!.cursor, 'base64url').toString().split('.');
  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  const other = cursorOf(`${place}.${token!.replace(/./g, (digit) => (digit === '0' ? '1' : '0'))}`);
  const late = cursorOf(`zzzzzzz.${token}`);
  for (const [cursor, error] of [
    [other, 'stream mismatch'],
    [late, 'cursor lies in the future'],
    ['%%%', 'invalid cursor'],
  ])
    assert.equal((await again.ask(sub({ type: 'liquidations', cursor }))).data, error);
  const [{ place: at, named, stored }] = world.mismatches as [Mismatch];
  assert.deepEqual([at.toString(36), stored.slice(-8)], [place, token]);
  assert.notEqual(named, token);
  again.close();
});

test('history that is added is no event: its span is named', async () => {
  const client = await world.connect('key-pro-c', path);
  const { data } = await client.ask(sub({ type: 'trades' }));
  await world.add([draft(1, -3 * 86_400_000), draft(1, -3 * 86_400_000 + 5)]);
  const [gap] = await client.wait('gap', 1);
  assert.deepEqual(
    [gap!.data.id, gap!.data.from, gap!.data.to],
    [data.id, '2026-03-11T12:00:00.000Z', '2026-03-11T12:00:00.005Z'],
  );
  assert.equal(client.got.filter(({ channel }) => channel === 'trades').length, 0);
  client.close();
});

test('a client that does not read holds up no other and nothing in memory, and misses nothing once it reads', async () => {
  const slow = await world.connect('key-starter-d', path);
  const quick = await world.connect('key-starter-dd', path);
  for (const client of [slow, quick]) await client.ask(sub({ type: 'trades' }));
  slow.socket.pause();
  const sent: number[] = [];
  // Far more than the buffers of two sockets take.
  for (let batch = 0; batch < 16; batch++) {
    const fills = Array.from({ length: 1_000 }, (_, i) => draft(i % 50, 1_000 + batch * 1_000 + (i % 500)));
    // Of one millisecond they come in one message, in the order of the record.
    sent.push(...[...fills].sort((a, b) => a.time - b.time).map((fill) => Number(fill.tid)));
    await world.add(fills);
  }
  await until('the quick one has all', () => tidsOf(tradesOf(quick)).length === sent.length, {
    everyMs: 500,
  });
  assert.ok(tidsOf(tradesOf(slow)).length < sent.length);
  slow.socket.resume();
  await until('the slow one has all', () => tidsOf(tradesOf(slow)).length >= sent.length, { everyMs: 500 });
  // The difference of such lists takes minutes to be written.
  for (const client of [quick, slow]) assert.equal(firstDifference(tidsOf(tradesOf(client)), sent), -1);
  slow.close();
  quick.close();
});

test('the same comes as server-sent events, and goes on behind the last one that a client had', async () => {
  const ask = (query: string, headers: Record<string, string> = {}, key = 'key-pro-e') =>
    fetch(`${world.url}${path}?${query}`, { headers: { 'x-api-key': key, ...headers } });
  const wrong: [string, string, number, RegExp][] = [
    ['type=weather', 'key-pro-e', 400, /unknown subscription type/],
    ['type=tradesByCoin', 'key-pro-e', 400, /missing argument coin/],
    ['type=trades', 'key-free-e', 403, /starter/i],
    ['type=trades', 'nonsense', 401, /API key refused/],
  ];
  for (const [query, key, status, text] of wrong) {
    const answer = await ask(query, {}, key);
    assert.deepEqual([answer.status, text.test(await answer.text())], [status, true], query);
  }
  const first = await ask('type=tradesByCoin&coin=btc');
  assert.equal(first.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const events = eventsOf(first);
  await events.wait('subscriptionResponse', 1);
  await world.add([draft(1, 60_000)]);
  const [message] = await events.wait('tradesByCoin', 1);
  assert.equal(message!.id, message!.data.cursor);
  await events.end();
  const missed = draft(2, 60_010);
  await world.add([missed]);
  const again = eventsOf(await ask('type=tradesByCoin&coin=BTC', { 'last-event-id': message!.id! }));
  const [next] = await again.wait('tradesByCoin', 1);
  assert.deepEqual(tidsOf([next!.data]), [missed.tid]);
  const refused = await ask('type=trades&cursor=nonsense');
  assert.deepEqual([refused.status, /invalid cursor/.test(await refused.text())], [400, true]);
  await again.end();
});

interface SentEvent {
  event: string;
  id: string | undefined;
  data: Message;
}

/** What a response sends, as it comes. */
function eventsOf(response: Response) {
  const got: SentEvent[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  async function read(): Promise<void> {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) {
        const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        got.push({
          event: fields.get('event')!,
          id: fields.get('id'),
          data: JSON.parse(fields.get('data')!),
        });
      }
    }
  }
  const ended = read().catch(() => undefined);
  return {
    ended,
    async wait(event: string, count: number) {
      const of = () => got.filter((one) => one.event === event);
      await until(`${count} of ${event}`, () => of().length >= count, { everyMs: 5 });
      return of();
    },
    async end() {
      await reader.cancel();
      await ended;
    },
  };
}

/** Place of the first that differs, -1 where none does. */
function firstDifference(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return Math.min(left.length, right.length);
  return left.findIndex((value, i) => value !== right[i]);
}

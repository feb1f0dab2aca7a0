/** The next events of a stream as the answer to one request, and as a tool of agents: through the real server and store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { recordMarks } from '../../src/ingest/stored-contexts.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createHttpSurface } from '../../src/mcp/server/http-surface.ts';
import { createMcp } from '../../src/mcp/server/mcp-server.ts';
import { toolCatalogue } from '../../src/mcp/tool-catalogue.ts';
import { connectMcp } from '../mcp-client.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { draft, type Message, nowMs, openStreamWorld, type StreamWorld, tidsOf } from './stream-world.ts';

let world: StreamWorld;
before(async () => {
  const log = createLog({ level: 'silent' });
  const mcp = createMcp({ tools: toolCatalogue, resources: [], version: '1.2.3', log });
  world = await openStreamWorld([draft(1, -60_000), draft(1, -50_000, { coin: 'ETH' })], {
    agents: createHttpSurface(mcp, log),
  });
});
after(() => world.close());

async function poll(query: string, key = 'key-pro-a', headers: Record<string, string> = {}) {
  const answer = await fetch(`${world.url}/api/public/v1/stream?${query}`, {
    headers: { 'X-API-Key': key, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Message };
}

/** Resolves once a poll waits for events. */
async function waits(): Promise<void> {
  const metrics = async () => (await fetch(`${world.url}/metrics`)).text();
  await until('a poll waits', async () => /^tidemark_stream_connections [1-9]/m.test(await metrics()));
}

test('one question after the other gets every event once, in order, however few each may have', async () => {
  const first = await poll('type=trades&wait=0');
  assert.deepEqual([first.status, first.body.events, first.body.caughtUp], [200, [], true]);
  let { cursor } = first.body;
  const waiting = poll(`type=trades&wait=30&cursor=${cursor}`);
  await world.add([draft(1, 0), draft(2, 0)]);
  const woken = (await waiting).body;
  assert.equal(tidsOf(woken.events).length, 2);
  assert.equal(woken.events[0].channel, 'trades');
  cursor = woken.cursor;
  const drafts = [1, 2, 3, 4, 5].map((i) => draft(i, i * 10));
  for (const one of drafts) await world.add([one]);
  const got: number[] = [];
  let isDone = false;
  for (let requests = 0; !isDone && requests < 10; requests++) {
    const { body } = await poll('type=trades&wait=1&limit=2', 'key-pro-a', { 'Last-Event-ID': cursor });
    assert.ok(body.events.length <= 2);
    got.push(...tidsOf(body.events));
    cursor = body.cursor;
    isDone = body.caughtUp && body.events.length === 0;
  }
  assert.deepEqual(
    got,
    drafts.map(({ tid }) => tid),
  );
});

test('a stretch of the past is read to its end', async () => {
  await world.add([draft(7, 1_000), draft(7, 2_000)]);
  const at = (ms: number) => new Date(Date.UTC(2026, 2, 14, 12) + ms).toISOString();
  const requested = `type=tradesByUser&user=${walletOf(7)}&from=${at(900)}&to=${at(3_000)}&wait=5`;
  const { body } = await poll(requested);
  assert.equal(tidsOf(body.events).length, 2);
  assert.deepEqual([body.ended, body.cursor], [true, undefined]);
});

test('what cannot be is refused as requests are, and a question counts as a stream of its account', async () => {
  for (const [query, key, status, text] of [
    ['type=trades&wait=99', 'key-pro-a', 400, /wait.*from 0 to 55/],
    ['type=trades&wait=0&limit=0', 'key-pro-a', 400, /limit.*from 1 to 1000/],
    ['type=weather&wait=0', 'key-pro-a', 400, /unknown subscription type/],
    ['type=trades&wait=0&cursor=x', 'key-pro-a', 400, /invalid cursor/],
    ['type=trades&wait=0', 'key-free-b', 403, /starter/],
    ['type=trades&wait=0', 'nonsense', 401, /KEY/],
  ] as const) {
    const answer = await poll(query, key);
    assert.equal(answer.status, status, query);
    assert.match(JSON.stringify(answer.body), text);
  }
  const open = await world.connect('key-free-c');
  const second = await poll('type=tradesByCoin&coin=BTC&wait=0', 'key-free-c');
  assert.deepEqual([second.status, second.body.code], [429, 'RATE_LIMITED']);
  open.close();
});

test('a question says how far it read, whatever it was asked with', async () => {
  const first = await poll('type=trades&wait=0&sequence=0');
  assert.deepEqual([first.status, first.body.events.length > 0], [200, true], JSON.stringify(first.body));
  const silent = `type=tradesByUser&user=${walletOf(9_999)}&wait=0`;
  for (const start of ['sequence=0', 'sequence=1', `from=${nowMs - 60_000}`]) {
    const { body } = await poll(`${silent}&${start}`);
    assert.deepEqual([body.events, typeof body.cursor], [[], 'string'], start);
    const next = await poll(`${silent}&cursor=${body.cursor}${start.startsWith('from') ? `&${start}` : ''}`);
    assert.deepEqual([next.status, next.body.events], [200, []], JSON.stringify(next.body));
  }
  for (const start of ['from=900000000000000', `cursor=${Buffer.from('@zzzzzzzzzz').toString('base64url')}`])
    assert.equal((await poll(`type=trades&wait=0&${start}`)).status, 400, start);
});

test('a question ends with its key', async () => {
  const other = () => poll('type=trades&wait=0', 'key-starter-gone');
  const waiting = poll('type=trades&wait=50', 'key-starter-gone');
  // A Starter account has one stream: another is refused once this one waits.
  await until('the question waits', async () => (await other()).status === 429);
  world.authenticator.refused.add('key-starter-gone');
  assert.equal((await waiting).status, 401);
});

test('an agent that watches ends with its key', async () => {
  const key = 'key-starter-watching';
  const agent = await connectMcp(world.url, { 'X-API-Key': key });
  const waiting = agent.call('watch', { type: 'trades', waitSeconds: 50 });
  await waits();
  world.authenticator.refused.add(key);
  const { text, isError } = await waiting;
  assert.deepEqual([isError, /401/.test(text)], [true, true], text);
  await agent.close();
});

test('a coin that is unknown while coins are being read may come later, and is asked for again', async () => {
  const { coins } = world.engine.sources;
  const isRead = coins.isRead;
  Object.assign(coins, { isRead: () => false });
  try {
    for (const name of ['coin=LATER', 'coin=BTC'])
      assert.equal((await poll(`type=tradesByCoin&${name}&wait=0`)).status, name === 'coin=BTC' ? 200 : 503);
    const client = await world.connect('key-pro-coins', '/api/public/v1/stream');
    const requests = { method: 'subscribe', subscription: { type: 'trades', coins: ['BTC', 'LATER'] } };
    assert.equal((await client.ask(requests)).data, 'coins are being read');
    client.close();
  } finally {
    Object.assign(coins, { isRead });
  }
  assert.equal((await poll('type=tradesByCoin&coin=LATER&wait=0')).status, 400);
});

test('a body names more than an address can, for one answer and for events; a name is given once', async () => {
  const ask = (body: unknown, query = '') =>
    fetch(`${world.url}/api/public/v1/stream${query}`, {
      method: 'POST',
      headers: { 'X-API-Key': 'key-pro-post' },
      body: JSON.stringify(body),
    });
  const users = Array.from({ length: 1_000 }, (_, i) => walletOf(80_000 + i));
  const requests = { type: 'tradesByUsers', users };
  const { cursor } = (await (await ask({ ...requests, wait: 0 })).json()) as Message;
  const own = draft(80_999, 40_000);
  await world.add([own, draft(3, 40_000)]);
  const once = (await (await ask({ ...requests, cursor }, '?wait=20&limit=5')).json()) as Message;
  assert.deepEqual(tidsOf(once.events), [own.tid]);
  const events = await ask({ ...requests, cursor });
  assert.equal(events.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  let text = '';
  for await (const part of events.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(`"tid":${own.tid}`)) break;
  }
  for (const [answer, message] of [
    [await ask([]), /JSON object/],
    [await ask({ type: 'trades', wait: 0 }, '?wait=1'), /given once/],
    [await ask({ type: 'trades', cursor: 'x' }), /invalid cursor/],
  ] as const) {
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), message);
  }
  const twice = await poll('type=tradesByCoin&coin=BTC&coin=ETH&wait=0');
  assert.deepEqual([twice.status, /given once/.test(JSON.stringify(twice.body))], [400, true]);
});

test('events with a cursor that is refused are answered with 400, so that no browser asks again', async () => {
  const other = Buffer.from(`${(5 * 4_096).toString(36)}.aaaaaaaa`).toString('base64url');
  for (const [query, message] of [
    [`cursor=${other}`, /future|mismatch/],
    ['cursor=nonsense', /invalid cursor/],
    ['sequence=900000000000', /not retained/],
  ] as const) {
    const answer = await fetch(`${world.url}/api/public/v1/stream?type=trades&${query}`, {
      headers: { 'X-API-Key': 'key-pro-sse' },
    });
    assert.equal(answer.status, 400, query);
    assert.match(await answer.text(), message);
  }
});

test('a cursor behind a batch of prices, as behind any, goes on', async () => {
  const marks = { source: 7, fromMs: nowMs - 120_000, toMs: nowMs - 60_000, isFresh: true };
  await recordMarks(world.engine.store, marks);
  await world.engine.feed.look();
  const first = await poll('type=trades&wait=0');
  assert.deepEqual([first.status, first.body.events], [200, []]);
  const next = draft(1, 30_000);
  await world.add([next]);
  const second = await poll(`type=trades&wait=20&cursor=${first.body.cursor}`);
  assert.equal(second.status, 200, JSON.stringify(second.body));
  assert.deepEqual(tidsOf(second.body.events), [next.tid]);
});

test('agents watch: they wait for events, and go on behind the last that they were given', async () => {
  const agent = await connectMcp(world.url, { 'X-API-Key': 'key-pro-agent' });
  const start = await agent.call('watch', { type: 'trades', coin: 'eth', waitSeconds: 0 });
  assert.match(start.text, /Nothing happened within 0 s/);
  const next = (answer: typeof start) => (answer.structured.data.next as { cursor: string }).cursor;
  const many = Array.from({ length: 120 }, (_, i) => draft(i, 10_000 + i, { coin: 'ETH' }));
  const args = { type: 'trades', coin: 'eth', cursor: next(start), waitSeconds: 30, limit: 100 };
  const waiting = agent.call('watch', args);
  await world.add(many);
  const rows: { tid: number; wallet: string }[] = [];
  let answer = await waiting;
  for (let requests = 0; rows.length < many.length && requests < 10; requests++) {
    assert.equal(answer.isError, false, answer.text);
    assert.deepEqual([answer.structured.cut, answer.requests], [[], 1]);
    rows.push(...(answer.structured.data.events as typeof rows));
    answer = await agent.call('watch', { ...args, cursor: next(answer), waitSeconds: 0 });
  }
  assert.deepEqual(
    rows.map(({ tid }) => tid),
    many.map(({ tid }) => tid),
  );
  const free = await connectMcp(world.url, { 'X-API-Key': 'key-free-agent' });
  const refused = await free.call('watch', { type: 'liquidations', waitSeconds: 0 });
  assert.match(refused.text, /403 TIER_GATE.*pro/);
  await agent.close();
  await free.close();
});

test('agents get every event of a message that is longer than an answer, also of their first one', async () => {
  const agent = await connectMcp(world.url, { 'X-API-Key': 'key-pro-agent' });
  const waiting = agent.call('watch', { type: 'trades', coin: 'eth', waitSeconds: 50 });
  await waits();
  const many = Array.from({ length: 150 }, (_, i) => draft(i % 50, 20_000, { coin: 'ETH' }));
  const last = draft(1, 20_001, { coin: 'ETH' });
  await world.add([...many, last]);
  const tids: number[] = [];
  let answer = await waiting;
  for (let requests = 0; tids.length <= many.length && requests < 20; requests++) {
    const { events, next } = answer.structured.data as {
      events: { tid: number }[];
      next: { cursor: string };
    };
    assert.deepEqual(answer.structured.cut, [], answer.text);
    tids.push(...events.map(({ tid }) => tid));
    answer = await agent.call('watch', { type: 'trades', coin: 'eth', cursor: next.cursor, waitSeconds: 0 });
  }
  assert.deepEqual(
    tids,
    [...many, last].map(({ tid }) => tid),
  );
  assert.deepEqual((answer.structured.data as { events: unknown[] }).events, []);
  await agent.close();
});

test('an answer to agents is never cut, however many addresses they name and however long its events are', async () => {
  const agent = await connectMcp(world.url, { 'X-API-Key': 'key-pro-many' });
  const addresses = Array.from({ length: 100 }, (_, i) => walletOf(i));
  const args = { type: 'trades', addresses, waitSeconds: 0, limit: 100 };
  let answer = await agent.call('watch', args);
  const many = Array.from({ length: 150 }, (_, i) =>
    draft(i % 50, 210_000 + i, { coin: 'PURR/USDC', closedPnl: '-1234567.12345678', px: '1234567.12345678' }),
  );
  await world.add(many);
  const tids: number[] = [];
  for (let requests = 0; tids.length < many.length && requests < 20; requests++) {
    const { cursor } = answer.structured.data.next as { cursor: string };
    answer = await agent.call('watch', { ...args, cursor });
    assert.deepEqual(answer.structured.cut, [], answer.text);
    tids.push(...(answer.structured.data.events as { tid: number }[]).map(({ tid }) => tid));
  }
  assert.deepEqual(
    tids,
    many.map(({ tid }) => tid),
  );
  await agent.close();
});

test('agents watch what follows from fills, too: changes of positions, trades of a builder, gaps of the record', async () => {
  const agent = await connectMcp(world.url, { 'X-API-Key': 'key-pro-derived' });
  const next = (answer: { structured: { data: Record<string, unknown> } }) =>
    (answer.structured.data.next as { cursor: string }).cursor;
  const builder = walletOf(70_000);
  const requests = [
    { type: 'lifecycles', wallets: [walletOf(500)], events: ['opened'], waitSeconds: 0 },
    { type: 'builderFills', builder, coin: 'BTC', waitSeconds: 0 },
    { type: 'quality', waitSeconds: 0 },
  ];
  const starts = await Promise.all(requests.map((args) => agent.call('watch', args)));
  for (const { isError, text } of starts) assert.equal(isError, false, text);
  const opening = draft(500, 20_000, { startPosition: '0' });
  await world.add([
    opening,
    draft(500, 20_001, { startPosition: '1.5' }),
    draft(501, 20_002, { startPosition: '0' }),
    draft(502, 20_003, { startPosition: '3', builder }),
  ]);
  const [lifecycles, builders, quality] = await Promise.all(
    requests.map((args, i) =>
      agent.call('watch', { ...args, cursor: next(starts[i]!), ...(i < 2 && { waitSeconds: 30 }) }),
    ),
  );
  const [event] = lifecycles!.structured.data.events as Record<string, unknown>[];
  assert.deepEqual([event!.event, event!.wallet, event!.tid], ['opened', walletOf(500), opening.tid]);
  assert.match(lifecycles!.text, /1 event, \S+ USD\./);
  const [fill] = builders!.structured.data.events as Record<string, unknown>[];
  assert.equal(fill!.wallet, walletOf(502));
  assert.match(quality!.text, /Nothing happened within 0 s/);
  const unknown = await agent.call('watch', { type: 'trades', list: 'none', waitSeconds: 0 });
  assert.match(unknown.text, /unknown list/);
  const unsuited = await agent.call('watch', { type: 'trades', events: ['opened'], waitSeconds: 0 });
  assert.match(unsuited.text, /unknown argument events/);
  await agent.close();
});

test('a question whose first page takes over ten seconds is answered with the place that it has reached', async () => {
  const { cursor } = (await poll('type=trades&wait=0')).body;
  // A page holds 4,000 fills, and the dex of a fill is looked at behind the page.
  await world.add(Array.from({ length: 4_100 }, (_, i) => draft(1, 200_000 + i)));
  const { store } = world.engine;
  const { rows } = store;
  const answered = Promise.withResolvers<void>();
  let pages = 0;
  const slowRows: typeof rows = async (query, ...more) => {
    if (query.name.startsWith('fill_log_any')) {
      pages += 1;
      // waits: the test needs a read that takes longer than its bound
      await (pages === 1 ? delay(10_500) : answered.promise);
    }
    return rows(query, ...more);
  };
  Object.assign(store, { rows: slowRows });
  const question = 'type=trades&dex=xyz&wait=0';
  try {
    const { status, body } = await poll(`${question}&cursor=${cursor}`);
    assert.deepEqual([status, body.events, body.caughtUp], [200, [], false]);
    assert.notEqual(body.cursor, cursor);
    answered.resolve();
    const next = (await poll(`${question}&cursor=${body.cursor}`)).body;
    assert.deepEqual([next.events, next.caughtUp], [[], true]);
  } finally {
    answered.resolve();
    Object.assign(store, { rows });
  }
});

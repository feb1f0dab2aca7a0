import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../kernel/clock.ts';
import { infoWeight } from '../../../wire/info-request.ts';
import { createInfoClient, type InfoClient, type InfoClientOptions } from './info-client.ts';
import { InfoError } from './info-error.ts';
import { createInfoTransport, type InfoTransportOptions } from './info-transport.ts';
import type { Unusable } from './unusable.ts';
import { createWeightBudget } from './weight-budget.ts';

type Answer = (body: { type: string; user?: string }, response: ServerResponse) => void;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const book = { coin: 'BTC', time: 1_784_683_655_994, levels: [[{ px: '1', sz: '1', n: 1 }], []] };
const user = `0x${'a1'.repeat(20)}`;
const payment = {
  time: 1_784_683_655_994,
  delta: { coin: 'BTC', usdc: '-1.5', szi: '2', fundingRate: '0.0000125', nSamples: null },
};

/** A client of a real server on this machine that answers as the test sets. */
async function clientOf(
  answer: Answer,
  options: Partial<InfoClientOptions> = {},
  transport: Partial<InfoTransportOptions> = {},
): Promise<InfoClient> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    answer(JSON.parse(Buffer.concat(chunks).toString()), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/info`;
  const client = createInfoClient({
    shares: { markets: 1, histories: 1, wallets: 1, roles: 1 },
    transport: createInfoTransport({ url, connections: 8, ...transport }),
    budget: createWeightBudget(),
    keep: async () => undefined,
    retryMs: 1,
    ...options,
  });
  closers.push(
    () => client.close(),
    async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  );
  return client;
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('it was answered'),
    (error: unknown) => {
      assert.ok(error instanceof InfoError, String(error));
      return [error.failure, error.message] as const;
    },
  );

test('an answer is checked and counted with the weight of its length', async () => {
  const client = await clientOf((body, response) =>
    response.end(JSON.stringify(body.type === 'l2Book' ? book : [])),
  );
  assert.deepEqual((await client.ask({ type: 'l2Book', coin: 'BTC' })).data, book);
  const staleness = { group: 'wallets', ageMs: 0, targetMs: 1 } as const;
  const ofWallet = { type: 'userFillsByTime', user, startTime: 0 } as const;
  assert.deepEqual((await client.ask(ofWallet, { staleness })).data, []);
  const { weightUsed, weightUsedBy, answered, waiting, inFlight } = client.state();
  assert.deepEqual([weightUsed, answered, waiting, inFlight], [2 + 20, 2, 0, 0]);
  assert.deepEqual(weightUsedBy, { markets: 2, histories: 0, wallets: 20, roles: 0 });
});

test('errors of a moment are tried again: 5xx, no answer in time, a cut connection, broken JSON', async () => {
  const replies: Answer[] = [
    (_, response) => response.writeHead(502).end('bad gateway'),
    () => undefined,
    (_, response) => response.socket!.destroy(),
    (_, response) => response.end('{"coin":"BT'),
    (_, response) => response.end(JSON.stringify(book)),
  ];
  const client = await clientOf((body, response) => replies.shift()!(body, response), {}, { timeoutMs: 200 });
  assert.deepEqual((await client.ask({ type: 'l2Book', coin: 'BTC' })).data, book);
  assert.equal(client.state().failed, 4);
});

test('an exchange that stays away ends in an error that says how it failed last', async () => {
  const client = await clientOf((_, response) => response.writeHead(500).end('boom'), { attempts: 3 });
  const [failure, message] = await failureOf(client.ask({ type: 'meta' }));
  assert.deepEqual([failure, message], ['unavailable', 'meta: status 500: "boom"']);
  assert.equal(client.state().failed, 3);
});

test('what the exchange refuses, or answers in another shape, is not asked again', async () => {
  const client = await clientOf((body, response) =>
    body.type === 'l2Book'
      ? response.end('{"coin":7}')
      : response.writeHead(422).end('Failed to deserialize'),
  );
  assert.deepEqual(await failureOf(client.ask({ type: 'meta' })), [
    'refused',
    'meta: status 422: "Failed to deserialize"',
  ]);
  const [failure, message] = await failureOf(client.ask({ type: 'l2Book', coin: 'BTC' }));
  assert.equal(failure, 'malformed');
  assert.match(message, /^l2Book: book\.time is missing/);
  assert.equal(client.state().failed, 2);
});

test('what cannot be used of an answer is kept before the caller has the rest, and an answer that cannot be used is kept whole', async () => {
  const replies = ['{"coin":"BT', '{"coin":7}', JSON.stringify([{ coin: 'BTC' }, payment, 7])];
  const found: Unusable[] = [];
  let isKept = false;
  const client = await clientOf((_, response) => response.end(replies.shift()), {
    async keep(unusable) {
      found.push(...unusable);
      await delay(20); // waits: an answer that came before it would show
      isKept = true;
    },
  });
  await failureOf(client.ask({ type: 'l2Book', coin: 'BTC' }));
  isKept = false;
  const { data, rejected } = await client.ask({ type: 'userFunding', user, startTime: 0 });
  assert.deepEqual([data.length, rejected.length, isKept], [1, 2, true]);
  const book = { feed: 'l2Book', subject: 'BTC', part: 'whole' };
  const funding = { feed: 'userFunding', subject: user, part: 'element' };
  assert.deepEqual(
    found.map(({ reason, ...rest }) => ({ ...rest, reason: reason.split(',')[0] })),
    [
      { ...book, text: '{"coin":"BT', reason: 'the answer is no JSON' },
      { ...book, text: '{"coin":7}', reason: 'book.time is missing' },
      { ...funding, text: '{"coin":"BTC"}', reason: 'userFunding.time is missing' },
      { ...funding, text: '7', reason: 'userFunding is 7' },
    ],
  );
});

test('an answer whose unusable part cannot be kept fails: it is asked for again later', async () => {
  const client = await clientOf((_, response) => response.end('[7]'), {
    keep: () => Promise.reject(new Error('no store')),
  });
  await assert.rejects(client.ask({ type: 'userFunding', user, startTime: 0 }), /no store/);
});

test('an answer without end is cut off at its bound', async () => {
  const client = await clientOf(
    (_, response) => response.end(`"${'x'.repeat(10_000)}"`),
    { attempts: 1 },
    { answerBytesLimit: 1_000 },
  );
  const [failure, message] = await failureOf(client.ask({ type: 'meta' }));
  assert.deepEqual([failure, message], ['unavailable', 'meta: the answer is longer than 1000 bytes']);
});

test('after a 429 nothing is sent until its time is over', async () => {
  const arrivals: number[] = [];
  const client = await clientOf(
    (_, response) => {
      arrivals.push(monotonicMs());
      if (arrivals.length === 1) response.writeHead(429, { 'retry-after': '0.2' }).end();
      else response.end(JSON.stringify(book));
    },
    { throttledMs: 240 },
  );
  await client.ask({ type: 'l2Book', coin: 'BTC' });
  await client.ask({ type: 'l2Book', coin: 'ETH' });
  assert.ok(arrivals[1]! - arrivals[0]! >= 190, `${arrivals[1]! - arrivals[0]!} ms`);
  assert.equal(client.state().throttled, 1);
});

test('requests of many callers stay below the limit as the exchange counts it, and all are answered', async () => {
  const limit = 100;
  const windowMs = 150;
  const counted: { atMs: number; weight: number }[] = [];
  let highest = 0;
  const client = await clientOf(
    (body, response) => {
      const atMs = monotonicMs();
      counted.push({ atMs, weight: infoWeight(body.type as 'userRole', 0) });
      const recent = counted.filter((entry) => entry.atMs > atMs - windowMs);
      highest = Math.max(
        highest,
        recent.reduce((sum, { weight }) => sum + weight, 0),
      );
      response.end(JSON.stringify(body.type === 'userRole' ? { role: 'user' } : book));
    },
    { budget: createWeightBudget({ limit, windowMs }) },
  );
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 10 === 0
        ? client.ask({ type: 'userRole', user }, { staleness: { group: 'wallets', ageMs: i, targetMs: 10 } })
        : client.ask(
            { type: 'l2Book', coin: 'BTC' },
            { staleness: { group: 'wallets', ageMs: i, targetMs: 10 } },
          ),
    ),
  );
  assert.equal(client.state().answered, 60);
  assert.ok(highest <= limit && highest > limit / 2, `${highest}`);
});

test('a request that is aborted while it waits is never sent', async () => {
  let arrived = 0;
  const client = await clientOf(
    (_, response) => {
      arrived += 1;
      response.end(JSON.stringify(book));
    },
    { budget: createWeightBudget({ limit: 2 }) },
  );
  await client.ask({ type: 'l2Book', coin: 'BTC' });
  const controller = new AbortController();
  const waiting = client.ask({ type: 'l2Book', coin: 'BTC' }, { signal: controller.signal });
  assert.equal(client.state().waiting, 1);
  controller.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  assert.deepEqual([client.state().waiting, arrived], [0, 1]);
});

test('more requests than the queue holds are refused, and closing ends those that wait', async () => {
  const client = await clientOf(() => undefined, { concurrency: 1, queueLimit: 1 });
  const [first, second, third] = ['A', 'B', 'C'].map((coin) =>
    failureOf(client.ask({ type: 'l2Book', coin })),
  );
  assert.equal((await third!)[0], 'overloaded');
  await client.close();
  assert.equal((await first!)[0], 'closed');
  assert.equal((await second!)[0], 'closed');
  assert.equal((await failureOf(client.ask({ type: 'meta' })))[0], 'closed');
});

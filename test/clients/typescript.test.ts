import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import * as tidemark from '../../clients/typescript/src/index.ts';
import { json, problem, type ScriptedServer, startScripted, toyClock } from './scripted-server.ts';

const { createClient } = tidemark;
const nowMs = Date.parse('2026-03-01T12:00:00Z');
const body = {
  isValidApiKey: true,
  tier: 'pro',
  requestsPerMin: 600,
  requestsPerDay: 1,
  requestsPerMonth: 2,
};

let server: ScriptedServer;
// A new server for each test: abandoned requests may arrive later.
beforeEach(async () => {
  server = await startScripted();
});
afterEach(() => server.close());

function clientOf(options: Partial<tidemark.ClientOptions> = {}) {
  return createClient({ baseUrl: server.url, apiKey: 'the-key', clock: toyClock(nowMs), ...options });
}

test('a call sends its key and its parameters, and answers body, window, limits and request', async () => {
  const headers = {
    'X-Data-From': '2026-02-28T12:00:00.000Z',
    'X-Data-To': '2026-03-01T12:00:00.000Z',
    'X-Data-Block': '987654321',
    'X-RateLimit-Tier': 'pro',
    'X-RateLimit-Limit': '600',
    'X-RateLimit-Remaining': '599',
    'X-RateLimit-Reset': '1772366401',
    'X-RateLimit-Daily-Remaining': '19999',
    'X-Request-ID': 'r1',
  };
  server.play(json([{ coin: 'BTC' }], headers));
  const answer = await clientOf().pulse.traderTrades({
    address: '0xAB/..',
    since: '24h',
    limit: 5,
    coin: '#10',
  });
  const [params] = server.requests;
  assert.equal(params!.url, '/api/public/v1/pulse/trader/0xAB%2F../trades?since=24h&limit=5&coin=%2310');
  assert.equal(params!.headers['x-api-key'], 'the-key');
  assert.deepEqual(answer.data, [{ coin: 'BTC' }]);
  assert.deepEqual(answer.window, { from: headers['X-Data-From'], to: headers['X-Data-To'] });
  assert.deepEqual([answer.block, answer.requestId, answer.unchanged], [987_654_321, 'r1', false]);
  assert.deepEqual(answer.limits, {
    tier: 'pro',
    perMinute: 600,
    remaining: 599,
    resetMs: 1_772_366_401_000,
    remainingToday: 19_999,
    remainingThisMonth: undefined,
  });
});

test('429, 5xx and lost connections are tried again: never before Retry-After, and with jitter', async () => {
  const clock = toyClock(nowMs);
  server.play(
    problem(429, { 'Retry-After': '7' }),
    problem(503, { 'Retry-After': 'Sun, 01 Mar 2026 12:00:20 GMT' }),
    (request) => request.destroy(),
    json(body),
  );
  const answer = await clientOf({ clock }).account.verify();
  assert.deepEqual(answer.data, body);
  // Seconds; a date, 7.125 s of whose time passed; and none: each with half of its jitter.
  assert.deepEqual(clock.waits, [7_125, 20_000 - 7_125 + 250, 750]);
});

test('what lasts is thrown after the last attempt, and at once where the service asks for a longer wait than allowed', async () => {
  const clock = toyClock(nowMs);
  server.play(problem(500));
  const failed = clientOf({ clock, retry: { attempts: 3 } }).account.verify();
  await assert.rejects(failed, (error) => error instanceof tidemark.ServiceError && error.status === 500);
  assert.deepEqual([server.requests.length, clock.waits.length], [3, 2]);
  server.play(problem(429, { 'Retry-After': '40000' }, { code: 'DAILY_CAP' }));
  await assert.rejects(clientOf({ clock }).account.verify(), (error) => {
    assert.ok(error instanceof tidemark.RateLimitError);
    assert.deepEqual([error.code, error.retryAfterMs], ['DAILY_CAP', 40_000_000]);
    return true;
  });
  assert.deepEqual([server.requests.length, clock.waits.length], [1, 2]);
});

test('each kind of problem is an error of its own type, in both shapes of the service', async () => {
  const fault = { location: 'query.limit', message: 'must be at most 500', value: '501' };
  const cases = [
    [problem(422, {}, { errors: [fault] }), tidemark.InvalidRequestError],
    [problem(400), tidemark.InvalidRequestError],
    [
      json({ success: false, error: 'no key', reason: 'missing_api_key' }, {}, 401),
      tidemark.AuthenticationError,
    ],
    [problem(402), tidemark.PaymentRequiredError],
    [problem(403, {}, { required_tier: 'pro', upgrade_url: 'https://u' }), tidemark.TierError],
    [problem(404), tidemark.NotFoundError],
    [problem(405), tidemark.ProblemError],
  ] as const;
  const errors: tidemark.ProblemError[] = [];
  for (const [step, type] of cases) {
    server.play(step);
    await assert.rejects(clientOf().account.verify(), (error) => {
      assert.ok(error instanceof type && error instanceof tidemark.ProblemError);
      errors.push(error);
      return true;
    });
    assert.equal(server.requests.length, 1, 'what cannot pass is not tried again');
  }
  assert.deepEqual((errors[0] as tidemark.InvalidRequestError).faults, [fault]);
  assert.equal(errors[0]!.message, '422 CODE_422: what happened with 422');
  assert.deepEqual([errors[2]!.detail, errors[2]!.reason], ['no key', 'missing_api_key']);
  const tier = errors[4] as tidemark.TierError;
  assert.deepEqual([tier.requiredTier, tier.upgradeUrl], ['pro', 'https://u']);
});

test('what is no answer of the service is reported as that: no JSON, broken JSON, a redirect, too long, none', async () => {
  const page = '<html>\n<p>Welcome to the proxy</p></html>';
  server.play((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page));
  await assert.rejects(
    clientOf().account.verify(),
    /text\/html where application\/json.*Welcome to the proxy/,
  );
  server.play((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"tier": "p'),
  );
  await assert.rejects(clientOf().account.verify(), (error) => {
    assert.ok(error instanceof tidemark.AnswerError);
    assert.match(error.message, /no JSON: \{"tier": "p/);
    return true;
  });
  server.play((_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end());
  await assert.rejects(
    clientOf().account.verify(),
    /302 to http:\/\/127\.0\.0\.1:1\/: redirects are not followed/,
  );
  server.play(json(body));
  await assert.rejects(clientOf({ maxAnswerBytes: 20 }).account.verify(), /more than 20 bytes/);
  server.play((_, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end(page));
  await assert.rejects(clientOf().account.verify(), /502: <html> <p>Welcome/);
});

test('a body that is cut is asked for again, and a lost connection in the end', async () => {
  const head = { 'Content-Type': 'application/json', 'Content-Length': '100' };
  server.play((request, response) => {
    response.writeHead(200, head).write('{"tier":');
    setImmediate(() => request.destroy());
  });
  const lost = clientOf({ retry: { attempts: 2 } }).account.verify();
  await assert.rejects(lost, (error) => error instanceof tidemark.ConnectionError);
  assert.equal(server.requests.length, 2);
  await assert.rejects(
    clientOf({ baseUrl: 'http://127.0.0.1:1' }).account.verify(),
    tidemark.ConnectionError,
  );
});

test('a call that is aborted ends at once with the reason: while it waits for a body, and while it waits to try again', async () => {
  const reason = new Error('no longer wanted');
  for (const waiting of ['answer', 'retry']) {
    const controller = new AbortController();
    server.play((_, response) => {
      if (waiting === 'retry') response.writeHead(503, { 'Retry-After': '30' }).end();
      setImmediate(() => controller.abort(reason));
    });
    const { signal } = controller;
    const call = createClient({ baseUrl: server.url, apiKey: 'the-key' }).account.verify({}, { signal });
    await assert.rejects(call, (error) => error === reason, waiting);
    assert.equal(server.requests.length, 1);
  }
});

test('a service that does not answer in time is tried again, then it is a lost connection', async () => {
  server.play(() => {});
  const clock = toyClock(nowMs);
  const late = clientOf({ clock, timeoutMs: 20, retry: { attempts: 2 } }).account.verify();
  await assert.rejects(late, /did not answer within 20 ms/);
  assert.deepEqual(clock.waits, [187.5]);
});

test('an answer that is kept is asked for by its tag, and a 304 gives its body with the new limits', async () => {
  const client = clientOf({ cache: { maxEntries: 2 } });
  server.play(json(body, { ETag: '"t1"', 'X-RateLimit-Remaining': '9', Link: '<x>' }), (_, response) =>
    response.writeHead(304, { ETag: '"t1"', 'X-RateLimit-Remaining': '8' }).end(),
  );
  const first = await client.account.verify();
  (first.data as { tier: string }).tier = 'changed by the caller';
  const second = await client.account.verify();
  assert.equal(server.requests[0]!.headers['if-none-match'], undefined);
  assert.equal(server.requests[1]!.headers['if-none-match'], '"t1"');
  assert.deepEqual([second.data, second.unchanged, second.limits.remaining], [body, true, 8]);
  assert.equal(second.headers.get('link'), '<x>');
  server.play(json([], { ETag: '"t"' }));
  for (const limit of [1, 2]) await client.pulse.mostTraded({ limit });
  await client.account.verify();
  assert.equal(
    server.requests.at(-1)!.headers['if-none-match'],
    undefined,
    'the oldest of three was dropped',
  );
});

test('the cache is bounded by what its bodies take, too, and can be switched off', async () => {
  const bounded = clientOf({ cache: { maxCharacters: 40 } });
  const unbounded = clientOf({ cache: false });
  for (const client of [bounded, unbounded]) {
    server.play(json({ text: 'x'.repeat(50) }, { ETag: '"long"' }));
    await client.account.verify();
    await client.account.verify();
    assert.equal(server.requests[1]!.headers['if-none-match'], undefined);
  }
});

test('rows come page by page until one is not full, at most as many as asked for', async () => {
  const all = Array.from({ length: 7 }, (_, i) => ({ wallet: `w${i}` }));
  const serve = (field?: string) =>
    server.play((request, response) => {
      const query = new URL(request.url!, server.url).searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      const rows = all.slice(offset, offset + limit);
      json(field === undefined ? rows : { [field]: rows })(request, response);
    });
  const client = clientOf();
  serve();
  const rows = await Array.fromAsync(client.pulse.survivors.rows({ limit: 3, maxTrough: -5 }));
  assert.deepEqual(rows, all);
  assert.deepEqual(
    server.requests.map(({ url }) => url.split('?')[1]),
    [0, 3, 6].map((offset) => `limit=3&maxTrough=-5&offset=${offset}`),
  );
  serve();
  assert.equal((await Array.fromAsync(client.pulse.survivors.rows({ limit: 3 }, { maxRows: 4 }))).length, 4);
  assert.equal(server.requests.length, 2);
  serve('lifecycles');
  const pages = await Array.fromAsync(client.pulse.traderLifecycles.pages({ address: '0x1', offset: 5 }));
  assert.deepEqual(
    pages.map(({ data }) => data.lifecycles),
    [all.slice(5)],
  );
  assert.match(server.requests[0]!.url, /limit=200&offset=5|offset=5&limit=200/);
  server.play(json({ entities: Array(100).fill({}) }));
  const entities = await Array.fromAsync(client.entities.leaderboard.rows());
  assert.deepEqual([entities.length, server.requests.length], [200, 2], 'the service pages to offset 199');
  server.play(json(null));
  assert.deepEqual(await Array.fromAsync(client.pulse.survivors.rows()), []);
});

test('options and parameters that cannot be right are refused before anything is sent', async () => {
  server.play(json(body));
  assert.throws(() => clientOf({ baseUrl: 'tidemark.example' }), /an address like/);
  assert.throws(() => clientOf({ apiKey: undefined }), /exactly one of apiKey and payment/);
  for (const canonical of ['', '.', '..'])
    await assert.rejects(clientOf().assets.one({ canonical }), /needs a canonical/);
  assert.equal(server.requests.length, 0);
});

test('the same endpoints are there by their path', async () => {
  server.play(problem(503), json(body));
  const { data } = await clientOf().api.GET('/api/public/v1/verify');
  assert.equal(data?.tier, 'pro');
  assert.equal(server.requests.length, 2, 'with the same retries');
});

test('types know parameters, bodies and rows', async () => {
  server.play(json([]));
  const client = clientOf();
  const typed = async () => {
    // @ts-expect-error: a word that the endpoint does not take
    await client.pulse.leaderboard({ sort: 'best' });
    // @ts-expect-error: an address is needed
    await client.pulse.trader();
    // @ts-expect-error: no such parameter
    await client.account.plan({ limit: 1 });
    // @ts-expect-error: a list without pages
    client.exchange.pnlLeaders.rows();
    const { data } = await client.pulse.leaderboard({ sort: 'pnl' });
    // @ts-expect-error: no such field
    data.traders?.[0]?.pnl;
    for await (const row of client.builders.traders.rows({ builder: '0x1' })) row.volumeUsd satisfies number;
  };
  assert.equal(typeof typed, 'function');
});

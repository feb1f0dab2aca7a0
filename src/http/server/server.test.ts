import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dataBlock, startToys, type ToyServer, toyRun, toys } from '../../../test/contract/toys.ts';
import type { Limiter } from '../../access/limiter.ts';
import type { RequestLog, RequestRecord } from '../../access/request-record.ts';
import { createUnlimitedLimiter } from '../../access/unlimited-limiter.ts';
import { AnalyticsError } from '../../analytics/store.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';

let toy: ToyServer;
before(async () => {
  toy = await startToys();
});
after(() => toy.server.close(0));

const board = '/api/public/v1/toy/board';
const trader = `/api/public/v1/toy/trader/0x${'AB'.repeat(20)}`;
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

test('an answer carries its schema, its tag and its window, and every request an id of its own', async () => {
  const answer = await toy.get(board);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.equal((await json(answer)).$schema, `${toy.url}/schemas/ToyBoard.json`);
  assert.equal(answer.headers.get('link'), `<${toy.url}/schemas/ToyBoard.json>; rel="describedby"`);
  assert.equal(answer.headers.get('x-data-block'), null, 'no window, no window headers');
  const windowed = await toy.get(`${trader}?since=1h`, 'starter');
  assert.equal(windowed.headers.get('x-data-from'), '2026-03-01T11:00:00.000Z');
  assert.equal(windowed.headers.get('x-data-to'), '2026-03-01T12:00:00.000Z');
  assert.equal(windowed.headers.get('x-data-block'), String(dataBlock));
  assert.equal(windowed.headers.get('x-data-basis'), 'mixed');
  assert.equal(windowed.headers.get('x-positions-coverage'), null, 'without a value it is left out');
  assert.deepEqual(await windowed.json(), [{ rank: 1, wallet: `0x${'ab'.repeat(20)}` }]);
  const ids = await Promise.all(
    [board, board, trader, '/none', '/health'].map(async (path) =>
      (await toy.get(path)).headers.get('x-request-id'),
    ),
  );
  assert.equal(new Set(ids).size, ids.length);
  const beginnings = new Set(ids.map((id) => /^[\w-]{8}(?=[\w-]{8}$)/.exec(id!)?.[0]));
  assert.equal(beginnings.size, ids.length, 'none follows from another');
});

test('an answer names no block where the newest fills of its window carry none', async () => {
  const live = await startToys(toys, { newestBlock: () => ({ timeMs: 0, block: undefined }) });
  try {
    const windowed = await live.get(`${trader}?since=1h`, 'starter');
    assert.equal(windowed.headers.get('x-data-to'), '2026-03-01T12:00:00.000Z');
    assert.equal(windowed.headers.get('x-data-block'), null);
  } finally {
    await live.server.close(0);
  }
});

test('the steps come in order: route, key, tier, limits, parameters', async () => {
  const refusal = new Problem({
    status: 429,
    code: 'RATE_LIMITED',
    title: 'Too Many Requests',
    detail: 'slow down',
    retryAfterSeconds: 7,
  });
  const decision = { headers: ['X-RateLimit-Tier', 'starter'], refusal };
  const limiter: Limiter = {
    ...createUnlimitedLimiter({ clock: systemClock }),
    tryTake: () => undefined,
    take: async () => decision,
  };
  const limited = await startToys(toys, { limiter });
  const bad = `${trader.slice(0, -1)}?since=x`;
  const status = async (path: string, tier: string | null) => (await limited.get(path, tier)).status;
  assert.equal(await status('/api/public/v1/none', null), 404);
  assert.equal(await status(bad, null), 401);
  assert.equal(await status(bad, 'free'), 403);
  const answer = await limited.get(bad, 'starter');
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get('retry-after'), '7');
  assert.equal(answer.headers.get('x-ratelimit-tier'), 'starter');
  assert.equal((await json(answer)).upgrade_url, `${limited.url}/upgrade`);
  await limited.server.close(0);
  assert.equal((await toy.get(bad, 'starter')).status, 400);
});

test('a missing and a wrong key get the legacy body and a challenge', async () => {
  for (const [tier, reason] of [
    [null, 'missing_api_key'],
    ['nonsense', 'invalid_api_key'],
  ] as const) {
    const answer = await toy.get(board, tier);
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.match(answer.headers.get('www-authenticate')!, /X-API-Key/);
    const body = await json(answer);
    assert.deepEqual([body.success, body.reason], [false, reason]);
    assert.equal(body.signup_url, tier === null ? `${toy.url}/signup` : undefined);
  }
});

test('a gate names both tiers, and a long window the way out', async () => {
  const gate = await json(await toy.get(trader, 'free'));
  assert.deepEqual(
    [gate.status, gate.code, gate.reason, gate.current_tier, gate.required_tier, gate.upgrade_url],
    [403, 'TIER_GATE', 'insufficient_tier', 'free', 'starter', `${toy.url}/upgrade`],
  );
  const answer = await toy.get(`${trader}?since=31d`, 'starter');
  assert.equal(answer.status, 400);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const long = await json(answer);
  assert.deepEqual(
    [long.success, long.reason, long.upgrade_url],
    [false, 'invalid_parameters', `${toy.url}/upgrade`],
  );
  assert.match(String(long.hint), /30 days/);
});

test('a problem has exactly the fields of the contract, a type that can be read and an instance of its own', async () => {
  const answer = await toy.get(`${board}?limit=0&sort=up`);
  assert.equal(answer.status, 422);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  const body = await json(answer);
  const requestId = answer.headers.get('x-request-id');
  assert.deepEqual(Object.keys(body).sort(), [
    'code',
    'detail',
    'errors',
    'instance',
    'reason',
    'status',
    'title',
    'type',
  ]);
  assert.equal(body.instance, `urn:tidemark:request:${requestId}`);
  assert.equal((body.errors as unknown[]).length, 2);
  const page = await fetch(String(body.type));
  assert.equal(page.status, 200);
  assert.match(await page.text(), /INVALID_PARAMETERS/);
});

test('malformed escapes in path or query are a 400, never a 500', async () => {
  for (const path of [
    `${board}?sort=%`,
    '/api/public/v1/toy/trader/%zz',
    '/api/public/v1/toy/trader/%ff',
    '/%',
  ]) {
    const { status, headers } = await toy.get(path, 'starter');
    assert.equal(status, 400, path);
    assert.ok(headers.get('x-request-id'));
  }
});

test('an unknown route names the nearest, a wrong method the right ones, with or without a key', async () => {
  const lost = await toy.get('/api/public/v1/toy/bord', null);
  assert.equal(lost.status, 404);
  assert.match(String((await json(lost)).detail), /\/api\/public\/v1\/toy\/board/);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const body = method === 'POST' ? '{"a":' : undefined;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(toy.url + board, { method, headers, ...(body && { body }) });
    assert.equal(answer.status, 405, method);
    assert.match(answer.headers.get('allow')!, /GET/);
    await answer.text();
  }
  const service = await fetch(`${toy.url}/health`, { method: 'POST' });
  assert.equal(service.status, 405);
  assert.equal((await fetch(`${toy.url}/none`, { method: 'POST' })).status, 404);
});

test('HEAD answers like GET without a body', async () => {
  const head = await fetch(toy.url + board, { method: 'HEAD', headers: { 'X-API-Key': 'key-free' } });
  const get = await toy.get(board);
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
  assert.equal(head.headers.get('etag'), get.headers.get('etag'));
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
});

test('a browser may ask from anywhere without a key, and read every header of the contract', async () => {
  const headers = {
    Origin: 'https://a.example',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key',
  };
  const preflight = await fetch(toy.url + board, { method: 'OPTIONS', headers });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'x-api-key');
  assert.ok(preflight.headers.get('x-request-id'));
  for (const answer of [await toy.get(board, 'free', headers), await toy.get(board, null, headers)]) {
    const exposed = answer.headers.get('access-control-expose-headers')!;
    for (const name of [
      'X-Request-ID',
      'X-RateLimit-Remaining',
      'X-Data-Block',
      'X-Positions-Coverage',
      'X-Billing-State',
      'ETag',
      'Retry-After',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
  }
});

test('what an endpoint throws becomes its status, and nothing of an inner fault leaves', async () => {
  const lines: string[] = [];
  const failing = (name: string, error: unknown) => toyRun(name, () => Promise.reject(error));
  const upstream = new Problem({
    status: 502,
    code: 'UPSTREAM_FAILED',
    title: 'Bad Gateway',
    detail: 'exchange',
    legacy: true,
  });
  const broken = await startToys(
    [
      failing('deadline', new AnalyticsError('deadline', 'q', 'slow', undefined, 5_000)),
      failing('overloaded', new AnalyticsError('overloaded', 'q', 'queue')),
      failing('engine', new AnalyticsError('engine', 'q', 'secret table')),
      failing('bug', new Error('secret')),
      failing('upstream', upstream),
      toyRun('never', () => new Promise(() => {})),
      toyRun('curious', ({ caller }) => ({ body: caller.accountId })),
    ],
    {
      limits: { deadlineMs: 100 },
      log: createLog({ level: 'error', to: { write: (line: string) => lines.push(line) } }),
    },
  );
  for (const [name, status] of Object.entries({
    deadline: 504,
    overloaded: 503,
    engine: 500,
    bug: 500,
    upstream: 502,
    never: 504,
    curious: 500,
  })) {
    const answer = await broken.get(`/api/public/v1/toy/${name}`);
    assert.equal(answer.status, status, name);
    assert.equal(answer.headers.get('retry-after'), status === 503 ? '1' : null);
    const text = await answer.text();
    assert.doesNotMatch(text, /secret/);
    // The bound that was hit: of one query, or of the answer.
    if (status === 504)
      assert.match(text, name === 'deadline' ? /query .* than 5000 ms/ : /answer took longer than 100 ms/);
  }
  assert.equal(
    lines.filter((line) => line.includes('secret')).length,
    2,
    'the log has what the caller does not see',
  );
  assert.ok(lines.every((line) => JSON.parse(line).requestId));
  await broken.server.close(0);
});

test('a client that leaves cancels its own run', async () => {
  let cancelled: () => void = () => {};
  const isCancelled = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  let started: () => void = () => {};
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const waiting = toyRun('wait', ({ signal }) => {
    started();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        cancelled();
        reject(signal.reason);
      });
    });
  });
  const server = await startToys([waiting]);
  const leave = new AbortController();
  const headers = { 'X-API-Key': 'key-free' };
  const pending = fetch(`${server.url}/api/public/v1/toy/wait`, { headers, signal: leave.signal }).catch(
    () => {},
  );
  await isStarted;
  leave.abort();
  await isCancelled;
  await pending;
  await server.server.close(0);
});

test('requests with an accepted key are recorded, by the hash of the key', async () => {
  const records: RequestRecord[] = [];
  const requestLog: RequestLog = {
    counts: { stored: 0, dropped: 0 },
    record: (record) => records.push(record),
  };
  const recorded = await startToys(toys, { requestLog });
  for (const tier of ['free', null, 'free']) await (await recorded.get(board, tier)).text();
  await (await recorded.get(`${board}?limit=x`)).text();
  assert.deepEqual(
    records.map(({ endpoint, method, status, keyHash }) => [endpoint, method, status, keyHash]),
    [200, 200, 422].map((status) => ['toy.board', 'GET', status, 'hash of free one']),
  );
  await recorded.server.close(0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startToys, toyAuthenticator, toyBoard, toyRun } from '../../../test/contract/toys.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import type { Strain } from '../problems/request-problems.ts';
import type { LoadShedder } from './load-shedder.ts';

const board = '/api/public/v1/toy/board';

function strainable() {
  const state: { strain: Strain | undefined } = { strain: undefined };
  const shedder: LoadShedder = {
    strain: () => state.strain,
    detail: () => (state.strain === undefined ? undefined : `too little ${state.strain}`),
    check: () => {},
    close: () => {},
  };
  return { state, shedder };
}

test('under strain a page at hand is served, what needs a run gets 503 with Retry-After, and /ready reports it', async () => {
  const lines: string[] = [];
  const { state, shedder } = strainable();
  const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(line) } });
  const toy = await startToys([toyBoard, toyRun('live', () => ({ body: 1 }))], { shedder, log });
  const get = async (path: string) => {
    const answer = await toy.get(path);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  assert.equal((await get(`${board}?limit=1`)).status, 200);
  state.strain = 'event_loop';
  assert.equal((await get(`${board}?limit=1`)).status, 200, 'at once');
  assert.equal((await get(`${board}?limit=1&unknown=1`)).status, 200, 'by the long way');
  for (const path of [`${board}?limit=2`, '/api/public/v1/toy/live']) {
    const { status, headers, text } = await get(path);
    assert.deepEqual([status, headers.get('retry-after')], [503, '2']);
    assert.equal(headers.get('content-type'), 'application/problem+json');
    const keys = Object.keys(JSON.parse(text)).sort();
    assert.deepEqual(keys, ['code', 'detail', 'instance', 'status', 'title', 'type']);
    assert.equal(JSON.parse(text).code, 'OVERLOADED');
  }
  assert.equal((await get('/health')).status, 200);
  const ready = await get('/ready');
  assert.equal(ready.status, 503);
  assert.equal(JSON.parse(ready.text).checks.load, 'too little event_loop');
  assert.match((await get('/metrics')).text, /tidemark_shed_requests_total\{reason="event_loop"\} 2/);
  state.strain = undefined;
  assert.equal((await get(`${board}?limit=2`)).status, 200);
  assert.equal((await get('/ready')).status, 200);
  assert.deepEqual(lines, [], 'no line for each request that is shed');
  await toy.server.close(0);
});

test('under strain a run under way may still be joined', async () => {
  const { state, shedder } = strainable();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const slow = toyRun(
    'slow',
    async () => {
      begun.resolve();
      await end.promise;
      return { body: 'made once' };
    },
    { age: 'live' },
  );
  const toy = await startToys([slow], { shedder });
  const first = toy.get('/api/public/v1/toy/slow');
  await begun.promise;
  state.strain = 'memory';
  const second = toy.get('/api/public/v1/toy/slow');
  const joined = async () => (await (await toy.get('/metrics')).text()).includes('{result="joined"} 1');
  while (!(await joined()));
  end.resolve();
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
  await toy.server.close(0);
});

test('more requests in flight than the bound get 503, and pages at hand do not', async () => {
  const end = Promise.withResolvers<void>();
  const slow = toyRun('slow', () => end.promise.then(() => ({ body: 1 })));
  const toy = await startToys([slow, toyBoard], { limits: { maxInFlight: 2 } });
  await (await toy.get(board)).text();
  const waiting = [toy.get('/api/public/v1/toy/slow'), toy.get('/api/public/v1/toy/slow')];
  const inFlight = async () =>
    (await (await toy.get('/metrics')).text()).includes('tidemark_http_requests_in_flight 2');
  while (!(await inFlight()));
  const third = await toy.get('/api/public/v1/toy/slow');
  assert.deepEqual([third.status, third.headers.get('retry-after')], [503, '1']);
  assert.equal((await toy.get(board)).status, 200);
  assert.match(await (await toy.get('/metrics')).text(), /shed_requests_total\{reason="in_flight"\} 1/);
  end.resolve();
  for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200);
  await toy.server.close(0);
});

test('visitors are refused first where many requests wait, then keys of tier free, paying keys last', async () => {
  const end = Promise.withResolvers<void>();
  const slow = toyRun('slow', () => end.promise.then(() => ({ body: 1 })));
  const known = toyAuthenticator();
  const authenticate: typeof known.authenticate = async (key) => {
    const caller = await known.authenticate(key);
    return key === 'key-pro-visitor' ? { ...caller, guest: { scopes: ['somewhere'] } } : caller;
  };
  const authenticator = { ...known, known: () => undefined, authenticate };
  const toy = await startToys([slow], { limits: { maxInFlight: 10 }, authenticator });
  const path = '/api/public/v1/toy/slow';
  const waiting = [];
  const isWaiting = async (count: number) =>
    (await (await toy.get('/metrics')).text()).includes(`tidemark_http_requests_in_flight ${count}\n`);
  for (const [tier, upTo] of [
    ['pro-visitor', 6],
    ['free', 8],
    ['starter', 10],
  ] as const) {
    while (waiting.length < upTo) waiting.push(toy.get(path, tier));
    while (!(await isWaiting(upTo)));
    assert.equal((await toy.get(path, tier)).status, 503, tier);
    assert.equal((await toy.get('/ready')).status, upTo < 10 ? 200 : 503, 'ready while anybody is taken');
  }
  end.resolve();
  for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200);
  assert.equal((await toy.get('/ready')).status, 200);
  await toy.server.close(0);
});

test('an event loop that real work holds up sheds that work until it is over, and /health answers meanwhile', async () => {
  const busy = toyRun('busy', () => {
    const untilMs = monotonicMs() + 300;
    while (monotonicMs() < untilMs);
    return { body: 1 };
  });
  const toy = await startToys([busy, toyBoard], { limits: { maxLoopDelayMs: 200 } });
  await (await toy.get(board)).text();
  const path = '/api/public/v1/toy/busy';
  const startMs = monotonicMs();
  const statuses: number[] = [];
  async function hammer(): Promise<void> {
    while (!statuses.includes(503)) {
      assert.ok(monotonicMs() - startMs < 30_000, 'shed within half a minute');
      const answer = await toy.get(path, 'pro');
      await answer.text();
      statuses.push(answer.status);
    }
  }
  await Promise.all(Array.from({ length: 16 }, hammer));
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
  assert.equal((await toy.get('/health')).status, 200);
  assert.equal((await toy.get(board)).status, 200);
  while ((await toy.get('/ready')).status !== 200) {
    assert.ok(monotonicMs() - startMs < 60_000, 'over within a minute');
    await new Promise((resolve) => setTimeout(resolve, 50)); // waits: a poll, the state is reported by status only
  }
  assert.equal((await toy.get(path, 'pro')).status, 200);
  await toy.server.close(0);
});

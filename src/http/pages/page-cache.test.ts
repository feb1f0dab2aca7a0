import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Age } from '../../endpoints/ages.ts';
import type { Problem } from '../../kernel/problem.ts';
import { RequestGone } from '../../kernel/problem.ts';
import { makePage, type Page } from './page.ts';
import { createPageCache, type PageCacheOptions, type Run } from './page-cache.ts';

const age: Age = { lagMs: 4_000, clientSeconds: 1 };
/** The part of the lag after which a page that something moved behind is made again at the latest. */
const restMs = 2_400;
/** A making that takes so long is not repeated before. */
const slowRunMs = 48;

function pageOf(text: string): Page {
  const headers = { contentType: 'text/plain', cacheControl: 'no-store', vary: 'Accept-Encoding' };
  return makePage({ body: text, ...headers });
}

/** A cache on its own clock, with pages of a single version, and runs that end when the test says so. */
function bench(options: Partial<PageCacheOptions> = {}) {
  const state = { nowMs: 0, runs: 0, version: 0 };
  const ends: ((page: Page | Error) => void)[] = [];
  const signals: AbortSignal[] = [];
  const cache = createPageCache({
    maxBytes: 1e6,
    maxFlights: 8,
    deadlineMs: 5_000,
    monotonic: () => state.nowMs,
    ...options,
  });
  const version = () => state.version;
  const produce = ({ signal, footing }: Run) => {
    state.runs += 1;
    footing.restOn(version);
    signals.push(signal);
    return new Promise<Page>((resolve, reject) => {
      ends.push((page) => (page instanceof Error ? reject(page) : resolve(page)));
    });
  };
  const ask = (key = 'k', signal?: AbortSignal) => cache.page(cache.entry(key, age, produce), signal);
  /** Runs begin in a microtask of their own. */
  const settle = () => turn();
  return { state, ends, signals, cache, ask, settle };
}

test('requests for one page share one run', async () => {
  const { state, ends, ask, settle } = bench();
  const pending = [ask(), ask(), ask()];
  await settle();
  assert.equal(state.runs, 1);
  ends[0]!(pageOf('one'));
  const pages = await Promise.all(pending);
  assert.ok(pages.every((page) => page === pages[0]));
});

test('a page is served for as long as nothing moves that it rests on', async () => {
  const { state, ends, ask, settle } = bench();
  const first = ask();
  await settle();
  ends[0]!(pageOf('one'));
  const one = await first;
  state.nowMs = 3_600_000;
  assert.equal(await ask(), one);
  await settle();
  assert.equal(state.runs, 1);
});

test('a page that something moved behind is served up to its lag while one run makes the next, and not longer', async () => {
  const { state, ends, ask, settle } = bench();
  const first = ask();
  await settle();
  state.nowMs = slowRunMs;
  ends[0]!(pageOf('one'));
  const one = await first;
  state.version = 1;
  state.nowMs = restMs - 1;
  assert.equal(await ask(), one);
  await settle();
  assert.equal(state.runs, 1, 'it was made a moment ago');
  state.nowMs = restMs;
  assert.equal(await ask(), one);
  assert.equal(await ask(), one);
  await settle();
  assert.equal(state.runs, 2, 'one refresh behind two answers');
  ends[1]!(pageOf('two'));
  await settle();
  assert.equal((await ask()).identity.body.toString(), 'two');
  state.version = 2;
  state.nowMs += age.lagMs;
  const late = ask();
  await settle();
  ends[2]!(pageOf('three'));
  assert.equal((await late).identity.body.toString(), 'three', 'beyond its lag a request waits');
});

test('a page that is cheap to make is made again soon', async () => {
  const { state, ends, ask, settle } = bench();
  const first = ask();
  await settle();
  state.nowMs = 4;
  ends[0]!(pageOf('one'));
  await first;
  state.version = 1;
  state.nowMs = 199;
  await ask();
  await settle();
  assert.equal(state.runs, 1);
  state.nowMs = 200;
  await ask();
  await settle();
  assert.equal(state.runs, 2);
});

test('what moves while a page is made has moved behind it, and its age counts from the start of its run', async () => {
  const { state, ends, ask, settle } = bench();
  const first = ask();
  await settle();
  state.version = 1;
  state.nowMs = restMs;
  ends[0]!(pageOf('one'));
  await first;
  await ask();
  await settle();
  assert.equal(state.runs, 2);
});

test('a failed run answers those who wait and is not kept', async () => {
  const { state, ends, cache, ask, settle } = bench();
  const first = ask();
  await settle();
  ends[0]!(new Error('broken'));
  await assert.rejects(first, /broken/);
  assert.equal(cache.count(), 0);
  const second = ask();
  await settle();
  assert.equal(state.runs, 2);
  ends[1]!(pageOf('one'));
  await second;
});

test('a failed refresh leaves the stale page standing and is not repeated at once', async () => {
  const failures: string[] = [];
  const { state, ends, ask, settle } = bench({ refreshFailed: (key) => failures.push(key) });
  const first = ask();
  await settle();
  ends[0]!(pageOf('one'));
  await first;
  state.version = 1;
  state.nowMs = restMs;
  await ask();
  await settle();
  ends[1]!(new Error('broken'));
  await settle();
  assert.equal((await ask()).identity.body.toString(), 'one');
  await settle();
  assert.equal(state.runs, 2);
  assert.deepEqual(failures, ['k']);
  state.nowMs += 250;
  await ask();
  await settle();
  assert.equal(state.runs, 3);
});

test('a run is cancelled when the last who waits has gone, not before', async () => {
  const { state, ends, signals, ask, settle } = bench();
  const [a, b] = [new AbortController(), new AbortController()];
  const pending = [ask('k', a.signal), ask('k', b.signal)].map((one) => one.catch((error: unknown) => error));
  await settle();
  a.abort();
  assert.ok((await pending[0]) instanceof RequestGone);
  assert.equal(signals[0]!.aborted, false);
  b.abort();
  assert.ok(signals[0]!.aborted);
  const next = ask();
  await settle();
  assert.equal(state.runs, 2, 'a cancelled run is not joined');
  ends[1]!(pageOf('two'));
  assert.equal((await next).identity.body.toString(), 'two');
});

test('a run past its deadline is a 504, and its signal aborts', async () => {
  const { signals, ask } = bench({ deadlineMs: 20 });
  await assert.rejects(ask(), (error: Problem) => error.fields.status === 504);
  assert.ok(signals[0]!.aborted);
});

test('more runs at once than allowed are refused with 503', async () => {
  const { ends, ask, settle } = bench({ maxFlights: 1 });
  const first = ask('a');
  await assert.rejects(ask('b'), (error: Problem) => error.fields.status === 503);
  await settle();
  ends[0]!(pageOf('one'));
  await first;
});

test('distinct pages never take more bytes than allowed, and those in use stay', async () => {
  const maxBytes = 60_000;
  const { ends, cache, ask, settle } = bench({ maxBytes });
  for (let i = 0; i < 100; i++) {
    const pending = ask(`k${i}`);
    await settle();
    ends[i]!(pageOf('x'.repeat(1_000)));
    await pending;
    assert.ok(cache.sizeBytes() <= maxBytes);
    if (i > 0) await ask('k0');
  }
  assert.ok(cache.count() < 20);
  assert.equal(ends.length, 100, 'k0 was never made again');
});

test('a page in use keeps its encodings over a refresh', async () => {
  const { state, ends, cache, ask, settle } = bench();
  const first = ask();
  await settle();
  ends[0]!(pageOf('x'.repeat(5_000)));
  const one = await first;
  await one.encoded('br');
  state.version = 1;
  state.nowMs = restMs;
  await ask();
  await settle();
  ends[1]!(pageOf('y'.repeat(5_000)));
  while (cache.flights() > 0) await settle();
  const two = await ask();
  assert.ok(two !== one && two.br !== undefined);
  state.version = 2;
  state.nowMs += restMs;
  await ask();
  await settle();
  ends[2]!(pageOf('y'.repeat(5_000)));
  while (cache.flights() > 0) await settle();
  const three = await ask();
  assert.ok(three !== two && three.br!.body === two.br.body, 'an equal body is not compressed again');
});

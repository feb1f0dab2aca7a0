import assert from 'node:assert/strict';
import { test } from 'node:test';
import { swrCache, swrValue } from './swr-cache.ts';

/** Reads that end when the test says so. */
function reading(limit = 10) {
  const under = new Map<string, PromiseWithResolvers<string>>();
  const began: string[] = [];
  let nowMs = 0;
  const read = swrCache<string>({
    read(key) {
      began.push(key);
      const pending = Promise.withResolvers<string>();
      under.set(key, pending);
      return pending.promise;
    },
    freshMs: 1_000,
    limit,
    now: () => nowMs,
  });
  return {
    read,
    began,
    under,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('callers at one time share a read, and its value is served within its time', async () => {
  const { read, began, under, pass } = reading();
  const pending = [read('a'), read('a'), read('a')];
  under.get('a')!.resolve('first');
  assert.deepEqual(await Promise.all(pending), ['first', 'first', 'first']);
  pass(999);
  assert.equal(await read('a'), 'first');
  assert.deepEqual(began, ['a']);
  pass(1);
  const again = read('a');
  under.get('a')!.resolve('second');
  assert.equal(await again, 'second');
  assert.deepEqual(began, ['a', 'a']);
});

test('a fault is that of the callers that wait for the read, and not of the next one', async () => {
  const { read, under } = reading();
  const pending = [read('a'), read('a')];
  under.get('a')!.reject(new Error('away'));
  for (const one of pending) await assert.rejects(one, /away/);
  const later = read('a');
  under.get('a')!.resolve('back');
  assert.equal(await later, 'back');
});

test('a caller that leaves leaves the read to the others, also where there are none', async () => {
  const { read, began, under } = reading();
  const stop = new AbortController();
  const [left, staying] = [read('a', stop.signal), read('a')];
  stop.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  await assert.rejects(read('b', stop.signal), /gone/);
  under.get('a')!.resolve('answer');
  assert.equal(await staying, 'answer');
  assert.deepEqual(began, ['a']);
});

test('at most the limit of values is held, the oldest go first', async () => {
  const { read, began, under } = reading(2);
  for (const key of ['a', 'b', 'c']) {
    const pending = read(key);
    under.get(key)!.resolve(key);
    await pending;
  }
  assert.equal(await read('c'), 'c');
  assert.equal(await read('b'), 'b');
  const again = read('a');
  under.get('a')!.resolve('a');
  await again;
  assert.deepEqual(began, ['a', 'b', 'c', 'a']);
});

test('past one age a value is served and read again behind the answer, past another the caller waits', async () => {
  let [nowMs, reads] = [0, 0];
  let fails = false;
  const ask = swrValue({
    async read() {
      reads += 1;
      if (fails) throw new Error('away');
      return reads;
    },
    freshMs: 10_000,
    staleMs: 60_000,
    now: () => nowMs,
  });
  const askAt = (ms: number) => {
    nowMs = ms;
    return ask();
  };
  assert.deepEqual(await Promise.all([askAt(0), askAt(0)]), [1, 1]);
  assert.equal(await askAt(9_999), 1);
  assert.equal(await askAt(30_000), 1, 'read again behind the answer');
  assert.equal(await askAt(30_001), 2);
  fails = true;
  assert.equal(await askAt(60_000), 2, 'a background read that fails costs no answer');
  await assert.rejects(askAt(90_002), /away/);
  fails = false;
  assert.ok((await askAt(90_003)) > 2);
});

test('a value that is not kept is read for each caller that comes after', async () => {
  const values = ['', 'first', 'second'];
  const ask = swrValue({
    read: async () => values.shift()!,
    freshMs: 60_000,
    isKept: (value) => value !== '',
  });
  assert.equal(await ask(), '');
  assert.equal(await ask(), 'first');
  assert.equal(await ask(), 'first');
});

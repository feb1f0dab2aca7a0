import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareReads } from './shared-reads.ts';

/** Reads that end when they are told to. */
function reading(keptLimit = 10) {
  const under = new Map<string, PromiseWithResolvers<string>>();
  const began: string[] = [];
  let nowMs = 0;
  const read = shareReads<string>({
    read(key) {
      began.push(key);
      const pending = Promise.withResolvers<string>();
      under.set(key, pending);
      return pending.promise;
    },
    keepMs: 1_000,
    keptLimit,
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

test('all who ask at once share one reading, and who asks within a second has its answer', async () => {
  const { read, began, under, pass } = reading();
  const asked = [read('a'), read('a'), read('a')];
  under.get('a')!.resolve('first');
  assert.deepEqual(await Promise.all(asked), ['first', 'first', 'first']);
  pass(999);
  assert.equal(await read('a'), 'first');
  assert.deepEqual(began, ['a']);
  pass(1);
  const again = read('a');
  under.get('a')!.resolve('second');
  assert.equal(await again, 'second');
  assert.deepEqual(began, ['a', 'a']);
});

test('a failure is told to all who wait for it, and nobody after them', async () => {
  const { read, under } = reading();
  const asked = [read('a'), read('a')];
  under.get('a')!.reject(new Error('away'));
  for (const one of asked) await assert.rejects(one, /away/);
  const later = read('a');
  under.get('a')!.resolve('back');
  assert.equal(await later, 'back');
});

test('who gives up leaves the reading to the others, also where nobody is left', async () => {
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

test('no more answers are kept than allowed, the oldest go first', async () => {
  const { read, began, under } = reading(2);
  for (const key of ['a', 'b', 'c']) {
    const asked = read(key);
    under.get(key)!.resolve(key);
    await asked;
  }
  assert.equal(await read('c'), 'c');
  assert.equal(await read('b'), 'b');
  const again = read('a');
  under.get('a')!.resolve('a');
  await again;
  assert.deepEqual(began, ['a', 'b', 'c', 'a']);
});

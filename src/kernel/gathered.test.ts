import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gathered } from './gathered.ts';

function setUp(bounds: { most: number; atOnce: number }) {
  const requests: (readonly string[])[] = [];
  const answers: PromiseWithResolvers<ReadonlyMap<string, number>>[] = [];
  const find = gathered((keys: readonly string[]) => {
    requests.push(keys);
    const answer = Promise.withResolvers<ReadonlyMap<string, number>>();
    answers.push(answer);
    return answer.promise;
  }, bounds);
  return { asked: requests, answers, find };
}

test('what comes while an answer is under way shares the next ones, each key once', async () => {
  const { asked: requests, answers, find } = setUp({ most: 2, atOnce: 1 });
  const found = ['a', 'b', 'c', 'b', 'd'].map(find);
  assert.deepEqual(requests, [['a']]);
  answers[0]!.resolve(new Map([['a', 1]]));
  await found[0];
  await new Promise(setImmediate);
  assert.deepEqual(requests, [['a'], ['b', 'c']]);
  answers[1]!.resolve(new Map([['b', 2]]));
  await found[1];
  await new Promise(setImmediate);
  assert.deepEqual(requests[2], ['d']);
  answers[2]!.resolve(new Map());
  assert.deepEqual(await Promise.all(found), [1, 2, undefined, 2, undefined]);
});

test('a key that is asked for again while its answer is under way gets a newer one, and a fault is that of its keys alone', async () => {
  const { asked: requests, answers, find } = setUp({ most: 10, atOnce: 2 });
  const [first, second, third] = [find('a'), find('b'), find('a')];
  assert.deepEqual(requests, [['a'], ['b']]);
  answers[0]!.reject(new Error('away'));
  await assert.rejects(first, /away/);
  await new Promise(setImmediate);
  assert.deepEqual(requests[2], ['a']);
  answers[1]!.resolve(new Map([['b', 2]]));
  answers[2]!.resolve(new Map([['a', 3]]));
  assert.deepEqual(await Promise.all([second, third]), [2, 3]);
});

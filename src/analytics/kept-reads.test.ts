import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { keptReads } from './kept-reads.ts';
import { query } from './query.ts';
import { AnalyticsError, type AnalyticsStore } from './store.ts';

const shared = { params: { limit: 'UInt64' }, row: Type.Object({}), sql: 'SELECT {limit:UInt64}' } as const;
const kept = query({ name: 'test.kept', ...shared, kept: true });
const other = query({ name: 'test.other', ...shared });

/** A store whose answers are made by hand. */
function handMade() {
  const requests: { name: string; answer: PromiseWithResolvers<object[]> }[] = [];
  const store = {
    kind: 'chdb',
    rows({ name }: { name: string }) {
      const answer = Promise.withResolvers<object[]>();
      requests.push({ name, answer });
      return answer.promise;
    },
  } as unknown as AnalyticsStore;
  let version = 1;
  const reads = keptReads(store, () => version);
  return { asked: requests, reads, fillsChange: () => (version += 1) };
}

test('a kept query is asked once for each version of the fills and each set of parameters', async () => {
  const { asked: requests, reads, fillsChange } = handMade();
  const [one, same] = [reads.rows(kept, { limit: 1 }), reads.rows(kept, { limit: 1 })];
  void reads.rows(kept, { limit: 2 });
  assert.equal(requests.length, 2);
  requests[0]!.answer.resolve([{}]);
  assert.equal(await one, await same);
  assert.equal(await reads.rows(kept, { limit: 1 }), await one);
  fillsChange();
  void reads.rows(kept, { limit: 1 });
  assert.equal(requests.length, 3);
});

test('any other query is asked every time', () => {
  const { asked: requests, reads } = handMade();
  void reads.rows(other, { limit: 1 });
  void reads.rows(other, { limit: 1 });
  assert.equal(requests.length, 2);
});

test('a failure is not kept', async () => {
  const { asked: requests, reads } = handMade();
  const failed = reads.rows(kept, { limit: 1 });
  requests[0]!.answer.reject(new AnalyticsError('deadline', 'test.kept', 'too late'));
  await assert.rejects(failed, { failure: 'deadline' });
  void reads.rows(kept, { limit: 1 });
  assert.equal(requests.length, 2);
});

test('a caller that leaves takes the rows from no other', async () => {
  const { asked: requests, reads } = handMade();
  const leaving = new AbortController();
  const left = reads.rows(kept, { limit: 1 }, { signal: leaving.signal });
  const stays = reads.rows(kept, { limit: 1 });
  leaving.abort();
  await assert.rejects(left, { failure: 'cancelled' });
  requests[0]!.answer.resolve([]);
  assert.deepEqual(await stays, []);
});

test('at most the limit of lists is kept, those asked for last', () => {
  const { asked: requests, reads } = handMade();
  for (let limit = 0; limit < 65; limit++) void reads.rows(kept, { limit });
  void reads.rows(kept, { limit: 64 });
  assert.equal(requests.length, 65);
  void reads.rows(kept, { limit: 0 });
  assert.equal(requests.length, 66);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeqCounter } from './seq-counter.ts';

test('fills of one millisecond are numbered from 0, also where others stand between them', () => {
  const seqs = createSeqCounter();
  const times = [5, 5, 7, 5, 7, 3, 3, 5, 9, 3];
  assert.deepEqual(
    times.map((time) => seqs.next(time)),
    [0, 1, 0, 2, 1, 0, 1, 3, 0, 2],
  );
});

test('a millisecond keeps its count over tens of thousands of others', () => {
  const seqs = createSeqCounter();
  for (let time = 0; time < 60_000; time++) seqs.next(time);
  assert.equal(seqs.next(0), 1);
  assert.equal(seqs.next(59_999), 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from './problem.ts';
import { readyInTime } from './ready-in-time.ts';

test('what is not prepared in time is 503 with Retry-After, and given later', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await assert.rejects(readyInTime(promise, 'The list', 20), ({ fields }: Problem) => {
    const { status, code, detail, retryAfterSeconds, countedAs } = fields;
    assert.deepEqual([status, code, retryAfterSeconds], [503, 'NOT_READY', 5]);
    assert.equal(countedAs, 'unready', 'it is no fault');
    assert.match(detail, /The list is still being prepared/);
    return true;
  });
  const waiting = readyInTime(promise, 'The list');
  resolve('all');
  assert.equal(await waiting, 'all');
});

test('why something cannot be prepared is reported as it is', async () => {
  const stopped = new Error('shutting down');
  await assert.rejects(readyInTime(Promise.reject(stopped), 'The list'), stopped);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monotonicMs } from './clock.ts';
import { withTimeout } from './with-timeout.ts';

const never = new Promise<never>(() => undefined);
const unexpected = () => assert.fail('the work has ended');

test('work that ends in time is its value or its fault', async () => {
  assert.equal(await withTimeout(Promise.resolve(3), 600_000, unexpected), 3);
  await assert.rejects(withTimeout(Promise.reject(new Error('no room')), 600_000, unexpected), /no room/);
});

test('work that takes longer is what the timeout says, a value or a fault', async () => {
  assert.equal(await withTimeout(never, 1, () => 'late'), 'late');
  const fail = () => {
    throw new Error('no answer');
  };
  await assert.rejects(withTimeout(never, 1, fail), /no answer/);
});

test('work that ended while the process was held up is not late', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const waiting = withTimeout(promise, 1, unexpected);
  setImmediate(() => resolve(3));
  for (const startMs = monotonicMs(); monotonicMs() - startMs < 5; );
  assert.equal(await waiting, 3);
});

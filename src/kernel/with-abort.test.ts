import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { withAbort } from './with-abort.ts';

test('the promise is waited for until the signal aborts, and no listener is left on the signal', async () => {
  const stop = new AbortController();
  assert.equal(await withAbort(Promise.resolve(3), stop.signal), 3);
  await assert.rejects(withAbort(Promise.reject(new Error('away')), stop.signal), /away/);
  const waiting = withAbort(new Promise<never>(() => undefined), stop.signal);
  stop.abort(new Error('shutting down'));
  await assert.rejects(waiting, /shutting down/);
  await assert.rejects(withAbort(Promise.resolve(3), stop.signal), /shutting down/);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
});

test('a caller may name the reason, and one without a signal gets the promise as it is', async () => {
  const cancelled = () => new Error('cancelled by the caller');
  const waiting = withAbort(new Promise<never>(() => undefined), AbortSignal.abort(), cancelled);
  await assert.rejects(waiting, /cancelled by the caller/);
  const promise = Promise.resolve(3);
  assert.equal(withAbort(promise, undefined), promise);
});

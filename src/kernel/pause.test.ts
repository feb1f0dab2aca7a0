import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from './pause.ts';

test('a pause ends with its time, or without an error as soon as the signal aborts', async () => {
  const stop = new AbortController();
  await pause(1, stop.signal);
  const waiting = pause(600_000, stop.signal, { ref: false });
  stop.abort();
  await waiting;
  await pause(600_000, stop.signal);
  assert.ok(stop.signal.aborted);
});

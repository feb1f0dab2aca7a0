import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost } from './at-most.ts';

test('a wait ends with its work, with the fault of it, or at its limit', async () => {
  const never = new Promise(() => undefined);
  await atMost(600_000, Promise.resolve());
  await assert.rejects(atMost(600_000, Promise.reject(new Error('no room'))), /no room/);
  const held = setInterval(() => undefined, 1_000);
  await atMost(1, never);
  clearInterval(held);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backoffMs } from './backoff.ts';

test('a wait doubles with every failure, is halved at most, and has a bound', () => {
  const bytes = fc.uint8Array({ minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), bytes, (failures, random) => {
      const waitMs = backoffMs(failures, { firstMs: 100, maxMs: 30_000, rng: { bytes: () => random } });
      const longestMs = Math.min(30_000, 100 * 2 ** Math.min(failures - 1, 20));
      assert.ok(waitMs >= longestMs / 2 && waitMs <= longestMs, `${waitMs}`);
    }),
  );
});

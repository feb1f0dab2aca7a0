import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsOf } from './connector-limits.ts';

test('more weight a minute takes more readings at once, within bounds, unless it is said how many', () => {
  const concurrency = (weightPerMinute?: number) =>
    limitsOf({ ...(weightPerMinute && { weightPerMinute }) }).concurrency;
  assert.deepEqual([concurrency(), concurrency(120), concurrency(1_200)], [8, 8, 8]);
  assert.deepEqual([concurrency(3_000), concurrency(60_000)], [20, 48]);
  assert.equal(limitsOf({ weightPerMinute: 60_000, concurrency: 3 }).concurrency, 3);
});

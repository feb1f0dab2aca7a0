import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNumberSet } from './number-set.ts';
import { seededRng } from './rng.ts';

test('counts each number once, however large and in whatever order', () => {
  const rng = seededRng('numbers');
  const [held, plain] = [createNumberSet(), new Set<number>()];
  for (let i = 0; i < 5_000; i++) {
    const value = rng.below(10 ** (1 + rng.below(7)));
    held.add(value);
    plain.add(value);
    assert.equal(held.size, plain.size);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

test('a set counts each number once, whether they lie close or far apart', () => {
  const numbers = fc.oneof(
    fc.array(fc.nat({ max: 300 }), { maxLength: 500 }),
    fc.array(fc.nat({ max: 5_000_000 }), { maxLength: 300 }),
    fc.array(fc.nat({ max: 20_000 }), { maxLength: 500 }),
  );
  fc.assert(
    fc.property(numbers, numbers, (some, others) => {
      const set = createNumberSet();
      const model = new Set<number>();
      for (const number of [...some, ...others, ...some]) {
        set.add(number);
        model.add(number);
        assert.equal(set.size, model.size);
      }
    }),
    { numRuns: 50 },
  );
});

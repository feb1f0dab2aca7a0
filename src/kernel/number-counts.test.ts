import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNumberCounts } from './number-counts.ts';

test('it has each number whose count is above zero, however far they lie apart', () => {
  const step = fc.tuple(fc.constantFrom(0, 1, 1_023, 1_024, 5_000, 200_000), fc.constantFrom(-1, 0, 1, 3));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const counts = createNumberCounts();
      const plain = new Map<number, number>();
      for (const [value, change] of steps) {
        const before = plain.get(value) ?? 0;
        if (before + change < 0) continue;
        counts.add(value, change);
        plain.set(value, before + change);
        assert.equal(counts.has(value), before + change > 0);
      }
      assert.equal(counts.size, [...plain.values()].filter((count) => count > 0).length);
    }),
    { numRuns: 100 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { selectTop } from './select-top.ts';

// Few different keys, so that most rows tie.
const keys = fc.array(fc.constantFrom(Number.NaN, -Infinity, -1, -0, 0, 0.5, 2, Infinity), {
  maxLength: 200,
});

test('the selected rows are the first of a full sort, whatever ties, NaN keys and refused rows there are', () => {
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (column, limit, step) => {
        const order = { key: (row: number) => column[row]!, tie: (a: number, b: number) => b - a };
        const accept = (row: number) => row % step === 0;
        const sorted = column
          .map((key, row) => ({ key, row }))
          .filter(({ key, row }) => !Number.isNaN(key) && accept(row))
          .sort((a, b) => (a.key === b.key ? b.row - a.row : b.key > a.key ? 1 : -1))
          .map(({ row }) => row);
        const selected = [...selectTop(column.length, limit, order, accept)];
        assert.deepEqual(selected, sorted.slice(0, limit));
      },
    ),
    { numRuns: 500 },
  );
});

test('without rows nothing is selected', () => {
  assert.equal(selectTop(0, 10, { key: () => 1, tie: () => 0 }).length, 0);
});

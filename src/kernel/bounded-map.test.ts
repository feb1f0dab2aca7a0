import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.ts';

test('the entry set the longest ago goes first, and setting a known key again makes it the newest', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  );
});

test('whatever is set, deleted and cleared, it holds the newest entries up to its limit', () => {
  const key = fc.integer({ min: 0, max: 12 });
  const step = fc.oneof(
    { weight: 12, arbitrary: fc.record({ set: key }) },
    { weight: 4, arbitrary: fc.record({ delete: key }) },
    { weight: 4, arbitrary: fc.constant({ oldest: true }) },
    { weight: 1, arbitrary: fc.constant({ clear: true }) },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 200 }), (limit, steps) => {
      const map = new BoundedMap<number, number>(limit);
      let expected: [number, number][] = [];
      for (const [i, one] of steps.entries()) {
        if ('clear' in one) {
          map.clear();
          expected = [];
        } else if ('oldest' in one) {
          assert.equal(map.oldest(), expected[0]?.[0]);
        } else if ('delete' in one) {
          map.delete(one.delete);
          expected = expected.filter(([known]) => known !== one.delete);
        } else {
          map.set(one.set, i);
          expected = [...expected.filter(([known]) => known !== one.set), [one.set, i] as [number, number]];
          expected = expected.slice(-limit);
        }
        assert.deepEqual([...map], expected);
      }
    }),
  );
});

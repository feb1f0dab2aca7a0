import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundedUsd } from './rounded.ts';

test('what doubles add is left out, a millionth of a dollar stays', () => {
  assert.deepEqual(
    [22580.999999999996, 0.1 + 0.2, -1.1 * 3, 0.000001, -12.345678].map(roundedUsd),
    [22581, 0.3, -3.3, 0.000001, -12.345678],
  );
  for (const amount of [1.5e17, 98_765_432_101.25, Number.NaN]) assert.equal(roundedUsd(amount), amount);
});

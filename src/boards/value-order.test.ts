import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingOrder } from './value-order.ts';

function check(values: number[]): void {
  const order = ascendingOrder(Float64Array.from(values));
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    values.map((_, i) => i),
    'every place stands in the order once',
  );
  const sorted = [...order].map((at) => values[at]!);
  for (let i = 1; i < sorted.length; i++) assert.ok(sorted[i - 1]! <= sorted[i]!, `${sorted}`);
}

test('any doubles come in ascending order, each place once', () => {
  fc.assert(fc.property(fc.array(fc.double({ noNaN: true })), check));
});

test('values that differ only in their last bits, in long and short runs, come in ascending order', () => {
  const nearby = fc.integer({ min: 0, max: 200 }).map((ulps) => 1_000 + ulps * 2 ** -43);
  fc.assert(fc.property(fc.array(nearby, { maxLength: 300 }), check));
});

test('0 and -0 are equal, and infinities stand at the ends', () => {
  check([
    0,
    -0,
    Number.POSITIVE_INFINITY,
    0,
    Number.NEGATIVE_INFINITY,
    -0,
    -Number.MIN_VALUE,
    Number.MIN_VALUE,
  ]);
});

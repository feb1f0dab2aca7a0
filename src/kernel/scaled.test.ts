import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { scaledInteger, scaledNumber, writeScaled } from './scaled.ts';

function scaled(value: string | number, scale: 10 | 12): bigint {
  const words = new Uint32Array(6).fill(7);
  writeScaled(value, scale, words, 1);
  assert.equal(words[0], 7);
  assert.equal(words[5], 7);
  let total = 0n;
  for (let i = 4; i >= 1; i--) total = (total << 32n) | BigInt(words[i]!);
  return BigInt.asIntN(128, total);
}

test('a scaled value equals exact integer arithmetic for every decimal text', () => {
  const decimal = fc.tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
    fc.stringMatching(/^\d{0,12}$/),
  );
  fc.assert(
    fc.property(decimal, fc.constantFrom(10 as const, 12 as const), ([negative, whole, digits], scale) => {
      const fraction = digits.slice(0, scale);
      const text = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
      const exact = BigInt(`${whole}${fraction.padEnd(scale, '0')}`) * (negative ? -1n : 1n);
      assert.equal(scaled(text, scale), exact);
    }),
    { numRuns: 2_000 },
  );
});

test('numbers and exponents are rounded to the scale, trailing zeros are ignored', () => {
  assert.equal(scaled(0.1, 12), 100_000_000_000n);
  assert.equal(scaled('1e-7', 12), 100_000n);
  assert.equal(scaled(-2.5, 10), -25_000_000_000n);
  assert.equal(scaled('1.00000000000000', 12), 10n ** 12n);
  assert.equal(scaled('-0.0', 12), 0n);
  assert.equal(scaled('999999999999999.999999999999', 12), 10n ** 27n - 1n);
});

const Wide = Decimal.clone({ precision: 60 });

test('decimal text as an integer and back is the number that its digits mean', () => {
  const value = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(value, (integer) => {
      const text = new Wide(integer.toString()).div('1e12').toFixed();
      assert.equal(scaledInteger(text, 12), integer, text);
      assert.equal(scaledNumber(integer, 12), integer === 0n ? 0 : Number(text));
    }),
  );
});

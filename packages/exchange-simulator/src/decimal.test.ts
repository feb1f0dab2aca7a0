import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalText, mulDiv, mulMod, roundToTick } from './decimal.ts';

const safe = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

test('decimals are written as the exchange writes them', () => {
  const texts: [units: number, decimals: number, text: string][] = [
    [0, 6, '0.0'],
    [664050, 1, '66405.0'],
    [9, 5, '0.00009'],
    [-461, 6, '-0.000461'],
    [250000000, 0, '250000000.0'],
    [4560000, 6, '4.56'],
    [100000000, 8, '1.0'],
  ];
  for (const [units, decimals, text] of texts) assert.equal(decimalText(units, decimals), text);
});

test('a written decimal is the number it was made of', () => {
  fc.assert(
    fc.property(safe, fc.integer({ min: 0, max: 8 }), (units, decimals) => {
      const text = decimalText(units, decimals);
      const [whole, fraction] = text.replace('-', '').split('.') as [string, string];
      const digits = BigInt(whole + fraction.padEnd(Math.max(decimals, 1), '0'));
      const expected = BigInt(Math.abs(units)) * (decimals === 0 ? 10n : 1n);
      assert.equal(digits, expected, text);
      assert.equal(text.startsWith('-'), units < 0);
    }),
  );
});

test('products and quotients are exact beyond 2^53', () => {
  fc.assert(
    fc.property(
      safe,
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 1e9, max: 1e12 }),
      (a, b, divisor) => {
        const product = BigInt(a) * BigInt(b);
        assert.equal(BigInt(mulDiv(a, b, divisor)), product / BigInt(divisor));
        assert.equal(BigInt(mulMod(a, b, divisor)), product % BigInt(divisor));
      },
    ),
  );
});

test('a rounded price has 5 significant figures or is an integer, and is rounded no further than that', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e10, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      (px, decimals) => {
        const rounded = roundToTick(px, decimals);
        const isInteger = rounded % 10 ** decimals === 0;
        const figures = String(rounded).replace(/0+$/, '').length;
        assert.ok(Number.isInteger(rounded) && (figures <= 5 || isInteger), `${rounded}`);
        assert.ok(Math.abs(rounded - px) <= Math.max(1, px / 10_000));
        assert.equal(roundToTick(rounded, decimals), rounded);
      },
    ),
  );
});

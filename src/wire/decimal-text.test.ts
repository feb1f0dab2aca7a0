import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalScan, scanDecimal } from './decimal-text.ts';

test('a decimal with or without an exponent is known by its sign', () => {
  const signs: [string, number][] = [
    ['0', 0],
    ['-0.0', 0],
    ['0.65385', 1],
    ['-113.20366', -1],
    ['1128265.1000000001', 1],
    ['1e-7', 1],
    ['-2.5E+3', -1],
    ['0e99', 0],
    ['000000000000000000001', 1],
    ['1.000000000000000000', 1],
    ['999999999999999.999999999999', 1],
  ];
  for (const [text, sign] of signs) assert.equal(scanDecimal(text, 12), sign, text);
});

test('what is no decimal is distinguished from what has too many digits', () => {
  const { notDecimal, tooManyDecimals, tooManyIntegerDigits } = decimalScan;
  for (const text of [
    '',
    '-',
    '.5',
    '5.',
    '1.2.3',
    '+1',
    '1,5',
    ' 1',
    '1e',
    'NaN',
    'Infinity',
    '0x10',
    '1e1.5',
  ]) {
    assert.equal(scanDecimal(text, 12), notDecimal, text);
  }
  assert.equal(scanDecimal('1'.repeat(65), 12), notDecimal);
  for (const text of ['1000000000000000', '1e15', '0.1e17']) {
    assert.equal(scanDecimal(text, 12), tooManyIntegerDigits, text);
  }
  for (const text of ['0.0000000000001', '1e-13', '1.23e-11']) {
    assert.equal(scanDecimal(text, 12), tooManyDecimals, text);
  }
  assert.equal(scanDecimal('0.12345678901', 10), tooManyDecimals);
  assert.equal(scanDecimal('0.12345678900', 10), decimalScan.positive, 'trailing zeros do not count');
});

test('every decimal within the limits is usable, written plainly or with an exponent', () => {
  const whole = fc.integer({ min: -999_999_999, max: 999_999_999 });
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 12 }), (digits, decimals) => {
      const text = `${digits}e-${decimals}`;
      const padded = String(Math.abs(digits)).padStart(decimals + 1, '0');
      const at = padded.length - decimals;
      const plain =
        (digits < 0 ? '-' : '') + padded.slice(0, at) + (decimals > 0 ? `.${padded.slice(at)}` : '');
      assert.equal(scanDecimal(text, 12), Math.sign(digits) + 0, text);
      assert.equal(scanDecimal(plain, 12), Math.sign(digits) + 0, plain);
    }),
  );
});

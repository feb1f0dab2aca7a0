import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAddress } from './address.ts';

test('readAddress agrees with the pattern 0x and 40 hex digits on any text', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEFgG/:@`'),
    minLength: 38,
    maxLength: 42,
  });
  fc.assert(
    fc.property(fc.constantFrom('0x', '0X', '1x', '00'), digits, (prefix, rest) => {
      const text = prefix + rest;
      const expected = /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined;
      assert.equal(readAddress(text), expected);
    }),
  );
});

test('a value that is no string is no address', () => {
  for (const value of [undefined, null, 42, {}, [], true]) assert.equal(readAddress(value), undefined);
});

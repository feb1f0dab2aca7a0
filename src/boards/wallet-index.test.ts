import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWalletIndex } from './wallet-index.ts';

test('every wallet keeps the number of its first sight, through collisions and growth', () => {
  // Two values a byte and mostly zeros: many wallets share the bytes that the table hashes.
  const byte = fc.constantFrom(0, 0, 0, 0, 255);
  const wallet = fc.array(byte, { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(wallet, { maxLength: 300 }), (wallets) => {
      const index = createWalletIndex(2);
      const expected = new Map<string, number>();
      for (const bytes of wallets) {
        const key = bytes.join(',');
        if (!expected.has(key)) expected.set(key, expected.size);
        // Not at the start of the buffer, as in a result of many rows.
        assert.equal(index.rowOf(Uint8Array.from([9, 9, 9, ...bytes]), 3), expected.get(key));
      }
      assert.equal(index.count, expected.size);
      for (const [key, row] of expected) {
        assert.equal([...index.wallets.subarray(row * 20, row * 20 + 20)].join(','), key);
      }
    }),
    { numRuns: 200 },
  );
});

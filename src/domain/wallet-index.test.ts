import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareAddresses, createWalletIndex, rowsStartingWith, walletsPerChunk } from './wallet-index.ts';

// Two values a byte and mostly zeros: many wallets share the bytes that the table hashes.
const byte = fc.constantFrom(0, 0, 0, 0, 255);
const wallet = fc.array(byte, { minLength: 20, maxLength: 20 });
const hex = (bytes: readonly number[]) => `0x${Buffer.from(bytes).toString('hex')}`;

test('every wallet keeps the number of its first sight, through collisions and growth', () => {
  fc.assert(
    fc.property(fc.array(wallet, { maxLength: 300 }), (wallets) => {
      const index = createWalletIndex();
      const expected = new Map<string, number>();
      for (const bytes of wallets) {
        const address = hex(bytes);
        const row = expected.get(address);
        assert.equal(index.find(address), row);
        if (row === undefined) expected.set(address, expected.size);
        // Not at the start of the buffer, as in a result of many rows.
        assert.equal(index.rowOf(Uint8Array.from([9, 9, 9, ...bytes]), 3), expected.get(address));
      }
      assert.equal(index.count, expected.size);
      for (const [address, row] of expected) {
        assert.equal(index.address(row), address);
        assert.equal(index.find(address), row);
        assert.equal(index.rowOfAddress(address.toUpperCase().replace('0X', '0x')), row);
      }
    }),
    { numRuns: 200 },
  );
});

test('rows beyond one chunk are found, and addresses compare as their texts do', () => {
  const index = createWalletIndex();
  const bytes = new Uint8Array(20);
  const view = new DataView(bytes.buffer);
  const wallets = walletsPerChunk + 100;
  for (let i = 0; i < wallets; i++) {
    view.setUint32(16, Math.imul(i, 0x9e3779b1));
    assert.equal(index.rowOf(bytes, 0), i);
  }
  assert.equal(index.chunks.length, 2);
  for (let i = 0; i < wallets; i += 997) {
    const [address, last] = [index.address(i), index.address(wallets - 1)];
    assert.equal(index.find(address), i);
    assert.equal(
      Math.sign(compareAddresses(index.chunks, i, wallets - 1)),
      address < last ? -1 : address > last ? 1 : 0,
    );
  }
});

test('wallets are found by the beginning of their address', () => {
  const wallets = fc.array(wallet, { maxLength: 60 });
  fc.assert(
    fc.property(wallets, wallet, fc.integer({ min: 4, max: 42 }), (held, sought, length) => {
      const index = createWalletIndex();
      for (const bytes of held) index.rowOfAddress(hex(bytes));
      const prefix = hex(sought)
        .slice(0, length)
        .replace(/[a-f]/g, (digit) => digit.toUpperCase());
      const rows = Array.from({ length: index.count }, (_, row) => row);
      assert.deepEqual(
        [...rowsStartingWith(index.chunks, prefix, index.count)],
        rows.filter((row) => index.address(row).startsWith(prefix.toLowerCase())),
      );
    }),
  );
});

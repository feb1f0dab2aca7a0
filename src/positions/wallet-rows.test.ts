import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWalletRows } from './wallet-rows.ts';

test('finds the row of each wallet as a map does, however wallets come, go and move', () => {
  // Close numbers meet in the same places, far ones all over.
  const wallet = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2_000_000 }), fc.constantFrom(0, 2 ** 31 - 1));
  const steps = fc.array(fc.record({ wallet, goes: fc.boolean() }), { maxLength: 400 });
  fc.assert(
    fc.property(steps, (taken) => {
      const table: number[] = [];
      const rows = createWalletRows((row) => table[row]!);
      const model = new Map<number, number>();
      for (const { wallet, goes } of taken) {
        const row = model.get(wallet);
        if (row === undefined) {
          table.push(wallet);
          rows.set(wallet, table.length - 1);
          model.set(wallet, table.length - 1);
        } else if (goes) {
          rows.delete(wallet);
          model.delete(wallet);
          const last = table.length - 1;
          if (row !== last) {
            table[row] = table[last]!;
            rows.set(table[row]!, row);
            model.set(table[row]!, row);
          }
          table.pop();
        }
        for (const requests of new Set(taken.map((step) => step.wallet))) {
          assert.equal(rows.get(requests), model.get(requests));
        }
      }
    }),
    { numRuns: 60 },
  );
});

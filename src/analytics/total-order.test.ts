import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascending, descending, pageOf, totalOrder } from './total-order.ts';

interface Row {
  address: string;
  pnl: number;
  trades: number;
}

const order = totalOrder<Row>(
  descending(({ pnl }) => pnl),
  ascending(({ trades }) => trades),
  ascending(({ address }) => address),
);
const rows = fc
  .uniqueArray(
    fc.record({
      // Few values, so that most rows have equal ranks.
      pnl: fc.integer({ min: -2, max: 2 }),
      trades: fc.integer({ min: 1, max: 2 }),
      address: fc.string({ minLength: 1, maxLength: 3 }),
    }),
    { selector: ({ address }) => address, maxLength: 60 },
  )
  .map((all): Row[] => all);

test('pages of any size are the whole list, each row once, whatever order the rows came in', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 70 }), fc.integer(), (all, limit, seed) => {
      const shuffled = [...all].sort((a, b) => hash(a.address, seed) - hash(b.address, seed)).sort(order);
      const paged: Row[] = [];
      for (let offset = 0; offset < all.length; offset += limit)
        paged.push(...pageOf(shuffled, { limit, offset }));
      assert.deepEqual(paged, [...all].sort(order));
      assert.equal(new Set(paged).size, all.length);
      assert.deepEqual(pageOf(shuffled, { limit, offset: all.length }), []);
    }),
  );
});

test('the order is by the first key that differs, and total', () => {
  fc.assert(
    fc.property(rows, (all) => {
      for (const [i, row] of [...all].sort(order).entries()) {
        const next = [...all].sort(order)[i + 1];
        if (next === undefined) continue;
        assert.ok(order(row, next) < 0 && order(next, row) > 0);
        assert.ok(row.pnl > next.pnl || (row.pnl === next.pnl && row.trades <= next.trades));
      }
    }),
  );
});

function hash(text: string, seed: number): number {
  return [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed);
}

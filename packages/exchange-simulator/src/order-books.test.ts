import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createOrderBooks, ordersLimit } from './order-books.ts';

const action = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    isBuy: fc.boolean(),
    px: fc.integer({ min: 1, max: 20 }),
    wallet: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('take' as const), isBuy: fc.boolean() }),
  fc.record({ kind: fc.constant('cancel' as const), wallet: fc.integer({ min: 0, max: 3 }) }),
);

test('orders leave by best price, then by time, whatever was added, taken and cancelled', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const books = createOrderBooks();
      let expected: { oid: number; isBuy: boolean; px: number; wallet: number }[] = [];
      const ranked = (isBuy: boolean) =>
        expected
          .filter((order) => order.isBuy === isBuy)
          .sort((a, b) => (isBuy ? b.px - a.px : a.px - b.px) || a.oid - b.oid);
      for (const [oid, step] of actions.entries()) {
        if (step.kind === 'add') {
          const { isBuy, px, wallet } = step;
          books.add({ book: 5, isBuy, px, sz: 1, wallet, oid, inverted: false });
          expected.push({ oid, isBuy, px, wallet });
        } else if (step.kind === 'take') {
          const best = ranked(step.isBuy)[0];
          if (best === undefined) continue;
          books.removeBest(5, step.isBuy);
          expected = expected.filter((order) => order !== best);
        } else {
          books.cancel(5, (slot) => books.wallet[slot] === step.wallet);
          expected = expected.filter((order) => order.wallet !== step.wallet);
        }
        for (const isBuy of [true, false]) {
          const oids = ranked(isBuy).map((order) => order.oid);
          assert.deepEqual(restingOids(books, isBuy), oids);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a side holds a bounded number of orders, the best ones', () => {
  const books = createOrderBooks();
  for (let px = 1; px <= ordersLimit + 50; px++) {
    books.add({ book: 5, isBuy: true, px, sz: 1, wallet: 0, oid: px, inverted: false });
  }
  const oids = restingOids(books, true);
  assert.equal(oids.length, ordersLimit);
  assert.equal(oids[0], ordersLimit + 50);
  assert.equal(oids.at(-1), 51);
});

function restingOids(books: ReturnType<typeof createOrderBooks>, isBuy: boolean): number[] {
  const oids: number[] = [];
  for (let slot = books.best(5, isBuy); slot >= 0; slot = books.next[slot]!) oids.push(books.oid[slot]!);
  return oids;
}

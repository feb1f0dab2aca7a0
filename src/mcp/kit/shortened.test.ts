import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortened } from './answer.ts';

test('what fits stays as it is, and nothing is marked as cut', () => {
  const value = { rows: [1, 2, 3] };
  assert.deepEqual(shortened(value, 1_000), { value, cuts: [] });
});

test('of a ranking the first rows stay, of a series the newest, and both are marked', () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({ address: `0x${i}`, pnl: 400 - i }));
  const days = Array.from({ length: 400 }, (_, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    pnl: i,
  }));
  const { value, cuts } = shortened({ rows, days }, 2_000) as {
    value: { rows: object[]; days: object[] };
    cuts: object[];
  };
  assert.ok(JSON.stringify(value).length <= 2_000);
  const { length } = value.rows;
  assert.ok(length > 5);
  assert.deepEqual(value.rows, rows.slice(0, length));
  assert.deepEqual(value.days, days.slice(-length));
  assert.deepEqual(cuts, [
    { at: 'data.rows', shown: length, of: 400, kept: 'first' },
    { at: 'data.days', shown: length, of: 400, kept: 'newest' },
  ]);
});

test('lists within rows are cut to fewer, and marked once', () => {
  const value = {
    coins: Array.from({ length: 20 }, () => ({ top: Array.from({ length: 50 }, (_, i) => i) })),
  };
  const { value: short, cuts } = shortened(value, 800);
  assert.ok(JSON.stringify(short).length <= 800);
  assert.equal(cuts.filter(({ at }) => at === 'data.coins[].top').length, 1);
});

test('however large lists are, the rest fits, and no value is another', () => {
  const list = fc.array(fc.record({ a: fc.string(), b: fc.integer() }, { noNullPrototype: true }), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(
      fc.record({ one: list, two: fc.record({ three: list }) }, { noNullPrototype: true }),
      (value) => {
        const { value: short } = shortened(value, 500) as { value: typeof value };
        assert.ok(JSON.stringify(short).length <= 500);
        for (const [kept, all] of [
          [short.one, value.one],
          [short.two.three, value.two.three],
        ] as const) {
          assert.deepEqual(kept, all.slice(0, kept.length));
        }
      },
    ),
    { numRuns: 30 },
  );
});

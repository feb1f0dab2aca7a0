import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { createWalletIndex, type WalletIndex } from '../domain/wallet-index.ts';
import { board } from './board.ts';
import { rankedPage } from './ranked-page.ts';
import { applyChange, createTable, type ReadRows, type Table, type TableChange } from './table.ts';

const noQuery = query({ name: 'none', params: {}, row: Type.Object({}), sql: 'SELECT 1' });
const read = { columns: ['value', 'trades'] as const, query: async () => noQuery };

/** Few values, so that most rows tie, and some that leave rows out. */
const toy = board({
  name: 'toy',
  columns: { value: 'float64', trades: 'uint32', ratio: 'float64', place: 'float64' },
  full: [read],
  changed: [read],
  turned: [],
  compute(columns, row) {
    columns.ratio[row] = columns.value[row]! / columns.trades[row]!;
  },
  whole: [
    {
      column: 'place',
      orders: ['place'],
      fill(values, columns) {
        for (let row = 0; row < values.length; row++) {
          const value = columns.value[row]!;
          values[row] = columns.value.subarray(0, values.length).filter((other) => other < value).length;
        }
      },
    },
  ],
  orders: {
    value: { by: [(columns) => (row) => columns.value[row]!] },
    ratio: {
      listed: (columns) => (row) => columns.trades[row]! > 1,
      by: [(columns) => (row) => columns.ratio[row]!, (columns) => (row) => columns.trades[row]!],
    },
    place: { by: [(columns) => (row) => columns.place[row]!] },
    trades: { by: [(columns) => (row) => columns.trades[row]!] },
  },
});
const names = Object.keys(toy.orders) as (keyof typeof toy.orders)[];

type Row = [wallet: number, value: number, trades: number];

const row: fc.Arbitrary<Row> = fc.tuple(
  fc.integer({ min: 0, max: 60 }),
  fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY, -1, -0, 0, 0.5, 2),
  fc.integer({ min: 1, max: 4 }),
);
const rows = fc.uniqueArray(row, { maxLength: 40, selector: ([wallet]) => wallet });

/** Result rows as the engine sends them. */
function resultOf(index: WalletIndex, some: readonly Row[]): ReadRows {
  const bytes = new Uint8Array(some.length * 36);
  const view = new DataView(bytes.buffer);
  const numbers = some.map(([wallet, value, trades], i) => {
    // The wallets' order by number is not the one by address.
    bytes.set([(wallet * 37) % 61, wallet], i * 36);
    view.setFloat64(i * 36 + 20, value, true);
    view.setFloat64(i * 36 + 28, trades, true);
    return index.rowOf(bytes, i * 36);
  });
  return { read: 0, rows: Uint32Array.from(numbers), bytes };
}

/** A table as the reading thread sees it. */
function built(index: WalletIndex, some: readonly Row[]) {
  const table: Table = createTable(toy, 0);
  table.write(resultOf(index, some), index);
  table.compute();
  const seen = { columns: { ...table.columns }, orders: {} as Record<string, Uint32Array> };
  const take = (change: TableChange): void => {
    Object.assign(seen.columns, change.columns);
    applyChange(seen.columns, change);
    Object.assign(seen.orders, change.orders);
  };
  take(table.whole('place', index.chunks));
  for (const name of names) if (name !== 'place') take(table.order(name, index.chunks));
  return { table, seen, take };
}

const addresses = (index: WalletIndex, order: Uint32Array) => Array.from(order, (one) => index.address(one));

test('orders that follow changes are those of a table made of the same rows at once, through ties, NaN and new wallets', () => {
  fc.assert(
    fc.property(rows, fc.array(rows, { maxLength: 4 }), (first, changes) => {
      const index = createWalletIndex();
      const { table, seen, take } = built(index, first);
      const now = new Map(first.map((one) => [one[0], one]));
      for (const change of changes) {
        for (const one of change) now.set(one[0], one);
        const before = structuredClone(seen.columns);
        const made = table.change([resultOf(index, change)], index);
        for (const [name, column] of Object.entries(before)) {
          assert.deepEqual(seen.columns[name as 'value'], column, 'nothing moves before it is applied');
        }
        take(made);
        take(table.whole('place', index.chunks));
        const other = createWalletIndex();
        const expected = built(other, [...now.values()]);
        for (const name of names) {
          assert.deepEqual(
            addresses(index, seen.orders[name]!),
            addresses(other, expected.seen.orders[name]!),
            name,
          );
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('an order is the plain sort of its rows, and a page of it the rows from either end above a floor', () => {
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (some, least, limit) => {
        const index = createWalletIndex();
        const { seen } = built(index, some);
        const view = {
          ...seen,
          count: index.count,
          find: index.find,
          address: index.address,
          startingWith: () => [],
          compareAddresses: (a: number, b: number) => (index.address(a) < index.address(b) ? -1 : 1),
        };
        const { value, trades } = seen.columns as Record<'value' | 'trades', Float64Array>;
        const ranked = Array.from({ length: index.count }, (_, i) => i).filter(
          (i) => !Number.isNaN(value[i]!) && trades[i]! >= least,
        );
        for (const fromLast of [false, true]) {
          const sorted = ranked.toSorted((a, b) => {
            const [one, other] = [value[a]!, value[b]!];
            if (one !== other) return one > other === fromLast ? 1 : -1;
            return view.compareAddresses(a, b);
          });
          const floor = { column: 'trades', order: 'trades', least };
          for (const few of [true, false]) {
            const { rows: page } = rankedPage(view, {
              order: 'value',
              by: toy.orders.value,
              limit,
              fromLast,
              ...(least > 0 && { floor: { ...floor, fewRows: few ? 100 : 0 } }),
            });
            assert.deepEqual([...page], sorted.slice(0, limit));
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a column or a name that contradicts the declaration is reported where it is declared', () => {
  const wrong = { columns: ['other'], query: async () => noQuery } as never;
  const parts = { columns: { value: 'float64' }, full: [], changed: [], turned: [], orders: {} } as const;
  assert.throws(() => board({ ...parts, name: 'Toy' }), /board Toy: lower case/);
  assert.throws(
    () => board({ ...parts, name: 'toy', full: [wrong] }),
    /a query fills other, which is no column/,
  );
  const whole = [{ column: 'count', orders: [], fill: () => undefined }] as never;
  assert.throws(
    () => board({ ...parts, name: 'toy', columns: { count: 'uint8' } as never, whole }),
    /count needs all wallets and must be float64/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireBook } from '../../../wire/book.ts';
import { createDeepBooks } from './deep-books.ts';

const side = (from: number, step: number, count: number, sz: string) =>
  Array.from({ length: count }, (_, i) => ({ px: String(from + i * step), sz, n: 1 }));
const book = (time: number, bid: number, count: number, sz = '1'): WireBook => ({
  coin: 'BTC',
  time,
  levels: [side(bid, -1, count, sz), side(bid + 1, 1, count, sz)],
});
const prices = ({ levels }: WireBook) => levels.map((one) => one.map(({ px }) => Number(px)));

test('a fast book has the levels of the last default book behind its own, never one twice or across', () => {
  const deepen = createDeepBooks();
  deepen(book(1_000, 100, 20));
  const [bids, asks] = prices(deepen(book(1_500, 103, 5, '2')));
  assert.deepEqual(bids, [103, 102, 101, 100, 99, ...Array.from({ length: 15 }, (_, i) => 98 - i)]);
  assert.deepEqual(asks, [104, 105, 106, 107, 108, ...Array.from({ length: 12 }, (_, i) => 109 + i)]);
});

test('a side of fewer than five levels is whole, and levels of more than 15 seconds are left out', () => {
  const deepen = createDeepBooks();
  deepen(book(1_000, 100, 20));
  assert.equal(prices(deepen(book(1_500, 100, 4)))[0]!.length, 4);
  assert.equal(prices(deepen(book(16_001, 100, 5)))[0]!.length, 5);
});

test('without a default book a fast one is as it came', () => {
  const fast = book(1_000, 100, 5);
  assert.equal(createDeepBooks()(fast), fast);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireBook } from '../../../wire/book.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import { createLatestBooks } from './latest-books.ts';
import { createTradeFilter } from './trade-filter.ts';

const user = `0x${'a1'.repeat(20)}`;
const tradeOf = (tid: number): WireTrade => ({
  coin: 'BTC',
  side: 'B',
  px: '1',
  sz: '1',
  time: 1_784_683_648_442,
  tid,
  users: [user, user],
});

test('a trade comes through once, and a bounded number is remembered', () => {
  const filter = createTradeFilter(3);
  assert.deepEqual(filter.fresh([tradeOf(1), tradeOf(2), tradeOf(1)]), [tradeOf(1), tradeOf(2)]);
  assert.deepEqual(filter.fresh([{ ...tradeOf(1), coin: 'ETH' }]).length, 1, 'another coin is another trade');
  assert.deepEqual(filter.fresh([tradeOf(3), tradeOf(4), tradeOf(2)]), [tradeOf(3), tradeOf(4)]);
  assert.deepEqual(filter.fresh([tradeOf(1)]), [tradeOf(1)], 'long forgotten');
  filter.retain(new Set(['BTC']));
  assert.deepEqual(filter.fresh([tradeOf(1)]), []);
  filter.retain(new Set(['ETH']));
  assert.deepEqual(filter.fresh([tradeOf(1)]), [tradeOf(1)], 'of a coin that was not traded any more');
});

test('a late book does not replace a newer one', () => {
  const books = createLatestBooks();
  const at = (time: number): WireBook => ({ coin: 'BTC', time, levels: [[], []] });
  assert.deepEqual([at(5), at(7), at(6), at(7)].map(books.put), [true, true, false, false]);
  assert.equal(books.get('BTC')!.time, 7);
  books.retain(new Set(['BTC']));
  assert.equal([...books.all()].length, 1);
  books.retain(new Set(['ETH']));
  assert.deepEqual([...books.all()], []);
});

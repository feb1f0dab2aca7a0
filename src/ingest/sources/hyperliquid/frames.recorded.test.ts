import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedLines } from '../../../../test/recorded-data.ts';
import { readFrame } from '../../../wire/frame.ts';
import { createLatestBooks } from './latest-books.ts';
import { createTradeFilter } from './trade-filter.ts';

test('recorded frames, replayed in pieces that overlap, give each trade once and the last book of each coin', () => {
  const lines = recordedLines('ws/books-and-trades.jsonl');
  const filter = createTradeFilter();
  const books = createLatestBooks();
  const lastBooks = new Map<string, number>();
  let trades = 0;
  // Every hundred frames the last fifty come again.
  const replay = lines.flatMap((_, i) => (i % 100 === 99 ? lines.slice(i - 99, i + 51) : []));
  for (const line of [...replay, ...lines.slice(lines.length - (lines.length % 100))]) {
    const frame = readFrame(line);
    assert.ok('channel' in frame);
    if (frame.channel === 'trades') trades += filter.fresh(frame.data).length;
    if (frame.channel === 'l2Book') {
      books.put(frame.data);
      lastBooks.set(frame.data.coin, Math.max(frame.data.time, lastBooks.get(frame.data.coin) ?? 0));
    }
  }
  assert.equal(trades, 1_869);
  assert.deepEqual(new Map([...books.all()].map(({ coin, time }) => [coin, time])), lastBooks);
  assert.equal(lastBooks.size, 5);
});

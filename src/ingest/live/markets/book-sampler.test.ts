import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../../../kernel/clock.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { BookSnapshotRow } from '../../facts/fact-tables.ts';
import type { SeenMinutes } from './minute-store.ts';
import { createBookSampler } from './sampler.ts';

const startMinute = Date.UTC(2026, 4, 1) / minuteMs;
/** @param at Minutes after the start. */
const book = (coin: string, at: number): WireBook => ({
  coin,
  time: (startMinute + at) * minuteMs,
  levels: [[], []],
});

function open(storedTo?: number) {
  let put: SeenMinutes<BookSnapshotRow> | undefined;
  let seenTo = storedTo;
  const sampler = createBookSampler({
    minutes: {
      put(minutes) {
        put = minutes;
        seenTo = minutes.seen.at(-1) ?? seenTo;
      },
      get seenTo() {
        return seenTo;
      },
      settled: async () => undefined,
    },
  });
  return {
    sampler,
    /** Minutes and rows stored by a flush. */
    flush() {
      sampler.flush();
      const rows = put!.rows.map(({ coin, time }) => `${coin} ${(time / minuteMs - startMinute).toFixed(1)}`);
      rows.sort();
      return { seen: put!.seen.map((minute) => minute - startMinute), rows };
    },
  };
}
const coins = (...names: string[]) => new Set(names);

test("of every minute of the exchange's time the last book of a coin is stored, however this machine's minutes turn", () => {
  const { sampler, flush } = open();
  sampler.follow(coins('BTC', 'ETH'), coins('BTC', 'ETH'));
  for (const at of [0.1, 0.9, 0.5, 1.2, 1.9]) sampler.take(book('BTC', at));
  sampler.take(book('ETH', 0.2));
  assert.deepEqual(flush(), { seen: [0, 1], rows: ['BTC 0.9', 'BTC 1.9', 'ETH 0.2'] });
  sampler.take(book('BTC', 2));
  assert.deepEqual(flush(), { seen: [2], rows: ['BTC 2.0'] });
  assert.deepEqual(flush(), { seen: [], rows: [] });
});

test('books that come by REST make no minute, and wait while the streams are away', () => {
  const { sampler, flush } = open();
  sampler.follow(coins('BTC', 'QUIET'), coins('BTC'));
  sampler.take(book('BTC', 0.5));
  sampler.take(book('QUIET', 0.6));
  assert.deepEqual(flush(), { seen: [0], rows: ['BTC 0.5', 'QUIET 0.6'] });
  sampler.take(book('QUIET', 1.6));
  sampler.take(book('QUIET', 2.6));
  assert.deepEqual(flush(), { seen: [], rows: [] });
  sampler.take(book('BTC', 3));
  assert.deepEqual(flush(), { seen: [3], rows: ['BTC 3.0', 'QUIET 1.6', 'QUIET 2.6'] });
});

test('where no book is streamed those that come by REST are stored at once', () => {
  const { sampler, flush } = open();
  sampler.follow(coins('QUIET'), coins());
  sampler.take(book('QUIET', 1));
  assert.deepEqual(flush(), { seen: [], rows: ['QUIET 1.0'] });
});

test('the last book of a coin that goes is stored with the next ones', () => {
  const { sampler, flush } = open();
  sampler.follow(coins('BTC', '#10'), coins('BTC', '#10'));
  sampler.take(book('#10', 0.5));
  sampler.follow(coins('BTC'), coins('BTC'));
  assert.equal(sampler.latest.get('#10'), undefined);
  assert.deepEqual(flush(), { seen: [0], rows: ['#10 0.5'] });
});

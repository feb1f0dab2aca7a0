import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../../../src/kernel/clock.ts';
import type { Market } from '../market.ts';
import { candleSpan, createCandleHistory } from './candle-history.ts';
import { wholeRange } from './wallet-rows.ts';

const startMs = Date.UTC(2026, 4, 1, 3);

test('between two trades every interval has a candle, flat where nothing was traded; the latest 5,000 are served', () => {
  const market = { index: 7 } as Market;
  const candles = createCandleHistory();
  const trade = { market, sz: 2, takerBuys: true, hash: '', tid: 1, buyer: 1, seller: 2 };
  candles.add({ ...trade, timeMs: startMs, px: 10 });
  candles.add({ ...trade, timeMs: startMs + 7 * 60_000, px: 30 });
  const minutes = candles.page(market, '1m', wholeRange);
  assert.deepEqual(
    minutes.map(({ openMs, close, trades }) => [(openMs - startMs) / 60_000, close, trades]),
    [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => [minute, minute < 7 ? 10 : 30, minute % 7 === 0 ? 1 : 0]),
  );
  assert.deepEqual(minutes[3], {
    openMs: startMs + 3 * 60_000,
    closeMs: startMs + 4 * 60_000 - 1,
    open: 10,
    high: 10,
    low: 10,
    close: 10,
    volume: 0,
    trades: 0,
  });
  const range = { fromMs: startMs + 2 * 60_000, toMs: startMs + 5 * 60_000 };
  assert.deepEqual(candles.page(market, '1m', range), minutes.slice(2, 6));
  assert.deepEqual(
    candles.page(market, '1m', { fromMs: range.fromMs + 1, toMs: range.toMs - 1 }),
    minutes.slice(3, 5),
  );
  candles.add({ ...trade, timeMs: startMs + 90 * dayMs, px: 40 });
  const latest = candles.page(market, '1m', wholeRange);
  assert.equal(latest.length, 5_000);
  assert.equal(latest[0]!.openMs, startMs + 90 * dayMs - 4_999 * 60_000);
  assert.equal(candles.page(market, '1d', wholeRange).length, 91);
  assert.equal(candles.page(market, '1M', wholeRange).length, 3);
});

test('weeks begin on Thursday, as 1970 did, months on their first day', () => {
  const wednesday = Date.UTC(2026, 4, 13, 12);
  assert.deepEqual(candleSpan('1w', wednesday), {
    openMs: Date.UTC(2026, 4, 7),
    closeMs: Date.UTC(2026, 4, 14) - 1,
  });
  assert.deepEqual(candleSpan('1M', wednesday), {
    openMs: Date.UTC(2026, 4, 1),
    closeMs: Date.UTC(2026, 5, 1) - 1,
  });
});

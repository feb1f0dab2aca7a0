import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../kernel/clock.ts';
import { createMarketMemory } from './market-memory.ts';
import { type MarketCandle, type Observation, readObservation } from './observation.ts';

const startMs = Date.UTC(2026, 4, 1, 12);

function open() {
  const time = { nowMs: startMs };
  const fills = new Map<string, { px: string; timeMs: number }>();
  const memory = createMarketMemory({
    clock: { nowMs: () => time.nowMs },
    lastTrade: (coin) => fills.get(coin),
  });
  return { memory, time, fills };
}

const context = (markPx: string, observedAtMs: number): Observation => ({
  kind: 'context',
  state: { coin: 'BTC', dex: '', observedAtMs, markPx, oraclePx: '1', prevDayPx: '1', dayNotional: '7' },
});
const trade = (px: string, timeMs: number): Observation => ({
  kind: 'trade',
  state: { coin: 'BTC', px, timeMs, observedAtMs: timeMs + 400 },
});
const candle = (close: string, openMs: number, trades: number): Observation => ({
  kind: 'candle',
  state: {
    coin: 'BTC',
    interval: '1m',
    openMs,
    closeMs: openMs + minuteMs - 1,
    open: '1',
    high: '9',
    low: '1',
    close,
    volume: '1',
    trades,
    observedAtMs: openMs + 30_000,
  },
});

test('the mark is that of a context of the last five minutes, else the newest trade, published or stored', () => {
  const { memory, time, fills } = open();
  const mark = () => memory.mark('BTC') && { ...memory.mark('BTC') };
  memory.take([candle('3', startMs - 10 * minuteMs, 5)]);
  assert.equal(mark(), undefined);
  const trade1 = { basis: 'trade', observedAtMs: startMs - 2_000, ageMs: 2_000 };
  fills.set('BTC', { px: '3', timeMs: startMs - 2_000 });
  assert.deepEqual(mark(), { px: '3', ...trade1 });
  memory.take([trade('2', startMs - 1_000)]);
  assert.deepEqual(mark(), { px: '2', basis: 'trade', observedAtMs: startMs - 1_000, ageMs: 1_000 });
  fills.set('BTC', { px: '4', timeMs: startMs - 500 });
  assert.deepEqual(mark(), { px: '4', basis: 'trade', observedAtMs: startMs - 500, ageMs: 500 });
  memory.take([context('1', startMs)]);
  time.nowMs += 5 * minuteMs;
  assert.deepEqual(mark(), { px: '1', basis: 'context', observedAtMs: startMs, ageMs: 5 * minuteMs });
  time.nowMs += 1;
  assert.equal(mark()?.basis, 'trade');
  memory.take([context('0.0', time.nowMs)]);
  assert.equal(mark()?.px, '4', 'a market that was taken down has a mark of 0');
});

test('what comes late or twice never takes the place of what is newer', () => {
  const { memory } = open();
  memory.take([context('2', startMs), context('1', startMs - 1)]);
  assert.equal(memory.context('BTC')?.markPx, '2');
  memory.take([trade('2', startMs), trade('1', startMs - 1)]);
  assert.equal(memory.mark('BTC')?.px, '2');
  memory.take([candle('1', startMs, 3), candle('2', startMs, 2), candle('3', startMs - minuteMs, 99)]);
  assert.equal(memory.candle('BTC', '1m')?.close, '1');
  memory.take([candle('4', startMs, 4), candle('5', startMs + minuteMs, 1)]);
  assert.equal(memory.candle('BTC', '1m')?.close, '5');
  assert.equal(memory.candle('BTC', '1h'), undefined);
  assert.deepEqual(memory.observed(), { marks: startMs, trades: startMs + 400, candles: startMs + 90_000 });
});

test('what is handed on is each state that changed, once and as it is now, and reads as it was written', () => {
  const { memory } = open();
  memory.take([context('1', startMs), context('2', startMs + 1), candle('1', startMs, 1)]);
  const changes = memory.changes();
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['context', 'candle'],
  );
  assert.deepEqual(memory.changes(), []);
  for (const change of changes) {
    assert.deepEqual(readObservation(change.kind, JSON.stringify(change.state)), change);
  }
  assert.equal((changes[1]!.state as MarketCandle).close, '1');
  for (const [kind, text] of [
    ['context', '{"coin":"BTC"}'],
    ['future', '{}'],
    ['toString', '{}'],
    ['book', '{'],
  ]) {
    assert.equal(readObservation(kind!, text!), undefined, `${kind} of another version`);
  }
});

test('markets that are no longer listed are forgotten, whatever of them is known', () => {
  const { memory } = open();
  memory.take([context('1', startMs), trade('1', startMs), candle('1', startMs, 1)]);
  memory.forgetUnlisted();
  assert.deepEqual(
    [memory.context('BTC'), memory.mark('BTC'), memory.candle('BTC', '1m')],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(memory.changes(), []);
});

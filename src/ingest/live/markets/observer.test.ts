import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock, minuteMs } from '../../../kernel/clock.ts';
import { createMarketMemory } from '../../../market/market-memory.ts';
import type { WirePerpContext } from '../../../wire/asset-context.ts';
import { noMarkets } from './directory.ts';
import { createMarketObserver } from './observer.ts';

const context: WirePerpContext = {
  funding: '0.1',
  openInterest: '8',
  prevDayPx: '1',
  dayNtlVlm: '7',
  oraclePx: '3',
  markPx: '2',
  midPx: '2.5',
};
const atMs = Date.UTC(2026, 5, 1);

function open() {
  const memory = createMarketMemory({ clock: fixedClock(atMs) });
  const markets = { ...noMarkets, universes: new Map([['', ['BTC', 'ETH']]]) };
  const observer = createMarketObserver({ memory, markets: () => markets });
  const whole = (receivedMs: number) =>
    observer.takeContexts({ ctxs: [['', [context, context]]] }, receivedMs);
  return { memory, observer, whole };
}

test('fast prices replace mark and mid of their coin, and the rest of its context stays', () => {
  const { memory, observer, whole } = open();
  whole(atMs);
  const before = memory.context('BTC')!;
  const ether = memory.context('ETH');
  observer.takePrices([{ coin: 'BTC', markPx: '4' }], atMs + 1_000);
  assert.deepEqual(memory.context('BTC'), { ...before, markPx: '4', observedAtMs: atMs + 1_000 });
  observer.takePrices([{ coin: 'BTC', midPx: '5' }], atMs + 2_000);
  assert.deepEqual(memory.context('BTC'), { ...before, markPx: '4', midPx: '5', observedAtMs: atMs + 2_000 });
  observer.takePrices([{ coin: 'BTC', midPx: null }], atMs + 3_000);
  const { midPx: _, ...withoutMid } = before;
  assert.deepEqual(memory.context('BTC'), { ...withoutMid, markPx: '4', observedAtMs: atMs + 3_000 });
  assert.equal(memory.context('ETH'), ether);
  assert.deepEqual(memory.observed(), { marks: atMs + 3_000 });
});

test('fast prices of a coin without a whole context wait for it, and none keeps an old context alive', () => {
  const { memory, observer, whole } = open();
  observer.takePrices([{ coin: 'BTC', markPx: '4', midPx: '4' }], atMs);
  assert.equal(memory.context('BTC'), undefined);
  whole(atMs);
  for (let second = 1; second <= 180; second++)
    observer.takePrices([{ coin: 'BTC', markPx: `${second}` }], atMs + second * 1_000);
  const { markPx, observedAtMs } = memory.context('BTC')!;
  assert.deepEqual([markPx, observedAtMs], ['120', atMs + 2 * minuteMs]);
  whole(atMs + 3 * minuteMs);
  observer.takePrices([{ coin: 'BTC', markPx: '9' }], atMs + 5 * minuteMs);
  assert.equal(memory.context('BTC')!.markPx, '9');
});

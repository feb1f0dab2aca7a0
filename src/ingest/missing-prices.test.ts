import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import { createPriceSearch } from './sink.ts';

const startMs = Date.UTC(2026, 0, 1);
/** Stored prices: token, and time of the fill from which on it applies. */
let stored: { token: string; timeMs: number; price: string }[];
let requests: [token: string, afterMs: number, atMs: number][];
let nowMs: number;
let priceAt: (token: string, atMs: number) => Promise<string | undefined>;

beforeEach(() => {
  stored = [];
  requests = [];
  nowMs = 0;
  priceAt = createPriceSearch(
    {
      async tokenPrice(token, { afterMs, atMs }) {
        requests.push([token, afterMs - startMs, atMs - startMs]);
        const of = stored.filter((one) => one.token === token && one.timeMs > afterMs && one.timeMs <= atMs);
        return of.at(-1)?.price;
      },
    },
    () => nowMs,
  );
});

test('a token without a price is searched for once, and later fills ask only for what came since', async () => {
  for (let i = 0; i < 100; i++) await priceAt('NOBODY', startMs + i * 500);
  assert.deepEqual(requests, [['NOBODY', -30 * dayMs, 0]], 'the batches of a minute');
  await priceAt('NOBODY', startMs + hourMs);
  assert.deepEqual(requests[1], ['NOBODY', 0, hourMs]);
  await priceAt('NOBODY', startMs + 40 * dayMs);
  assert.deepEqual(requests[2], ['NOBODY', 10 * dayMs, 40 * dayMs], 'never further back than thirty days');
});

test('a price that appears later is found', async () => {
  assert.equal(await priceAt('LATE', startMs), undefined);
  stored.push({ token: 'LATE', timeMs: startMs + hourMs, price: '2' });
  assert.equal(await priceAt('LATE', startMs + hourMs - 1), undefined, 'not before it was one');
  assert.equal(await priceAt('LATE', startMs + 2 * hourMs), '2');
  assert.equal(await priceAt('LATE', startMs + 2 * hourMs), '2', 'what is found is not forgotten');
});

test('a price of older fills that were stored meanwhile is found ten minutes later', async () => {
  assert.equal(await priceAt('OLD', startMs), undefined);
  stored.push({ token: 'OLD', timeMs: startMs - dayMs, price: '3' });
  nowMs = 10 * minuteMs - 1;
  assert.equal(await priceAt('OLD', startMs), undefined);
  nowMs += 1;
  assert.equal(await priceAt('OLD', startMs), '3');
});

test('fills of earlier times than were searched are searched for themselves', async () => {
  stored.push({ token: 'BACK', timeMs: startMs - 90 * dayMs, price: '4' });
  assert.equal(await priceAt('BACK', startMs), undefined);
  assert.equal(await priceAt('BACK', startMs - 80 * dayMs), '4');
});

test('no more than a thousand tokens are remembered', async () => {
  for (let i = 0; i <= 1_000; i++) await priceAt(`T${i}`, startMs);
  await priceAt('T1', startMs);
  assert.equal(requests.length, 1_001, 'still remembered');
  await priceAt('T0', startMs);
  assert.equal(requests.length, 1_002, 'the oldest had gone');
});

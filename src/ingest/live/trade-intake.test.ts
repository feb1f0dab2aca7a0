import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireTrade } from '../../wire/trade.ts';
import { createTradeIntake, type LastTrade, type TradeGap, type TradeIntake } from './trade-intake.ts';

const user = `0x${'a1'.repeat(20)}`;
const startMs = 1_784_683_648_000;
const tradeOf = (tid: number, coin = 'BTC'): WireTrade => ({
  coin,
  side: 'B',
  px: '1',
  sz: '1',
  time: startMs + tid,
  tid,
  users: [user, user],
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => tradeOf(from + i));

const open: TradeIntake[] = [];
after(() => {
  for (const intake of open) intake.close();
});

/** An intake whose `recentTrades` answers what the test says. */
function intakeOf(recent: () => WireTrade[] | undefined, last = new Map<string, LastTrade>()) {
  const stored: number[] = [];
  const gaps: (TradeGap & { filled: boolean })[] = [];
  let asked = 0;
  const intake = createTradeIntake({
    last,
    snapshotMs: 5,
    store: (trades) => void stored.push(...trades.map(({ tid }) => tid)),
    onTrade: () => undefined,
    onGap: (gap, filled) => void gaps.push({ ...gap, filled }),
    async readRecent() {
      asked += 1;
      const trades = recent();
      if (trades === undefined) throw new Error('no answer');
      return { trades, told: trades.length, receivedMs: startMs };
    },
  });
  open.push(intake);
  return { intake, stored, gaps, asked: () => asked };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(1);
}

test('a snapshot that reaches back to the last trade closes the hole, also behind newer trades, and nothing is stored twice', () => {
  const { intake, stored, gaps } = intakeOf(() => []);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(7, 7), startMs);
  assert.deepEqual(gaps, []);
  intake.take(range(2, 7), startMs);
  assert.deepEqual(stored, [1, 2, 3, 7, 4, 5, 6]);
  assert.deepEqual(gaps, [{ coin: 'BTC', fromMs: startMs + 3, toMs: startMs + 3, filled: true }]);
});

test('without such a snapshot the hole is read by REST, and asked for again where that fails', async () => {
  let answer: WireTrade[] | undefined;
  const { intake, stored, gaps, asked } = intakeOf(() => answer);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => asked() >= 2);
  answer = range(3, 20);
  await until(() => gaps.length > 0);
  assert.equal(gaps[0]!.filled, true);
  assert.deepEqual(stored.at(-1), 20);
});

test('what lies between the last trade and the oldest that is still told is a gap', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => gaps.length > 0);
  assert.deepEqual(gaps, [{ coin: 'BTC', fromMs: startMs + 3, toMs: startMs + 31, filled: false }]);
});

test('a hole that is interrupted again begins where it began', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(20, 22), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => gaps.length > 0);
  assert.equal(gaps[0]!.fromMs, startMs + 3);
});

test('a start continues from the last stored trade of an earlier run', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]);
  const { intake, gaps } = intakeOf(() => range(5, 20), last);
  intake.interrupted('BTC', startMs + 5);
  await until(() => gaps.length > 0);
  assert.equal(gaps[0]!.filled, true);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireTrade } from '../../wire/trade.ts';
import {
  createTradeIntake,
  type GapFate,
  type LastTrade,
  type TradeGap,
  type TradeIntake,
  type TradeIntakeOptions,
} from './trade-intake.ts';

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
function intakeOf(
  recent: () => WireTrade[] | undefined,
  last = new Map<string, LastTrade>(),
  more: Partial<TradeIntakeOptions> = {},
) {
  const stored: number[] = [];
  const gaps: (TradeGap & { fate: GapFate; stored: number })[] = [];
  let asked = 0;
  const intake = createTradeIntake({
    last,
    snapshotMs: 5,
    store: (trades) => void stored.push(...trades.map(({ tid }) => tid)),
    onTrade: () => undefined,
    onGap: (gap, fate) => void gaps.push({ ...gap, fate, stored: stored.length }),
    unheardSinceMs: () => undefined,
    ...more,
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

/** A hole of BTC between two trades. */
const hole = (from: number, to: number, fate: GapFate, stored: number) => ({
  coin: 'BTC',
  fromMs: startMs + from,
  toMs: startMs + to,
  fate,
  stored,
});

test('a hole is told to be open before anything behind it is stored, and to be over when all of it is', () => {
  const { intake, stored, gaps } = intakeOf(() => []);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(7, 7), startMs);
  assert.deepEqual(gaps, [hole(3, 7, 'open', 3)]);
  intake.take(range(2, 7), startMs);
  assert.deepEqual(stored, [1, 2, 3, 7, 4, 5, 6]);
  assert.deepEqual(gaps.slice(1), [hole(3, 3, 'filled', 7), hole(3, 7, 'over', 7)]);
});

test('a snapshot that reaches back to the last trade leaves no hole to tell of', () => {
  const { intake, stored, gaps } = intakeOf(() => []);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(2, 7), startMs);
  assert.deepEqual(stored, [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(
    gaps.map(({ fate }) => fate),
    ['filled'],
  );
});

test('without such a snapshot the hole is read by REST, and asked for again where that fails', async () => {
  let answer: WireTrade[] | undefined;
  const { intake, stored, gaps, asked } = intakeOf(() => answer);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => asked() >= 2);
  answer = range(3, 20);
  await until(() => gaps.length > 0);
  assert.equal(gaps[0]!.fate, 'filled');
  assert.deepEqual(stored.at(-1), 20);
});

test('what lies between the last trade and the oldest that is still told is a gap', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => gaps.some(({ fate }) => fate === 'lost'));
  assert.deepEqual(gaps, [hole(3, 31, 'open', 3), hole(3, 31, 'lost', 33)]);
});

test('of a hole whose end is read by REST what is left is a gap, and the hole as it was is over', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(40, 50), startMs);
  await until(() => gaps.some(({ fate }) => fate === 'over'));
  assert.deepEqual(
    gaps.map(({ fate, toMs }) => [fate, toMs - startMs]),
    [
      ['open', 40],
      ['lost', 31],
      ['over', 40],
    ],
  );
});

test('a hole that is interrupted again begins where it began', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(20, 22), startMs);
  intake.interrupted('BTC', startMs);
  await until(() => gaps.some(({ fate }) => fate === 'over'));
  assert.ok(gaps.every(({ fromMs }) => fromMs === startMs + 3));
});

test('a start continues from the last stored trade of an earlier run', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]);
  const { intake, gaps } = intakeOf(() => range(5, 20), last);
  intake.begun('BTC');
  await until(() => gaps.length > 0);
  assert.equal(gaps[0]!.fate, 'filled');
});

test('a hole that an earlier run left open is read again from where it began', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 22, tid: 22 }]]);
  const open = [{ coin: 'BTC', fromMs: startMs + 3, toMs: startMs + 20 }];
  const { intake, gaps } = intakeOf(() => range(31, 60), last, { open });
  intake.begun('BTC');
  await until(() => gaps.some(({ fate }) => fate === 'over'));
  assert.deepEqual(gaps, [hole(3, 31, 'open', 0), hole(3, 31, 'lost', 30), hole(3, 20, 'over', 30)]);
});

test('of a coin that has ended while nothing ran the last trades are read, or are a gap where they are told no more', async () => {
  const last = () => new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]);
  const { intake, gaps, stored } = intakeOf(() => range(5, 20), last());
  intake.retain(new Set(['ETH']), startMs + 99);
  await until(() => gaps.length > 0);
  assert.deepEqual([gaps[0]!.fate, stored.at(-1)], ['filled', 20]);
  const silent = intakeOf(() => undefined, last());
  silent.intake.retain(new Set(['ETH']), startMs + 99);
  silent.intake.retain(new Set(['ETH']), startMs + 199);
  await until(() => silent.gaps.length > 0);
  assert.deepEqual(silent.gaps, [hole(5, 99, 'lost', 0)]);
});

test('a coin that was never heard of has a hole where it may have traded unheard, and none where all begins now', async () => {
  const { gaps: none, intake: first, asked } = intakeOf(() => range(31, 60));
  first.begun('BTC');
  const { gaps, intake } = intakeOf(() => range(31, 60), new Map(), { unheardSinceMs: () => startMs });
  intake.begun('BTC');
  await until(() => gaps.some(({ fate }) => fate === 'lost'));
  assert.deepEqual(gaps.at(-1), hole(0, 31, 'lost', 30));
  assert.deepEqual([none, asked()], [[], 0]);
});

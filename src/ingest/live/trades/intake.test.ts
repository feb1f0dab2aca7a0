import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../../test/until.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import type { GapState } from './holes.ts';
import { createTradeIntake, type TradeIntake, type TradeIntakeOptions } from './intake.ts';
import type { LastTrade, TradeGap } from './stretch.ts';

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

/** An intake with the test's answers of `recentTrades`. */
function intakeOf(
  recent: () => WireTrade[] | undefined | Promise<WireTrade[]>,
  last = new Map<string, LastTrade>(),
  more: Partial<TradeIntakeOptions> = {},
) {
  const stored: number[] = [];
  /** Trades that were stored with the word that their coin is complete since then. */
  const complete: { tid: number; since: number }[] = [];
  const gaps: (TradeGap & { state: GapState; stored: number })[] = [];
  let requests = 0;
  const intake = createTradeIntake({
    last,
    snapshotMs: 5,
    store(trades, _, marks) {
      stored.push(...trades.map(({ tid }) => tid));
      for (const [{ tid }, since] of marks) complete.push({ tid, since: since - startMs });
    },
    missingOf: async (gap) => gap,
    onTrade: () => undefined,
    onGap: (gap, state) => void gaps.push({ ...gap, state, stored: stored.length }),
    unseenSinceMs: () => undefined,
    ...more,
    async readRecent() {
      requests += 1;
      const trades = await recent();
      if (trades === undefined) throw new Error('no answer');
      return { trades, reported: trades.length, receivedMs: startMs };
    },
  });
  open.push(intake);
  return { intake, stored, complete, gaps, asked: () => requests };
}

/** A hole of BTC between two trades. */
const hole = (from: number, to: number, state: GapState, stored: number) => ({
  coin: 'BTC',
  fromMs: startMs + from,
  toMs: startMs + to,
  state,
  stored,
});

test('a hole is reported as open before anything behind it is stored, and to be over when all of it is', () => {
  const { intake, stored, complete, gaps } = intakeOf(() => []);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(7, 7), startMs);
  assert.deepEqual([gaps, complete], [[hole(3, 7, 'open', 3)], []]);
  intake.take(range(2, 7), startMs);
  // The last trade repeats: it is stored with the others, and proves which gap they fill.
  assert.deepEqual(stored, [1, 2, 3, 7, 4, 5, 6, 7]);
  assert.deepEqual(complete, [{ tid: 7, since: 3 }]);
  assert.deepEqual(gaps.slice(1), [hole(3, 3, 'filled', 8), hole(3, 7, 'over', 8)]);
});

test('a snapshot that reaches back to the last trade leaves no hole to report', () => {
  const { intake, stored, gaps } = intakeOf(() => []);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(2, 7), startMs);
  assert.deepEqual(stored, [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(
    gaps.map(({ state }) => state),
    ['filled'],
  );
});

test('without such a snapshot the hole is read by REST, and asked for again where that fails', async () => {
  let answer: WireTrade[] | undefined;
  const { intake, stored, gaps, asked: params } = intakeOf(() => answer);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until('a second question', () => params() >= 2);
  answer = range(3, 20);
  await until('a gap', () => gaps.length > 0);
  assert.equal(gaps[0]!.state, 'filled');
  assert.deepEqual(stored.at(-1), 20);
});

test('what lies between the last trade and the oldest that is still served is a gap', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until('a lost gap', () => gaps.some(({ state }) => state === 'lost'));
  assert.deepEqual(gaps, [hole(3, 31, 'open', 3), hole(3, 31, 'lost', 33)]);
});

test('of a hole whose end is read by REST what is left is a gap, and the hole as it was is over', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(40, 50), startMs);
  await until('a gap that is over', () => gaps.some(({ state }) => state === 'over'));
  assert.deepEqual(
    gaps.map(({ state, toMs }) => [state, toMs - startMs]),
    [
      ['open', 40],
      ['lost', 31],
      ['over', 40],
    ],
  );
});

/** The gaps that are left in the end, and the notes of open holes that nothing took back. */
function outcomeOf(gaps: readonly (TradeGap & { state: GapState })[]) {
  const ofState = (state: GapState) =>
    gaps
      .filter((gap) => gap.state === state)
      .map(({ fromMs, toMs }) => `${fromMs - startMs}-${toMs - startMs}`);
  const [lost, over] = [ofState('lost'), new Set(ofState('over'))];
  return { lost, open: ofState('open').filter((range) => !over.has(range) && !lost.includes(range)) };
}

test('what was seen between two interruptions is in no gap', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.take(range(20, 22), startMs);
  intake.interrupted('BTC', startMs);
  await until('two lost gaps', () => gaps.filter(({ state }) => state === 'lost').length === 2);
  assert.deepEqual(outcomeOf(gaps), { lost: ['3-20', '22-31'], open: [] });
});

test('an answer that reaches back over two interruptions fills both, and over one leaves less of the other', async () => {
  const both = intakeOf(() => range(2, 60));
  const one = intakeOf(() => range(10, 60));
  for (const { intake } of [both, one]) {
    intake.take(range(1, 3), startMs);
    intake.interrupted('BTC', startMs);
    intake.take(range(20, 22), startMs);
    intake.interrupted('BTC', startMs);
  }
  await until(
    'a gap of its state',
    () => both.gaps.some(({ state }) => state === 'over') && one.gaps.some(({ state }) => state === 'lost'),
  );
  assert.deepEqual(outcomeOf(both.gaps), { lost: [], open: [] });
  assert.deepEqual(both.complete, [{ tid: 60, since: 3 }]);
  assert.deepEqual(outcomeOf(one.gaps), { lost: ['3-10'], open: [] });
  assert.deepEqual(one.complete, [{ tid: 60, since: 11 }], 'of a millisecond others may be missing');
});

test('a hole interrupted again before anything behind it was seen begins where it began', async () => {
  const { intake, gaps } = intakeOf(() => range(31, 60));
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  intake.interrupted('BTC', startMs);
  await until('a lost gap', () => gaps.some(({ state }) => state === 'lost'));
  assert.deepEqual(outcomeOf(gaps), { lost: ['3-31'], open: [] });
});

test('an answer that was asked for before an interruption does not fill what came after it', async () => {
  const answers = [Promise.withResolvers<WireTrade[]>(), Promise.withResolvers<WireTrade[]>()];
  const { intake, gaps, stored, asked: params } = intakeOf(() => answers[params() - 1]!.promise);
  intake.take(range(1, 3), startMs);
  intake.interrupted('BTC', startMs);
  await until('a question', () => params() === 1);
  intake.interrupted('BTC', startMs);
  answers[0]!.resolve(range(2, 12));
  await until('a second question', () => params() === 2);
  assert.deepEqual([gaps, stored], [[], [1, 2, 3]]);
  answers[1]!.resolve(range(31, 60));
  await until('a lost gap', () => gaps.some(({ state }) => state === 'lost'));
  assert.deepEqual(outcomeOf(gaps), { lost: ['3-31'], open: [] });
});

test('a start continues from the last stored trade of an earlier run', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]);
  const { intake, gaps } = intakeOf(() => range(5, 20), last);
  intake.begun('BTC');
  await until('a gap', () => gaps.length > 0);
  assert.equal(gaps[0]!.state, 'filled');
});

test('a hole that an earlier run left open is read again, beside what came after the last stored trade', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 22, tid: 22 }]]);
  const open = [{ coin: 'BTC', fromMs: startMs + 3, toMs: startMs + 20 }];
  const { intake, gaps } = intakeOf(() => range(31, 60), last, { open });
  intake.begun('BTC');
  await until('two lost gaps', () => gaps.filter(({ state }) => state === 'lost').length === 2);
  assert.deepEqual(outcomeOf(gaps), { lost: ['22-31', '3-20'], open: [] });
});

test('a hole whose later trades an earlier run did not live to store is open to its next trade', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 3, tid: 3 }]]);
  const open = [{ coin: 'BTC', fromMs: startMs + 3, toMs: startMs + 20 }];
  const { intake, gaps } = intakeOf(() => range(31, 60), last, { open });
  intake.begun('BTC');
  await until('a gap that is over', () => gaps.some(({ state }) => state === 'over'));
  assert.deepEqual(outcomeOf(gaps), { lost: ['3-31'], open: [] });
  assert.deepEqual(gaps.at(-1), hole(3, 20, 'over', 30));
});

test('a hole reported as open behind trades that an earlier run did not live to store begins at the last that it did', async () => {
  const last = new Map([['BTC', { timeMs: startMs + 3, tid: 3 }]]);
  const open = [{ coin: 'BTC', fromMs: startMs + 6, toMs: startMs + 40 }];
  const { intake, gaps } = intakeOf(() => range(31, 60), last, { open });
  intake.begun('BTC');
  await until('a gap that is over', () => gaps.some(({ state }) => state === 'over'));
  assert.deepEqual(gaps, [hole(3, 31, 'open', 0), hole(3, 31, 'lost', 30), hole(6, 40, 'over', 30)]);
});

test('a gap of which only the time is known at which it begins is what a closer look leaves of it', async () => {
  const since = { unseenSinceMs: () => startMs };
  const all = intakeOf(() => range(31, 60), new Map(), { ...since, missingOf: async () => undefined });
  const less = intakeOf(() => range(31, 60), new Map(), {
    ...since,
    missingOf: async (gap) => ({ ...gap, fromMs: gap.toMs - 5 }),
  });
  for (const { intake } of [all, less]) intake.begun('BTC');
  await until(
    'a gap of its state',
    () => all.gaps.some(({ state }) => state === 'over') && less.gaps.some(({ state }) => state === 'over'),
  );
  assert.deepEqual(outcomeOf(all.gaps), { lost: [], open: [] });
  assert.deepEqual(outcomeOf(less.gaps), { lost: ['26-31'], open: [] });
});

test('of a coin that has ended while nothing ran the last trades are read, or are a gap where they are no longer served', async () => {
  const last = () => new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]);
  const { intake, gaps, stored } = intakeOf(() => range(5, 20), last());
  await intake.retain(new Set(['ETH']), startMs + 99);
  assert.deepEqual([gaps[0]!.state, stored.at(-1)], ['filled', 20]);
  const silent = intakeOf(() => undefined, last());
  void silent.intake.retain(new Set(['ETH']), startMs + 99);
  void silent.intake.retain(new Set(['ETH']), startMs + 199);
  await until('a gap', () => silent.gaps.length > 0);
  assert.deepEqual(silent.gaps, [hole(5, 99, 'lost', 0)]);
});

test('of a coin that has ended and whose trades are not served any more, though it had some, a closer look decides', async () => {
  const looks: boolean[] = [];
  const { intake, gaps } = intakeOf(() => [], new Map([['BTC', { timeMs: startMs + 5, tid: 5 }]]), {
    async missingOf(gap, isEnded) {
      looks.push(isEnded);
      return { ...gap, fromMs: startMs + 60 };
    },
  });
  await intake.retain(new Set(['ETH']), startMs + 99);
  assert.deepEqual(looks, [true]);
  assert.deepEqual(gaps, [hole(60, 99, 'lost', 0)]);
});

test('a coin that was never seen has a hole where it may have traded unseen, and none where all begins now', async () => {
  const { gaps: none, intake: first, asked: params } = intakeOf(() => range(31, 60));
  first.begun('BTC');
  const { gaps, intake } = intakeOf(() => range(31, 60), new Map(), { unseenSinceMs: () => startMs });
  intake.begun('BTC');
  await until('a lost gap', () => gaps.some(({ state }) => state === 'lost'));
  assert.deepEqual(gaps.at(-1), hole(0, 31, 'lost', 30));
  assert.deepEqual([none, params()], [[], 0]);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import type { PositionDraft } from '../../test/given-facts.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../test/source-fills.ts';
import { query } from '../analytics/query.ts';
import { fixedClock, hourMs, minuteMs } from '../kernel/clock.ts';
import { longShortHours } from './long-short-hours.ts';
import { positionSnapshot } from './position-snapshot.ts';

const onTheHourMs = Date.parse('2026-03-15T12:00:00Z');
const nowMs = onTheHourMs + 2_000;
const below = seededNumbers(5);
const marks: Record<string, number> = { BTC: 110, ETH: 90, 'xyz:GOLD': 100 };
const coins = Object.keys(marks);

const positions = Array.from({ length: 60 }, (_, n): PositionDraft => {
  return {
    wallet: walletOf(1 + n),
    coin: coins[below(3)]!,
    szi: String((1 + below(90)) * (below(2) === 0 ? 1 : -1)),
    entryPx: String(80 + below(40)),
    markPx: '100',
    leverage: 1 + below(20),
    time: onTheHourMs - 1 - below(50) * minuteMs,
  };
});
/** Fills of a coin without a mark: it is valued at its newest trade. */
const fills: FillDraft[] = [
  {
    wallet: walletOf(200),
    time: nowMs - hourMs,
    coin: 'DARK',
    side: 'A',
    px: '3',
    sz: '4',
    startPosition: '0',
  },
];

let harness: EndpointHarness;
before(async () => {
  const contexts = coins.map((coin) => ({ coin, markPx: String(marks[coin]) }));
  harness = await openEndpointHarness({ given: { fills, positions, market: { contexts } }, nowMs });
});
after(() => harness.close());

const storedHours = query({
  name: 'long_short_hours_of_test',
  params: { hour: 'TimeMs' },
  row: Type.Object({
    coin: Type.String(),
    basis: Type.String(),
    longs: Type.Integer(),
    shorts: Type.Integer(),
    numbers: Type.Array(Type.Number()),
  }),
  sql: `
    SELECT coin, toString(basis) AS basis, longs, shorts, [long_notional, short_notional, long_pnl, short_pnl, long_leverage,
      short_leverage, mark_px] AS numbers
    FROM long_short_hours FINAL WHERE hour = {hour:TimeMs} ORDER BY coin`,
});

async function snapshot(atMs: number, clockMs: number) {
  const { store, sources } = harness;
  const run = positionSnapshot({
    analytics: store,
    positions: sources.positions,
    market: sources.market,
    clock: fixedClock(clockMs),
    parts: [longShortHours],
  });
  await run({ untilMs: atMs, signal: new AbortController().signal });
  return store.rows(storedHours, { hour: atMs });
}

/** Expected row, from drafts valued by hand. */
function expectedRow(coin: string, basis: string, drafts: readonly PositionDraft[], markOf: MarkOf) {
  const side = (sign: number) => drafts.filter(({ szi }) => Math.sign(Number(szi)) === sign);
  const sum = (of: readonly PositionDraft[], value: (draft: PositionDraft) => number) =>
    of.reduce((all, draft) => all + value(draft), 0);
  const notional = (draft: PositionDraft) => Math.abs(Number(draft.szi)) * markOf(draft);
  const pnl = (draft: PositionDraft) => Number(draft.szi) * (markOf(draft) - Number(draft.entryPx));
  const known = (draft: PositionDraft) => draft.leverage !== undefined;
  const leverage = (of: readonly PositionDraft[]) => {
    const weight = sum(of.filter(known), notional);
    return weight === 0 ? 0 : sum(of.filter(known), (draft) => notional(draft) * draft.leverage!) / weight;
  };
  const [longs, shorts] = [side(1), side(-1)];
  const mark = coin === '_GLOBAL' ? 0 : (marks[coin] ?? 3);
  const numbers = [sum(longs, notional), sum(shorts, notional), sum(longs, pnl), sum(shorts, pnl)];
  return {
    coin,
    basis,
    longs: longs.length,
    shorts: shorts.length,
    numbers: [...numbers, leverage(longs), leverage(shorts), mark],
  };
}
type MarkOf = (draft: PositionDraft) => number;

const rounded = (rows: readonly { numbers: number[] }[]) =>
  rows.map((row) => ({ ...row, numbers: row.numbers.map((value) => Math.round(value * 1e6) / 1e6) }));

test('on the hour every coin, and all together, have what the positions in memory add up to at their marks', async () => {
  const dark: PositionDraft = { wallet: walletOf(200), coin: 'DARK', szi: '-4', entryPx: '3' };
  const { leverage: _, ...withoutState } = dark;
  const all = [...positions, withoutState];
  const markOf: MarkOf = ({ coin }) => marks[coin] ?? 3;
  const expected = ['BTC', 'DARK', 'ETH', 'xyz:GOLD', '_GLOBAL'].map((coin) =>
    expectedRow(coin, 'positions', coin === '_GLOBAL' ? all : all.filter((one) => one.coin === coin), markOf),
  );
  const rows = await snapshot(onTheHourMs, nowMs);
  assert.deepEqual(rounded(rows), rounded(expected.sort((a, b) => (a.coin < b.coin ? -1 : 1))));
});

test('an hour that was missed is made of the states that were read in the hour before it, at the prices of then', async () => {
  const markOf: MarkOf = () => 100;
  const late = onTheHourMs + 3 * hourMs;
  const expected = [...coins, '_GLOBAL'].map((coin) =>
    expectedRow(
      coin,
      'states',
      coin === '_GLOBAL' ? positions : positions.filter((one) => one.coin === coin),
      markOf,
    ),
  );
  // Rows made on time are kept: states know less.
  const kept = await snapshot(onTheHourMs, late);
  assert.ok(kept.every(({ basis }) => basis === 'positions'));
  await harness.store.command('TRUNCATE TABLE long_short_hours');
  const rows = await snapshot(onTheHourMs, late);
  // The contexts of this test came after that hour: without them the mark is not known.
  const unmarked = expected.map((row) => ({ ...row, numbers: [...row.numbers.slice(0, -1), 0] }));
  assert.deepEqual(rounded(rows), rounded(unmarked.sort((a, b) => (a.coin < b.coin ? -1 : 1))));
  assert.deepEqual(
    await snapshot(onTheHourMs + hourMs, late),
    [],
    'an hour in which nothing was read has none',
  );
});

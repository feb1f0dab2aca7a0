import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../test/source-fills.ts';
import { query } from '../analytics/query.ts';
import { defaultCutOffs } from '../domain/cohort-cut-offs.ts';
import { dayMs, fixedClock, hourMs, minuteMs } from '../kernel/clock.ts';
import { cohortBiasHours } from './cohort-bias-hours.ts';
import { cohortHistory } from './cohort-history.ts';
import { longShortHours } from './long-short-hours.ts';
import { pastHours } from './past-hours.ts';

const firstMs = Date.parse('2026-03-10T22:30:00Z');
const at = (hours: number, minutes = 0) => firstMs + hours * hourMs + minutes * minuteMs;
const [one, two] = [walletOf(1), walletOf(2)];
const fill = (wallet: string, time: number, more: Partial<FillDraft>): FillDraft => ({
  wallet,
  time,
  coin: 'BTC',
  side: 'B',
  px: '100',
  sz: '4',
  startPosition: '0',
  fee: '0',
  ...more,
});
/** At 23:00 one is long 4 of 100; two turns from short 2 into long 1 at 01:10 of the next day; one is flat from 02:30 on. */
const fills: FillDraft[] = [
  fill(one, at(0), {}),
  fill(two, at(1), { side: 'A', sz: '2', px: '110' }),
  fill(two, at(2, 40), { sz: '3', px: '90', startPosition: '-2', closedPnl: '40' }),
  fill(one, at(4), { side: 'A', startPosition: '4', closedPnl: '40', px: '110' }),
  fill(two, at(5), { coin: 'ETH', sz: '10', px: '5' }),
];
/** The newest before an hour counts. */
const contexts = [
  { coin: 'BTC', time: at(0, 5), markPx: '90' },
  { coin: 'BTC', time: at(0, 29), markPx: '105' },
  { coin: 'BTC', time: at(1, 10), markPx: '120' },
  { coin: 'BTC', time: at(2, 10), markPx: '100' },
  { coin: 'BTC', time: at(3, 10), markPx: '95' },
];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills, market: { contexts } }, nowMs: at(30) });
});
after(() => harness.close());

const hours = query({
  name: 'past_hours_of_test',
  params: {},
  row: Type.Object({
    at: Type.String(),
    basis: Type.String(),
    sides: Type.Array(Type.Integer()),
    numbers: Type.Array(Type.Number()),
  }),
  sql: `
    SELECT concat(formatDateTime(hour, '%d %H'), ' ', coin) AS at, toString(basis) AS basis, [longs, shorts] AS sides,
      [long_notional, short_notional, long_pnl, short_pnl, long_leverage, mark_px] AS numbers
    FROM long_short_hours FINAL ORDER BY hour, coin`,
});
const bias = query({
  name: 'past_bias_of_test',
  params: {},
  row: Type.Object({ rows: Type.Integer(), hours: Type.Integer(), longs: Type.Integer() }),
  sql: `
    SELECT toInt32(count()) AS rows, toInt32(uniqExact(hour)) AS hours, toInt32(sum(longs)) AS longs
    FROM cohort_bias_hours FINAL WHERE coin = '_GLOBAL' AND kind = 'size'`,
});

const signal = new AbortController().signal;

function made(wholeToMs: number | undefined, nowMs = at(30)) {
  const sources = { analytics: harness.store, boards: harness.sources.boards };
  const run = pastHours({
    analytics: harness.store,
    clock: fixedClock(nowMs),
    parts: [longShortHours, cohortBiasHours(sources)],
    wholeToMs: () => wholeToMs,
  });
  return run({ signal });
}

const stored = () => harness.store.rows(hours, {});

test('where it is not known that all fills are there, or before their cohorts are, no hour is made', async () => {
  await made(undefined);
  await made(at(6));
  assert.deepEqual(await stored(), []);
});

test('every hour of the past has the positions that the fills before it left, at the marks of then', async () => {
  const cohorts = cohortHistory({
    analytics: harness.store,
    clock: fixedClock(firstMs + dayMs),
    cutOffs: defaultCutOffs,
  });
  await cohorts({ signal });
  await harness.store.command(`
    INSERT INTO long_short_hours (coin, hour, made, basis, longs, shorts)
    VALUES ('_GLOBAL', toDateTime(${at(0, 30) / 1_000}), toDateTime(${at(0, 30) / 1_000}), 'positions', 7, 8)`);
  await made(at(6));
  const row = (text: string, sides: number[], numbers: number[]) => ({
    at: text,
    basis: 'fills',
    sides,
    numbers,
  });
  const all = await stored();
  assert.deepEqual(all, [
    { at: '10 23 _GLOBAL', basis: 'positions', sides: [7, 8], numbers: [0, 0, 0, 0, 0, 0] },
    row('11 00 BTC', [1, 1], [480, 240, 80, -20, 0, 120]),
    row('11 00 _GLOBAL', [1, 1], [480, 240, 80, -20, 0, 0]),
    row('11 01 BTC', [1, 1], [400, 200, 0, 20, 0, 100]),
    row('11 01 _GLOBAL', [1, 1], [400, 200, 0, 20, 0, 0]),
    row('11 02 BTC', [2, 0], [475, 0, -15, 0, 0, 95]),
    row('11 02 _GLOBAL', [2, 0], [475, 0, -15, 0, 0, 0]),
    // The mark is not known any more: positions are counted, and worth nothing that could be said.
    row('11 03 BTC', [1, 0], [0, 0, 0, 0, 0, 0]),
    row('11 03 _GLOBAL', [1, 0], [0, 0, 0, 0, 0, 0]),
    row('11 04 BTC', [1, 0], [0, 0, 0, 0, 0, 0]),
    row('11 04 ETH', [1, 0], [0, 0, 0, 0, 0, 0]),
    row('11 04 _GLOBAL', [2, 0], [0, 0, 0, 0, 0, 0]),
  ]);
  await made(at(6));
  assert.deepEqual(await stored(), all, 'a repeat changes nothing');
  // An hour uses the cohorts of the end of the previous day, or of the day before that: at midnight there are none yet.
  assert.deepEqual(await harness.store.rows(bias, {}), [{ rows: 4, hours: 4, longs: 6 }]);
});

test('an hour that may still be made on time is left to that', async () => {
  await made(at(8), at(6, 35));
  const last = (await stored()).at(-1)!;
  assert.equal(last.at, '11 04 _GLOBAL');
});

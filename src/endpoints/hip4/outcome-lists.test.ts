import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import {
  firstOutcome,
  matchesOf,
  type OutcomeRow,
  outcomeFills,
  outcomeRows,
  outcomesFromMs,
  sumOf,
  tradedBetween,
} from '../../../test/outcome-fills.ts';
import { sourceFills, walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import type { Problem } from '../../kernel/problem.ts';
import { dailyVolume } from './daily-volume.ts';
import { outcomeSummary } from './outcome-summary.ts';
import { outcomeTrades } from './outcome-trades.ts';
import { mostActive, outcome, outcomes } from './outcomes.ts';
import { topTraders } from './top-traders.ts';

const nowMs = Date.parse('2026-06-20T12:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const count = 8;
const fills = outcomeFills({ seed: 11, matches: 500, outcomes: count, wallets: 25, days: 60, nowMs });
const ids = Array.from({ length: count }, (_, index) => firstOutcome + index);
const binary = 'class:priceBinary|underlying:BTC|expiry:20260621-0600|targetPrice:78213.5|period:1d';
const idle = 500;
const settledLongAgo = 501;

let harness: EndpointHarness;
before(async () => {
  const outcomes = [
    { outcome: firstOutcome, name: 'Recurring', description: binary },
    { outcome: idle, sides: ['Up', 'Down'] },
    { outcome: settledLongAgo, settleFraction: '0', time: nowMs - 40 * dayMs },
  ];
  harness = await openEndpointHarness({ given: { fills, outcomes }, nowMs, batchFills: 200 });
});
after(() => harness.close());

const json = (value: unknown) => JSON.parse(JSON.stringify(value));
const inLast = (ms: number) => outcomeRows(fills, Math.max(nowMs - ms, outcomesFromMs), nowMs);
const trades = (rows: readonly OutcomeRow[]) => rows.filter(({ isTrade }) => isTrade);
const wallets = (rows: readonly OutcomeRow[]) => new Set(trades(rows).map(({ wallet }) => wallet)).size;

function expectedActivity(outcomeId: number, rows: readonly OutcomeRow[]) {
  const own = rows.filter((row) => row.outcomeId === outcomeId);
  return {
    outcomeId,
    fills: trades(own).length,
    uniqueWallets: wallets(own),
    notionalUsdh: sumOf(matchesOf(own), ({ notional }) => notional),
    ...tradedBetween(own),
  };
}
const activityOf = ({
  name,
  displayName,
  description,
  sides,
  priceBinary,
  settledAt,
  settleFraction,
  ...activity
}: Record<string, unknown>) => json(activity);

test('the outcomes of a window have what their trades in it come to; listed ones without a trade are there, too', async () => {
  for (const [hours, tier] of [
    [24, 'free'],
    [240, 'free'],
    [8760, 'enterprise'],
  ] as const) {
    const { body, window } = await harness.ask(outcomes, { query: `hours=${hours}`, tier });
    const rows = inLast(hours * hourMs);
    const traded = new Set(rows.map(({ outcomeId }) => outcomeId));
    const listed = [firstOutcome, idle, ...(hours === 8760 ? [settledLongAgo] : [])];
    const expected = [...new Set([...traded, ...listed])].sort((a, b) => b - a);
    assert.deepEqual(
      body.outcomes!.map(activityOf),
      expected.map((id) => expectedActivity(id, rows)),
    );
    assert.equal(body.count, expected.length);
    assert.deepEqual(window, { fromMs: Math.max(nowMs - hours * hourMs, outcomesFromMs), toMs: nowMs });
  }
});

test('the most active come first, ties by number; limit cuts', async () => {
  const { body } = await harness.ask(mostActive, { query: 'hours=720&limit=3' });
  const rows = inLast(720 * hourMs);
  const expected = ids
    .map((id) => expectedActivity(id, rows))
    .sort((a, b) => b.fills - a.fills || a.outcomeId - b.outcomeId)
    .slice(0, 3);
  assert.deepEqual(body.outcomes!.map(activityOf), expected);
});

test('one outcome has all of its data, its sides and the terms of its description', async () => {
  const { body } = await harness.ask(outcome, { path: { outcome_id: String(firstOutcome) } });
  assert.deepEqual(activityOf(body.outcome), expectedActivity(firstOutcome, inLast(Infinity)));
  assert.deepEqual(
    [body.outcome.priceBinary, body.outcome.sides],
    [
      {
        class: 'priceBinary',
        underlying: 'BTC',
        period: '1d',
        expiry: '2026-06-21T06:00:00.000Z',
        targetPrice: 78213.5,
        comparison: 'at-or-above',
      },
      [
        { index: 0, name: 'Yes', sideToken: '+1000', coinKey: '#1000', assetId: 100001000 },
        { index: 1, name: 'No', sideToken: '+1001', coinKey: '#1001', assetId: 100001001 },
      ],
    ],
  );
  const bare = (await harness.ask(outcome, { path: { outcome_id: '101' } })).body.outcome;
  assert.deepEqual([bare.name, bare.sides![1]!.name, bare.priceBinary], [undefined, '#1011', undefined]);
  const listed = (await harness.ask(outcome, { path: { outcome_id: String(idle) } })).body.outcome;
  assert.deepEqual([listed.fills, listed.sides![0]!.name], [0, 'Up']);
});

test('a summary counts each match once, on the side that its taker traded', async () => {
  for (const id of ids) {
    const path = { outcome_id: String(id) };
    const { body } = await harness.ask(outcomeSummary, { path, tier: 'starter' });
    const rows = inLast(Infinity).filter(({ outcomeId }) => outcomeId === id);
    const ofSide = (side: number) => matchesOf(rows).filter(({ sideIndex }) => sideIndex === side);
    const { name, displayName, ...totals } = body;
    assert.deepEqual(json(totals), {
      ...expectedActivity(id, rows),
      side0Contracts: sumOf(ofSide(0), ({ sz }) => sz),
      side1Contracts: sumOf(ofSide(1), ({ sz }) => sz),
      side0NotionalUsdh: sumOf(ofSide(0), ({ notional }) => notional),
      side1NotionalUsdh: sumOf(ofSide(1), ({ notional }) => notional),
      realizedPnlUsdh: sumOf(rows, ({ pnl }) => pnl),
    });
  }
});

test('recent trades are the market trades of the window, newest first', async () => {
  const { body } = await harness.ask(outcomeTrades, {
    path: { outcome_id: '101' },
    query: 'hours=720&limit=500',
  });
  const expected = trades(inLast(720 * hourMs).filter(({ outcomeId }) => outcomeId === 101)).sort(
    (a, b) => b.time - a.time || Number(a.isTaker) - Number(b.isTaker),
  );
  assert.deepEqual(
    body.trades!.map(({ tradeTime, address, coin, sideIndex, side, px, sz, pnl }) => [
      tradeTime,
      address,
      coin,
      sideIndex,
      side,
      px,
      sz,
      pnl,
    ]),
    expected.map((row) => [
      new Date(row.time).toISOString(),
      row.wallet,
      row.coin,
      row.sideIndex,
      row.isBuy ? 'B' : 'A',
      row.px.toNumber(),
      row.sz.toNumber(),
      row.pnl.toNumber(),
    ]),
  );
  assert.ok(body.trades!.every(({ dirId }) => dirId === 1) && body.count === expected.length);
  const cut = await harness.ask(outcomeTrades, { path: { outcome_id: '101' }, query: 'hours=720&limit=2' });
  assert.deepEqual(cut.body.trades, body.trades!.slice(0, 2));
});

test('every day with a trade has its fills, matches, wallets and volume', async () => {
  const { body } = await harness.ask(dailyVolume, { query: 'days=365', tier: 'enterprise' });
  const days = Map.groupBy(trades(inLast(365 * dayMs)), ({ time }) =>
    new Date(time).toISOString().slice(0, 10),
  );
  assert.equal(body.since, '2026-05-02T00:00:00.000Z');
  assert.deepEqual(
    body.days,
    [...days].sort().map(([day, rows]) => ({
      day,
      fills: rows.length,
      uniqueTrades: matchesOf(rows).length,
      uniqueWallets: wallets(rows),
      contracts: sumOf(matchesOf(rows), ({ sz }) => sz),
      notionalUsdh: sumOf(matchesOf(rows), ({ notional }) => notional),
    })),
  );
});

test('top traders are ranked by all that they realized', async () => {
  const { body } = await harness.ask(topTraders, { query: 'days=30&limit=100', tier: 'starter' });
  const expected = [...Map.groupBy(inLast(30 * dayMs), ({ wallet }) => wallet)]
    .map(([address, rows]) => ({
      address,
      fills: trades(rows).length,
      distinctOutcomes: new Set(rows.map(({ outcomeId }) => outcomeId)).size,
      totalContracts: sumOf(trades(rows), ({ sz }) => sz),
      totalNotionalUsdh: sumOf(trades(rows), ({ notional }) => notional),
      realizedPnlUsdh: sumOf(rows, ({ pnl }) => pnl),
    }))
    .sort((a, b) => b.realizedPnlUsdh - a.realizedPnlUsdh || (a.address < b.address ? -1 : 1));
  assert.deepEqual(body, { count: expected.length, traders: expected });
});

test('a fill that comes days later is in every list from then on', async () => {
  const late = sourceFills([
    {
      wallet: walletOf(900),
      time: nowMs - 20 * dayMs,
      coin: `#${firstOutcome * 10}`,
      tid: 9_000_000,
      side: 'B',
      dir: 'Buy',
      px: '0.37',
      sz: '1234',
      crossed: true,
      closedPnl: '250.5',
    },
  ]);
  await harness.add(late);
  const rows = outcomeRows([...fills, ...late], nowMs - 30 * dayMs, nowMs);
  const ask = async () => (await harness.ask(mostActive, { query: 'hours=720&limit=50' })).body.outcomes!;
  const expected = expectedActivity(firstOutcome, rows);
  await until('what changed is looked up once a second', async () =>
    (await ask()).some(({ outcomeId, fills }) => outcomeId === firstOutcome && fills === expected.fills),
  );
  assert.deepEqual(activityOf((await ask()).find(({ outcomeId }) => outcomeId === firstOutcome)!), expected);
  const day = trades(
    rows.filter(({ time }) => Math.floor(time / dayMs) === Math.floor(late[0]!.fill.time / dayMs)),
  );
  const ofDay = async () =>
    (await harness.ask(dailyVolume, { query: 'days=30' })).body.days!.find(
      (one) => one.day === '2026-05-31',
    )!;
  await until('so it is for days', async () => (await ofDay()).fills === day.length);
  const found = await ofDay();
  assert.deepEqual([found.uniqueTrades, found.uniqueWallets], [matchesOf(day).length, wallets(day)]);
  const ranked = await harness.ask(topTraders, { query: 'days=30&limit=100', tier: 'starter' });
  const { realizedPnlUsdh, distinctOutcomes } = ranked.body.traders!.find(
    ({ address }) => address === walletOf(900),
  )!;
  assert.deepEqual([realizedPnlUsdh, distinctOutcomes], [250.5, 1]);
});

test('an unknown outcome is a 404; what is no number is a 422', async () => {
  for (const endpoint of [outcome, outcomeSummary, outcomeTrades]) {
    for (const [id, status] of [
      ['99', 404],
      ['-1', 404],
      [String(2 ** 53 - 1), 404],
      ['x', 422],
      ['1.5', 422],
    ] as const) {
      const refused = harness.ask(endpoint, { path: { outcome_id: id }, tier: 'starter' });
      await assert.rejects(refused, (problem: Problem) => problem.fields.status === status, id);
    }
  }
});

test('the examples of the reference are bodies', () => {
  for (const one of [outcomes, mostActive, outcome, outcomeSummary, outcomeTrades, dailyVolume, topTraders])
    checkBody(one, one.example);
});

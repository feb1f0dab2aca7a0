/** Hourly histories, compared with the test's data. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { ContextDraft } from '../../../test/given-market.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { longShortHours } from '../../jobs/long-short-hours.ts';
import { positionSnapshot } from '../../jobs/position-snapshot.ts';
import { fixedClock, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { longShortHistory } from './long-short.ts';
import { markDislocations } from './mark-dislocations.ts';
import { coinOiHistory, oiHistory } from './official-oi.ts';
import { riskCoinHistory } from './risk-coin-history.ts';
import { riskOverview } from './risk-overview.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const hour = (ago: number) => Math.floor(nowMs / hourMs) * hourMs - ago * hourMs;
/** Hours with a snapshot: one hour was missed. */
const kept = [3, 2, 0];

/** Basis by minute: 0.1 % counts, less does not. */
const contexts: ContextDraft[] = [
  { coin: 'BTC', markPx: '100.09', oraclePx: '100', time: nowMs - 50 * minuteMs },
  { coin: 'BTC', markPx: '100.1', oraclePx: '100', time: nowMs - 40 * minuteMs },
  { coin: 'BTC', markPx: '101', oraclePx: '100', time: nowMs - 30 * minuteMs },
  // Later in the same minute it is back.
  { coin: 'BTC', markPx: '100', oraclePx: '100', time: nowMs - 30 * minuteMs + 1_000 },
  { coin: 'BTC', markPx: '99', oraclePx: '100', time: nowMs - 20 * minuteMs },
  { coin: 'BTC', markPx: '100', oraclePx: '100', time: nowMs },
];

let harness: EndpointHarness;
before(async () => {
  const positions = [
    { wallet: walletOf(1), coin: 'BTC', szi: '3', entryPx: '90', leverage: 4 },
    { wallet: walletOf(2), coin: 'BTC', szi: '1', entryPx: '90', leverage: 8 },
    { wallet: walletOf(3), coin: 'BTC', szi: '-2', entryPx: '110', leverage: 2 },
    { wallet: walletOf(1), coin: 'ETH', szi: '-50', entryPx: '2', leverage: 2 },
  ];
  const candles = [{ coin: 'BTC', time: nowMs - 20 * minuteMs, close: '99', trades: 2 }];
  harness = await openEndpointHarness({ given: { positions, market: { contexts, candles } }, nowMs });
  const { store: analytics, sources } = harness;
  for (const ago of kept) {
    const clock = fixedClock(hour(ago) + 1_000);
    const parts = [longShortHours];
    const { positions: held, market } = sources;
    const run = positionSnapshot({ analytics, positions: held, market, clock, parts });
    await run({ untilMs: hour(ago), signal: new AbortController().signal });
  }
});
after(() => harness.close());

test('longs and shorts of each hour that was kept, oldest first, of a coin and of all; what has no price is in no sum', async () => {
  const { body, window } = await harness.ask(longShortHistory, { query: 'coin=btc' });
  assert.equal(window!.fromMs, hour(168));
  const entry = {
    coin: 'BTC',
    longAccounts: 2,
    shortAccounts: 1,
    longVolume: 400,
    shortVolume: 200,
    accountRatio: 2,
    volumeRatio: 2,
    avgLongLeverage: 5,
    avgShortLeverage: 2,
    netBias: 1 / 3,
    totalUnrealizedPnl: 60,
  };
  assert.deepEqual(
    body.history!.map(({ timestamp, ...rest }) => ({ timestamp, ...rest })),
    kept.map((ago) => ({ timestamp: hour(ago), ...entry })),
  );
  const all = await harness.ask(longShortHistory, {});
  assert.deepEqual(
    all.body.history!.map(({ coin, longVolume, shortVolume }) => [coin, longVolume, shortVolume]),
    kept.map(() => ['_GLOBAL', 400, 200]),
  );
  assert.equal((await harness.ask(longShortHistory, { query: 'hours=1' })).body.history!.length, 1);
});

test('derived open interest is the longs of each hour', async () => {
  const points = (coin: string, more: object) =>
    kept.map((ago) => ({ timestamp: hour(ago), coin, openInterest: 400, ...more }));
  const ofCoin = await harness.ask(coinOiHistory, { path: { coin: 'BTC' } });
  const expected = points('BTC', { markPx: 100 });
  assert.deepEqual(ofCoin.body, { history: expected, latest: expected.at(-1) });
  assert.deepEqual((await harness.ask(oiHistory, {})).body.history, points('_GLOBAL', {}));
  const { history } = (await harness.ask(riskOverview, {})).body;
  assert.deepEqual(
    history.oi,
    kept.map((ago) => ({ timestamp: hour(ago), value: 400 })),
  );
  assert.deepEqual(history.netBias![0]!.value, 1 / 3);
  assert.deepEqual(history.avgLeverage![0], { timestamp: hour(3), long: 5, short: 2 });
});

test('dislocations are minutes whose last mark is 0.1 % off or more, newest first', async () => {
  const expected = [
    { timestamp: nowMs - 20 * minuteMs, markPx: 99, oraclePx: 100, basisPct: -1 },
    { timestamp: nowMs - 40 * minuteMs, markPx: 100.1, oraclePx: 100, basisPct: 0.1 },
  ];
  const { body } = await harness.ask(markDislocations, { path: { coin: 'btc' } });
  const rounded = body.markDislocations!.map((row) => ({ ...row, basisPct: +row.basisPct.toFixed(9) }));
  assert.deepEqual(rounded, expected);
  const is404 = (problem: Problem) => problem.fields.status === 404;
  await assert.rejects(harness.ask(markDislocations, { path: { coin: 'NOPE' } }), is404);
});

test('the history of a coin has all of these, and says what span was served', async () => {
  const { body } = await harness.ask(riskCoinHistory, { path: { coin: 'BTC' } });
  assert.equal(body.hours, 168);
  assert.deepEqual(
    body.oiHistory,
    (await harness.ask(coinOiHistory, { path: { coin: 'BTC' } })).body.history,
  );
  assert.deepEqual(
    body.longShortHistory,
    kept.map((ago) => ({ timestamp: hour(ago), value: 2 })),
  );
  assert.deepEqual(body.candleHistory, [
    { timestamp: hour(0), open: 99, high: 99, low: 99, close: 99, volume: 1 },
  ]);
  assert.equal(body.markDislocations!.length, 2);
  assert.equal(body.liquidations.count, 0);
  const long = await harness.ask(riskCoinHistory, {
    path: { coin: 'BTC' },
    query: 'hours=8760',
    tier: 'enterprise',
  });
  const sinceStart = (nowMs - Date.parse('2026-01-01T00:00:00Z')) / hourMs;
  assert.equal(long.body.hours, Math.ceil(sinceStart), 'data start in 2026');
});

test('the examples of the reference are bodies', () => {
  for (const one of [longShortHistory, markDislocations, coinOiHistory, oiHistory, riskCoinHistory])
    checkBody(one, one.example);
});

/** Hourly liquidation levels: the job's rows and the endpoint's answer, compared with a plain recomputation of the test's data. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { PositionDraft } from '../../../test/given-facts.ts';
import { seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import { query } from '../../analytics/query.ts';
import { liquidationLevelHours } from '../../jobs/liquidation-level-hours.ts';
import { positionSnapshot } from '../../jobs/position-snapshot.ts';
import { fixedClock, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { liquidationHeatmapHistory } from './liquidation-heatmap-history.ts';

const nowMs = Date.parse('2026-03-15T12:02:00Z');
const hour = (ago: number) => Math.floor(nowMs / hourMs) * hourMs - ago * hourMs;
const below = seededNumbers(41);
/** Hundredths of a dollar. */
const marks: Record<string, number> = { BTC: 9_625_037, 'xyz:GOLD': 1_234, kPEPE: 1 };
const coins = Object.keys(marks);

/** Sizes in thousandths of a coin, and prices in the bounds of levels and between them. */
const held = Array.from({ length: 240 }, (_, n) => {
  const coin = coins[n % 3]!;
  const liquidation = (marks[coin]! / 100) * (0.6 + below(90) / 100);
  return {
    wallet: walletOf(1 + n),
    coin,
    size: (1 + below(90_000)) * (below(2) === 0 ? 1 : -1),
    // Stored with twelve decimals.
    liquidationPx:
      below(6) === 0 ? null : (below(4) === 0 ? 1.01 ** levelAt(liquidation) : liquidation).toFixed(12),
  };
});
const closing = held[0]!;

let harness: EndpointHarness;
before(async () => {
  const positions = held.map(({ wallet, coin, size, liquidationPx }): PositionDraft => {
    return {
      wallet,
      coin,
      szi: String(size / 1_000),
      entryPx: '1',
      liquidationPx,
      time: nowMs - 10 * minuteMs,
    };
  });
  // Of a coin that has no price.
  const dark: PositionDraft = { wallet: walletOf(900), coin: 'DARK', szi: '1', liquidationPx: '1' };
  const contexts = coins.map((coin) => ({ coin, markPx: String(marks[coin]! / 100) }));
  const listed = ['DARK', 'IDLE'].map((coin) => ({ coin, collateral: 'USDC' }));
  harness = await openEndpointHarness({
    given: { positions: [...positions, dark], market: { contexts, listed } },
    nowMs,
  });
});
after(() => harness.close());

/** Finds the level by counting up, without a logarithm. */
function levelAt(px: number): number {
  let level = -3_000;
  while (1.01 ** (level + 1) <= px) level += 1;
  return level;
}

/** Millionths of a dollar: thousandths of a coin × hundredths of a dollar. */
const millionths = ({ coin, size }: (typeof held)[number]) =>
  BigInt(Math.abs(size)) * BigInt(marks[coin]!) * 10n;
const decimal = (amount: bigint) => {
  const digits = String(amount).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

function expected(coin: string, all: typeof held) {
  const [lowest, highest] = [levelAt((marks[coin]! / 100) * 0.7), levelAt((marks[coin]! / 100) * 1.3)];
  const sums = new Map<string, bigint>();
  for (const one of all.filter((position) => position.coin === coin)) {
    const level = one.liquidationPx === null ? undefined : levelAt(Number(one.liquidationPx));
    const place =
      level === undefined ? 'unpriced' : level < lowest || level > highest ? 'outside' : String(level);
    const key = `${one.size > 0 ? 'long' : 'short'} ${place}`;
    sums.set(key, (sums.get(key) ?? 0n) + millionths(one));
  }
  const usd = (key: string) => Number(decimal(sums.get(key) ?? 0n));
  const levels = [
    ...new Set(
      [...sums.keys()].map((key) => Number(key.split(' ')[1])).filter((level) => !Number.isNaN(level)),
    ),
  ];
  return {
    markPx: marks[coin]! / 100,
    levels: levels
      .sort((a, b) => a - b)
      .map((level) => ({
        fromPx: 1.01 ** level,
        toPx: 1.01 ** (level + 1),
        longUsd: usd(`long ${level}`),
        shortUsd: usd(`short ${level}`),
      })),
    longOutsideUsd: usd('long outside'),
    shortOutsideUsd: usd('short outside'),
    longUnpricedUsd: usd('long unpriced'),
    shortUnpricedUsd: usd('short unpriced'),
  };
}

async function keep(atMs: number, clockMs = atMs + 2_000): Promise<void> {
  const { store: analytics, sources } = harness;
  const { positions, market } = sources;
  const parts = [liquidationLevelHours];
  const run = positionSnapshot({ analytics, positions, market, clock: fixedClock(clockMs), parts });
  await run({ untilMs: atMs, signal: new AbortController().signal });
}

const kept = query({
  name: 'liquidation_levels_of_test',
  params: { hour: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), all: Type.String() }),
  sql: `
    SELECT coin, toString(tuple(mark_px, levels, longs, shorts, longs_outside, shorts_outside, longs_unpriced, shorts_unpriced)) AS all
    FROM liquidation_level_hours FINAL WHERE hour = {hour:TimeMs} ORDER BY coin`,
});

const ask = async (coin: string, requested = `from=${new Date(hour(4)).toISOString()}`) =>
  (await harness.ask(liquidationHeatmapHistory, { path: { coin }, query: requested })).body;

test('two hours are what the positions of each add up to, on one grid, and those that were not kept are named', async () => {
  await keep(hour(3));
  const { wallet, coin, size } = closing;
  await harness.add([
    {
      wallet,
      coin,
      time: nowMs - minuteMs,
      px: '96250',
      sz: String(Math.abs(size) / 1_000),
      side: size > 0 ? 'A' : 'B',
      startPosition: String(size / 1_000),
    },
  ]);
  await until('the position is closed', () => harness.sources.positions.ofWallet(wallet).length === 0);
  await keep(hour(1));
  for (const name of coins) {
    const { history, missing, ...rest } = await ask(name.toLowerCase());
    assert.deepEqual(rest, { coin: name, stepHours: 1, stepPct: 1, rangePct: 30 });
    assert.deepEqual(history, [
      { timestamp: hour(3), ...expected(name, held) },
      { timestamp: hour(1), ...expected(name, held.slice(1)) },
    ]);
    // Of this hour nothing is due yet.
    assert.deepEqual(missing, [
      { from: hour(4), to: hour(3), hours: 1, reason: 'not-recorded' },
      { from: hour(2), to: hour(1), hours: 1, reason: 'not-recorded' },
    ]);
  }
});

test('an hour that is kept again is the same, and sums are stored to a millionth of a dollar', async () => {
  const first = await harness.store.rows(kept, { hour: hour(1) });
  await keep(hour(1), hour(1) + 4 * minuteMs);
  assert.deepEqual(await harness.store.rows(kept, { hour: hour(1) }), first);
  const stakes = expected('BTC', held.slice(1));
  const whole = held
    .slice(1)
    .filter(({ coin, liquidationPx, size }) => coin === 'BTC' && liquidationPx === null && size > 0)
    .reduce((sum, one) => sum + millionths(one), 0n);
  const { all } = first.find(({ coin }) => coin === 'BTC')!;
  assert.ok(all.startsWith('(96250.37,['), all);
  assert.equal(Number(decimal(whole)), stakes.longUnpricedUsd);
  assert.ok(all.includes(`,${decimal(whole).replace(/\.?0+$/, '')},`), `${all} ${decimal(whole)}`);
});

test('an hour that is over is not made of later positions, and one without price or position says so', async () => {
  await keep(hour(2), nowMs);
  const { missing } = await ask('BTC');
  assert.equal(missing!.length, 2);
  for (const [coin, reason] of [
    ['DARK', 'no-mark'],
    ['IDLE', 'no-positions'],
  ] as const) {
    const body = await ask(coin);
    assert.deepEqual(body.history, []);
    assert.deepEqual(
      body.missing!.map((gap) => [gap.from, gap.reason]),
      [4, 3, 2, 1].map((ago) => [hour(ago), ago % 2 === 0 ? 'not-recorded' : reason]),
    );
  }
});

test('a window of more than a week has fewer hours, and a coin that is none is named', async () => {
  const from = (days: number) => `from=${new Date(nowMs - days * 24 * hourMs).toISOString()}`;
  const { stepHours, history, missing } = await ask('BTC', from(20));
  assert.equal(stepHours, 3);
  // With a step of three hours, 09:00 is included and 11:00 is not.
  assert.deepEqual(
    history!.map(({ timestamp }) => timestamp),
    [hour(3)],
  );
  assert.deepEqual(missing, [
    { from: hour(20 * 24 - 3), to: hour(3), hours: 159 - 1, reason: 'not-recorded' },
  ]);
  await assert.rejects(ask('NOPE'), (problem: Problem) => problem.fields.status === 404);
  const old = `from=${new Date(hour(8)).toISOString()}&to=${new Date(hour(6)).toISOString()}`;
  assert.deepEqual((await ask('BTC', old)).missing, [
    { from: hour(8), to: hour(5), hours: 3, reason: 'not-recorded' },
  ]);
});

test('the example of the reference is a body', () => {
  checkBody(liquidationHeatmapHistory, liquidationHeatmapHistory.example);
});

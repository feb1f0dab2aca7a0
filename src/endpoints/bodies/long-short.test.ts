import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { bySize, concentration, createExposure, type ValuedPosition } from '../../domain/exposure.ts';
import { sizeBreakdown } from '../live/risk-coin.ts';
import { coinLongShort, globalLongShort } from './long-short.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

function positionsOf(seed: number, count: number): ValuedPosition[] {
  const below = seededNumbers(seed);
  return Array.from({ length: count }, (_, n) => ({
    address: walletOf(1 + below(40)),
    coin: ['BTC', 'ETH', 'xyz:GOLD'][n % 3]!,
    size: (below(2) === 0 ? 1 : -1) * (1 + below(5)),
    // Few values, so that many are equal.
    notional: 10 ** below(8),
    unrealizedPnl: below(2_000) - 1_000,
    leverage: below(3) === 0 ? undefined : 1 + below(40),
  }));
}

function exposureOf(positions: readonly ValuedPosition[]) {
  const exposure = createExposure();
  for (const position of positions) exposure.add(position);
  return exposure;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const near = (actual: number | undefined, expected: number | undefined) =>
  assert.ok(
    actual === expected || Math.abs(actual! - expected!) <= Math.max(1e-6, 1e-9 * Math.abs(expected!)),
  );

test('longs and shorts of a coin equal their recomputation, ten largest first whatever the order they come in', () => {
  for (const [seed, count] of [3, 9, 10, 200].entries()) {
    const positions = positionsOf(seed + 1, count).filter(({ coin }) => coin === 'BTC');
    const body = coinLongShort('BTC', exposureOf(positions), nowMs);
    assert.deepEqual(
      coinLongShort('BTC', exposureOf([...positions].reverse()), nowMs).topLongs,
      body.topLongs,
    );
    const [longs, shorts] = [1, -1].map((sign) =>
      positions.filter(({ size }) => Math.sign(size) === sign),
    ) as [ValuedPosition[], ValuedPosition[]];
    const notional = (side: ValuedPosition[]) => sum(side.map((one) => one.notional!));
    assert.deepEqual(
      [body.longAccounts, body.shortAccounts, body.sampleSize],
      [longs.length, shorts.length, positions.length],
    );
    near(body.longVolume, notional(longs));
    near(body.shortVolume, notional(shorts));
    near(body.ratio, shorts.length === 0 ? 0 : longs.length / shorts.length);
    near(body.volumeRatio, notional(shorts) === 0 ? 0 : notional(longs) / notional(shorts));
    near(body.netBias, (notional(longs) - notional(shorts)) / notional(positions));
    near(body.avgLongSize, longs.length === 0 ? 0 : notional(longs) / longs.length);
    near(body.totalUnrealizedPnl, sum(positions.map((one) => one.unrealizedPnl!)));
    const levered = longs.filter(({ leverage }) => leverage !== undefined);
    near(
      body.avgLongLeverage,
      levered.length === 0
        ? undefined
        : sum(levered.map((one) => one.leverage! * one.notional!)) / notional(levered),
    );
    const known = positions.flatMap(({ leverage }) => leverage ?? []);
    assert.equal(body.maxLeverage, known.length === 0 ? undefined : Math.max(...known));
    const five = [...positions].sort(bySize).slice(0, 5);
    near(body.concentrationTop5, notional(five) / notional(positions));
    const top = [...shorts].sort(bySize).slice(0, 10);
    assert.deepEqual(
      body.topShorts,
      top.map(({ address, size, notional, unrealizedPnl }) => ({
        address,
        size: -size,
        notional,
        pnl: unrealizedPnl,
      })),
    );
  }
});

test('the exchange is the sum of its coins, which leave by notional; without positions every ratio is 0', () => {
  const positions = positionsOf(9, 300);
  const coins = new Map(
    ['BTC', 'ETH', 'xyz:GOLD'].map((name) => [
      name,
      exposureOf(positions.filter(({ coin }) => coin === name)),
    ]),
  );
  const body = globalLongShort({ all: exposureOf(positions), coins, tradersTracked: 40, nowMs });
  const symbols = body.bySymbol!;
  assert.equal(body.totalLongAccounts, sum(symbols.map((one) => one.longAccounts)));
  near(body.totalShortVolume, sum(symbols.map((one) => one.shortVolume)));
  const volumes = symbols.map((one) => one.longVolume + one.shortVolume);
  assert.deepEqual(
    volumes,
    [...volumes].sort((a, b) => b - a),
  );
  const empty = coinLongShort('BTC', createExposure(), nowMs);
  for (const value of [
    empty.ratio,
    empty.volumeRatio,
    empty.netBias,
    empty.avgLongSize,
    empty.concentrationTop5,
  ]) {
    assert.equal(value, 0);
  }
  assert.ok(!('avgLongLeverage' in empty) && !('maxLeverage' in empty), 'what is not known is absent');
  assert.equal(concentration(exposureOf(positions.slice(0, 3)), 5), 1);
});

test('every position is in the bucket of its notional, and all six buckets are there', () => {
  const edges = [0, 999.99, 1_000, 9_999, 10_000, 100_000, 999_999, 1_000_000, 10_000_000, 5e9];
  const rows = sizeBreakdown(
    edges.map((notional, n) => ({ ...positionsOf(1, 1)[0]!, size: n % 2 ? -1 : 1, notional })),
  );
  assert.deepEqual(
    rows.map(({ sizeBucket, sortOrder, positionCount }) => [sizeBucket, sortOrder, positionCount]),
    [
      ['<1k', 1, 2],
      ['1k-10k', 2, 2],
      ['10k-100k', 3, 1],
      ['100k-1M', 4, 2],
      ['1M-10M', 5, 1],
      ['>=10M', 6, 2],
    ],
  );
  for (const row of rows) {
    assert.equal(row.positionCount, row.longCount + row.shortCount);
    assert.equal(row.totalNotional, row.longNotional + row.shortNotional);
  }
});

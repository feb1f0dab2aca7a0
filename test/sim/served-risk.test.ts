/** Sums of snapshots: each adds up, whichever way it is cut, and to what the simulator's own books say. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../packages/exchange-simulator/src/exchange.ts';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { liquidationHeatmap } from '../../src/endpoints/live/liquidation-heatmap.ts';
import { liquidationsSummary } from '../../src/endpoints/live/liquidations-summary.ts';
import { coinLongShortNow, longShort } from '../../src/endpoints/live/long-short.ts';
import { riskCoin } from '../../src/endpoints/live/risk-coin.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { assertNear } from '../lifecycle-rows.ts';
import { campaignSeed, sized } from '../size.ts';
import { simulateDays } from './simulated-days.ts';

const { seeds, fills, wallets } = sized({
  check: { seeds: 1, fills: 2_000, wallets: 80 },
  campaign: { seeds: 20, fills: 8_000, wallets: 300 },
});
const firstSeed = (campaignSeed - 1) * seeds + 1;
const startMs = Date.UTC(2026, 4, 10);
const endMs = startMs + dayMs;

const sum = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((all, row) => all + value(row), 0);

/** Every open perp position by the books, notional in USD at the mark. */
function openPositions(exchange: Exchange) {
  return exchange.wallets.flatMap(({ address }, wallet) =>
    dexes.flatMap((_, dex) =>
      exchange.account(wallet, dex).positions.map(({ market, szi }) => ({
        wallet: address.toLowerCase(),
        coin: market.coin,
        isLong: szi > 0,
        notional: (Math.abs(szi) * exchange.context(market).markPx) / 1e6,
      })),
    ),
  );
}
type Open = ReturnType<typeof openPositions>;

async function checkCoin(harness: EndpointHarness, coin: string, all: Open): Promise<void> {
  const path = { coin };
  const [longs, shorts] = [all.filter(({ isLong }) => isLong), all.filter(({ isLong }) => !isLong)];
  const { market, longShort: balance, sizeBreakdown } = (await harness.ask(riskCoin, { path })).body;
  assert.deepEqual(
    [market.totalPositions, market.longPositions, market.shortPositions, market.uniqueWallets],
    [all.length, longs.length, shorts.length, all.length],
    coin,
  );
  assertNear(
    market.longNotional,
    sum(longs, ({ notional }) => notional),
  );
  assertNear(
    market.shortNotional,
    sum(shorts, ({ notional }) => notional),
  );
  assert.deepEqual([balance.longVolume, balance.shortVolume], [market.longNotional, market.shortNotional]);
  assert.equal(
    sum(sizeBreakdown!, ({ positionCount }) => positionCount),
    all.length,
  );
  assertNear(
    sum(sizeBreakdown!, ({ longNotional, shortNotional }) => longNotional + shortNotional),
    market.longNotional + market.shortNotional,
  );
  assert.deepEqual((await harness.ask(coinLongShortNow, { path })).body, balance);
  for (const range of [5, 30, 50]) {
    const { body, headers } = await harness.ask(liquidationHeatmap, { path, query: `range=${range}` });
    const placed = sum(body.buckets!, ({ longPositions, shortPositions }) => longPositions + shortPositions);
    const apart = headers!['X-Positions-Outside']! + headers!['X-Positions-Without-Price']!;
    assert.equal(placed + apart, all.length, `${coin} within ${range} %`);
    for (const bucket of body.buckets!)
      assertNear(bucket.totalNotionalAtRisk, bucket.longNotionalAtRisk + bucket.shortNotionalAtRisk);
  }
}

async function checkAll(harness: EndpointHarness, all: Open): Promise<void> {
  const { body } = await harness.ask(longShort, {});
  const symbols = body.bySymbol!;
  const [longs, shorts] = [all.filter(({ isLong }) => isLong), all.filter(({ isLong }) => !isLong)];
  assert.deepEqual(
    [body.sampleSize, body.totalLongAccounts, body.totalShortAccounts],
    [all.length, longs.length, shorts.length],
  );
  assert.deepEqual(
    symbols.map(({ coin }) => coin).sort(),
    [...new Set(all.map(({ coin }) => coin))].sort(),
    'each coin that is held once',
  );
  for (const [reported, of, own] of [
    [body.totalLongVolume, symbols.map(({ longVolume }) => longVolume), longs],
    [body.totalShortVolume, symbols.map(({ shortVolume }) => shortVolume), shorts],
  ] as const) {
    assertNear(
      reported,
      sum(own, ({ notional }) => notional),
    );
    assertNear(
      reported,
      sum(of, (volume) => volume),
    );
  }
}

/** A part of all liquidations; cohorts have no fees. */
interface Part {
  count: number;
  totalClosedPnl?: unknown;
  totalNotional?: unknown;
  totalPenaltyFees?: unknown;
}

async function checkLiquidations(harness: EndpointHarness, exchange: Exchange): Promise<number> {
  const { body } = await harness.ask(liquidationsSummary, { query: 'since=7d' });
  const truths = exchange.wallets.map((_, wallet) => exchange.truth(wallet));
  assertNear(body.totalNotional, sum(truths, ({ liquidatedNotional }) => liquidatedNotional) / 1e6);
  assertNear(body.totalPenaltyFees, sum(truths, ({ penalties }) => penalties) / 1e6);
  assert.equal(body.wallets, truths.filter(({ liquidationFills }) => liquidationFills > 0).length);
  assert.equal(body.count, body.longEvents + body.shortEvents);
  assertNear(body.totalNotional, body.longNotional + body.shortNotional);
  const cuts: [name: string, parts: readonly Part[]][] = [
    ['byCoin', body.byCoin!],
    ['timeline', body.timeline!],
    ['byCohort', body.byCohort!],
  ];
  for (const [name, parts] of cuts) {
    const total = (value: (part: Part) => unknown) => sum(parts, (part) => Number(value(part)));
    assert.equal(
      total(({ count }) => count),
      body.count,
      name,
    );
    assertNear(
      total(({ totalClosedPnl }) => totalClosedPnl),
      body.totalClosedPnl,
    );
    assertNear(
      total(({ totalNotional }) => totalNotional),
      body.totalNotional,
    );
    if (name === 'byCohort') continue;
    assertNear(
      total(({ totalPenaltyFees }) => totalPenaltyFees),
      body.totalPenaltyFees,
    );
  }
  return body.count;
}

for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
  test(`positions and liquidations add up to the books, seed ${seed}`, async (t) => {
    const days = simulateDays({ seed: `risk ${seed}`, startMs, endMs, fills, wallets, notedHourMs: endMs });
    const all = openPositions(days.exchange);
    const harness = await openEndpointHarness({
      given: { fills: days.fills, positions: days.last, market: { contexts: days.contexts } },
      nowMs: endMs,
      batchFills: 10_000,
    });
    try {
      for (const [coin, own] of Map.groupBy(all, (one) => one.coin)) await checkCoin(harness, coin, own);
      await checkAll(harness, all);
      const liquidations = await checkLiquidations(harness, days.exchange);
      t.diagnostic(`${all.length} positions, ${liquidations} liquidations`);
      assert.ok(all.length > 50);
    } finally {
      await harness.close();
    }
  });
}

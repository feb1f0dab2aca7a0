/** Consistent valuation: every answer over positions, for an import alone, with fresh marks, and without a price. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../test/source-fills.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { assetCrossMarket } from './assets/cross-market.ts';
import { cohortBias } from './cohorts/bias-history.ts';
import { cohortPositions } from './cohorts/positions.ts';
import { entity } from './entities/entity.ts';
import { openInterest } from './exchange/oi.ts';
import { liquidationHeatmap } from './live/liquidation-heatmap.ts';
import { coinLongShortNow, longShort } from './live/long-short.ts';
import { riskCoin } from './live/risk-coin.ts';
import { riskOverview } from './live/risk-overview.ts';
import { walletPositions } from './market/positions.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const prices: Record<string, number[]> = { BTC: [96_250.5, 96_101.1, 95_998.7], ETH: [3_120.3, 3_099.9] };

/** Matches of pairs of wallets at changing prices: longs and shorts of each coin are equal to the last digit. */
function matches(): FillDraft[] {
  const below = seededNumbers(11);
  const held = new Map<string, number>();
  return Array.from({ length: 120 }, (_, n) => {
    const coin = n % 3 === 0 ? 'ETH' : 'BTC';
    const px = prices[coin]![n % prices[coin]!.length]! + below(400) / 10;
    const [buyer, seller] = [1 + below(20), 21 + below(20)];
    const sz = (1 + below(900)) / 100;
    return ([buyer, seller] as const).map((number, side): FillDraft => {
      const wallet = walletOf(number);
      const before = held.get(wallet + coin) ?? 0;
      held.set(wallet + coin, Number((before + (side === 0 ? sz : -sz)).toFixed(2)));
      return {
        wallet,
        coin,
        time: nowMs - 40 * dayMs + n * hourMs,
        tid: n + 1,
        crossed: side === 0,
        px: String(px),
        sz: String(sz),
        side: side === 0 ? 'B' : 'A',
        startPosition: String(before),
      };
    });
  }).flat();
}

const fills = matches();
const lastPx = (coin: string) => Number(fills.findLast((fill) => fill.coin === coin)!.px);
/** A settlement does not count as a trade, however new it is. */
const settlement: FillDraft = {
  wallet: walletOf(90),
  coin: 'BTC',
  time: nowMs - hourMs,
  px: '1',
  sz: '2',
  dir: 'Settlement',
  side: 'A',
  startPosition: '2',
  tid: 900,
};

describe('an import alone', () => {
  let harness: EndpointHarness;
  before(async () => {
    harness = await openEndpointHarness({ given: { fills: [...fills, settlement] }, nowMs });
  });
  after(() => harness.close());

  test('longs are shorts, of each coin and of all, to the cent', async () => {
    const all = await harness.ask(longShort, {});
    assert.equal(all.body.totalLongVolume, all.body.totalShortVolume);
    assert.equal(all.body.netBias, 0);
    assert.ok(all.body.totalLongVolume > 0);
    for (const coin of ['BTC', 'ETH']) {
      const { body } = await harness.ask(coinLongShortNow, { path: { coin } });
      assert.deepEqual([body.longVolume - body.shortVolume, body.netBias], [0, 0], coin);
      assert.ok(body.totalUnrealizedPnl < 1e-6 && body.longUnrealizedPnl !== 0, coin);
    }
    const { body } = await harness.ask(openInterest, {});
    for (const dex of body.byDex!) assert.equal(dex.longNotionalUsd, dex.shortNotionalUsd);
    assert.equal(body.totalGrossUsd, 2 * all.body.totalLongVolume);
    const { body: cross } = await harness.ask(assetCrossMarket, { path: { canonical: 'BTC' } });
    assert.equal(cross.aggregate.netBias, 0);
  });

  test('every answer values a coin at its newest trade, and says so', async () => {
    const ofTrades = { 'X-Valued-By-Mark': 0, 'X-Valued-By-Trade': 1, 'X-Positions-Unvalued': 0 };
    const path = { coin: 'BTC' };
    const reported = [
      await harness.ask(longShort, {}),
      await harness.ask(coinLongShortNow, { path }),
      await harness.ask(riskOverview, {}),
      await harness.ask(riskCoin, { path }),
      await harness.ask(liquidationHeatmap, { path }),
      await harness.ask(cohortBias, { path }),
      await harness.ask(openInterest, {}),
      await harness.ask(walletPositions, { path: { address: walletOf(1) } }),
      await harness.ask(assetCrossMarket, { path: { canonical: 'BTC' } }),
    ];
    for (const { headers } of reported) {
      for (const [name, value] of Object.entries(ofTrades))
        assert.equal(headers![name as keyof typeof ofTrades], value, name);
    }
    const { body: risk } = await harness.ask(riskCoin, { path });
    assert.deepEqual(
      [risk.availability.valuedByMark, risk.availability.valuedByTrade, risk.availability.unvaluedPositions],
      [0, 1, 0],
    );
    assert.equal(risk.liquidationHeatmap.currentPrice, lastPx('BTC'));
    for (const row of risk.topPositions!) {
      assert.equal(row.markPx, lastPx('BTC'));
      const pnl = (row.side === 'long' ? 1 : -1) * row.size! * (lastPx('BTC') - row.entryPx!);
      assert.ok(Math.abs(row.unrealizedPnl! - pnl) < 1e-5);
    }
    const [position] = (await harness.ask(walletPositions, { path: { address: walletOf(1) } })).body!;
    assert.equal(Number(position!.markPrice), lastPx(position!.symbol));
    assert.match(position!.unrealizedPnl, /^-?\d+(\.\d{1,6})?$/);
    const { body: rows } = await harness.ask(cohortPositions, {
      path: { tierType: 'pnl', tier: 'humble_earner' },
      tier: 'pro',
    });
    assert.ok(rows!.length > 0);
    for (const row of rows!) {
      assert.equal(row.markPx, lastPx(row.coin));
      assert.deepEqual(row.unknownFields, [
        'leverage',
        'leverageType',
        'roe',
        'fundingSinceOpen',
        'marginUsed',
      ]);
    }
  });
});

describe('marks, trades and neither', () => {
  let harness: EndpointHarness;
  before(async () => {
    const state = (n: number, coin: string, szi: string) => ({
      wallet: walletOf(n),
      coin,
      szi,
      entryPx: '100',
      leverage: 5,
      marginUsed: '7',
    });
    harness = await openEndpointHarness({
      given: {
        fills: [{ wallet: walletOf(4), coin: 'ETH', time: nowMs - 9 * hourMs, px: '50', sz: '2' }],
        positions: [state(1, 'BTC', '3'), state(2, 'BTC', '-2'), state(3, 'DARK', '4')],
        market: { contexts: [{ coin: 'BTC', markPx: '120' }], listed: [{ coin: 'DARK' }] },
      },
      nowMs,
    });
  });
  after(() => harness.close());

  test('the shares of the notional and what has no price are given in headers and bodies', async () => {
    const { body, headers } = await harness.ask(riskOverview, {});
    assert.deepEqual(
      [headers!['X-Valued-By-Mark'], headers!['X-Valued-By-Trade'], headers!['X-Positions-Unvalued']],
      [0.857142857, 0.142857143, 1],
    );
    const { valuedByMark, valuedByTrade, unvaluedPositions } = body.availability;
    assert.deepEqual([valuedByMark, valuedByTrade, unvaluedPositions], [0.857142857, 0.142857143, 1]);
    const { body: all } = await harness.ask(longShort, {});
    assert.deepEqual([all.totalLongVolume, all.totalShortVolume, all.totalUnrealizedPnl], [460, 240, 20]);
    assert.equal(all.totalLongAccounts, 3);
    assert.equal(all.avgLongSize, 230);
  });

  test('without any price a position is counted and worth nothing that is shown: null, or left out', async () => {
    const { body: risk } = await harness.ask(riskCoin, { path: { coin: 'DARK' } });
    const [row] = risk.topPositions!;
    assert.deepEqual(
      [row!.size, row!.markPx, row!.notional, row!.unrealizedPnl, row!.roe],
      [4, null, null, null, null],
    );
    assert.deepEqual([risk.market.longPositions, risk.market.longNotional], [1, 0]);
    assert.deepEqual(risk.longShort.topLongs, []);
    assert.ok(risk.sizeBreakdown!.every(({ positionCount }) => positionCount === 0));
    const [item] = (await harness.ask(walletPositions, { path: { address: walletOf(3) } })).body!;
    assert.deepEqual([item!.markPrice, item!.unrealizedPnl, item!.entryPrice], ['', '', '100']);
    await assert.rejects(harness.ask(liquidationHeatmap, { path: { coin: 'DARK' } }), /No price of DARK/);
  });

  test("return on equity is the exchange's: over the margin that opened the position", async () => {
    const { body: risk } = await harness.ask(riskCoin, { path: { coin: 'BTC' } });
    // 3 × 20 / (3 × 100 / 5), whatever margin is used today.
    assert.deepEqual(
      risk.topPositions!.map(({ roe }) => roe),
      [1, -1],
    );
  });
});

test('what a state does not say of a position is null, or named as unknown, and the rest of it is used', async () => {
  const unsaid = ['entryPx', 'cumFunding', 'leverage', 'marginUsed', 'returnOnEquity'] as const;
  const wallet = walletOf(1);
  const harness = await openEndpointHarness({
    given: {
      positions: [
        { wallet, coin: 'BTC', szi: '-3', entryPx: '100', unsaid },
        { wallet, coin: 'SOL', szi: '2', entryPx: '10', leverage: 4, unsaid: ['cumFunding'] },
      ],
      market: {
        contexts: [
          { coin: 'BTC', markPx: '120' },
          { coin: 'SOL', markPx: '20' },
        ],
      },
    },
    nowMs,
  });
  try {
    const [row] = (await harness.ask(riskCoin, { path: { coin: 'BTC' } })).body.topPositions!;
    assert.deepEqual([row!.size, row!.markPx, row!.notional], [3, 120, 360]);
    const { entryPx, leverage, leverageType, marginUsed, roe, unrealizedPnl, fundingSinceOpen } = row!;
    for (const value of [entryPx, leverage, leverageType, marginUsed, roe, unrealizedPnl, fundingSinceOpen])
      assert.equal(value, null);
    const [sol] = (await harness.ask(riskCoin, { path: { coin: 'SOL' } })).body.topPositions!;
    assert.deepEqual([sol!.fundingSinceOpen, sol!.leverage, sol!.unrealizedPnl, sol!.roe], [null, 4, 20, 4]);
    const { body } = await harness.ask(entity, { path: { address: wallet }, tier: 'pro' });
    assert.deepEqual(
      body.topOpenPositions!.map(({ coin, entryVwap, unknownFields }) => [coin, entryVwap, unknownFields]),
      [
        ['SOL', 10, undefined],
        ['BTC', 0, ['entryVwap']],
      ],
    );
  } finally {
    await harness.close();
  }
});

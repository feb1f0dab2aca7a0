import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { createAssetNames } from '../sources.ts';
import { asset, assets } from './assets.ts';
import { assetCrossMarket } from './cross-market.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');

let harness: EndpointHarness;
before(async () => {
  const contexts = [
    { coin: 'xyz:GOLD', markPx: '10', openInterest: '50', dayNtlVlm: '300', funding: '0.5' },
    { coin: 'flx:gold', markPx: '11', openInterest: '2', dayNtlVlm: '40', time: nowMs - 6 * minuteMs },
    { coin: 'PAXG', markPx: '10.5', openInterest: '4', dayNtlVlm: '20' },
    { coin: 'BTC', markPx: '100', openInterest: '6', dayNtlVlm: '90' },
    { coin: '@107', markPx: '25' },
  ];
  const position = (n: number, coin: string, szi: string) => ({
    wallet: walletOf(n),
    coin,
    szi,
    entryPx: '10',
    leverage: 5,
  });
  const positions = [
    position(1, 'xyz:GOLD', '3'),
    position(2, 'xyz:GOLD', '-1'),
    position(1, 'PAXG', '-2'),
    position(3, 'BTC', '1'),
  ];
  const listed = [
    { coin: 'OLD', isDelisted: true },
    { coin: 'xyz:GOLD', collateral: 'USDE' },
  ];
  harness = await openEndpointHarness({ given: { positions, market: { contexts, listed } }, nowMs });
});
after(() => harness.close());

const gold = {
  canonical: 'GOLD',
  synonyms: ['PAXG', 'XAUT'],
  venues: [
    {
      dex: 'xyz',
      symbol: 'xyz:GOLD',
      ticker: 'GOLD',
      isSynonym: false,
      collateral: 'USDE',
      markPx: 10,
      openInterest: 500,
      volume24h: 300,
      fundingRate: 0.5,
      positions: 2,
    },
    {
      dex: 'hl',
      symbol: 'PAXG',
      ticker: 'PAXG',
      isSynonym: true,
      collateral: 'USDC',
      markPx: 10.5,
      openInterest: 42,
      volume24h: 20,
      fundingRate: 0.0000125,
      positions: 1,
    },
    // Its context is too old to say anything.
    { dex: 'flx', symbol: 'flx:gold', ticker: 'gold', isSynonym: false, collateral: 'USDC', positions: 0 },
  ],
  crossMarket: true,
  venueCount: 3,
  totalOpenInterest: 542,
  totalPositions: 3,
  totalVolume24h: 320,
};

test('one row an exposure, the largest first: venues whose ticker is the name or a synonym, spot and delisted ones left out', async () => {
  const { body } = await harness.ask(assets, {});
  assert.deepEqual([body.count, body.crossMarketCount, body.venues], [2, 1, ['flx', 'hl', 'xyz']]);
  assert.deepEqual(
    body.assets!.map(({ canonical, totalOpenInterest }) => [canonical, totalOpenInterest]),
    [
      ['BTC', 600],
      ['GOLD', 542],
    ],
  );
  assert.deepEqual(body.assets![1], gold);
  const several = await harness.ask(assets, { query: 'crossMarketOnly=true' });
  assert.deepEqual([several.body.count, several.body.assets], [1, [gold]]);
  await assert.rejects(
    harness.ask(assets, { query: 'crossMarketOnly=1' }),
    (problem: Problem) => problem.fields.status === 422,
  );
});

test('an asset is found by its name, a synonym or a symbol of a venue, in any case', async () => {
  for (const canonical of ['GOLD', 'gold', 'PAXG', 'xaut', 'xyz:GOLD', 'XYZ:gold', 'FLX:GOLD']) {
    const { body } = await harness.ask(asset, { path: { canonical } });
    assert.deepEqual(body, { query: canonical, resolvedCanonical: 'GOLD', asset: gold }, canonical);
  }
  for (const endpoint of [asset, assetCrossMarket]) {
    await assert.rejects(harness.ask(endpoint, { path: { canonical: 'GOLF' } }), (problem: Problem) => {
      assert.equal(problem.fields.status, 404);
      assert.match(problem.fields.detail, /Nearest: GOLD\./);
      return true;
    });
  }
});

test('across venues positions add up, and wallets count once', async () => {
  const { body } = await harness.ask(assetCrossMarket, { path: { canonical: 'paxg' } });
  assert.deepEqual(body.aggregate, {
    totalOpenInterest: 542,
    totalVolume24h: 320,
    totalPositions: 3,
    longPositions: 1,
    shortPositions: 2,
    longNotional: 30,
    shortNotional: 10 + 21,
    netBias: (30 - 31) / 61,
    biasRange: 0.5 + 1,
    totalUnrealizedPnl: -1,
    totalUniqueWallets: 2,
  });
  assert.deepEqual(
    body.venues!.map(({ symbol, positions, netBias, avgLongLeverage }) => [
      symbol,
      positions,
      netBias,
      avgLongLeverage,
    ]),
    [
      ['xyz:GOLD', 2, 0.5, 5],
      ['PAXG', 1, -1, undefined],
      ['flx:gold', 0, undefined, undefined],
    ],
  );
  assert.deepEqual(body.asset, {
    canonical: 'GOLD',
    synonyms: gold.synonyms,
    crossMarket: true,
    venueCount: 3,
  });
});

test('a ticker with another name counts to its asset, in any case; others are assets of their own', () => {
  const names = createAssetNames();
  assert.deepEqual([names.canonical('paxg'), names.canonical('Wbtc')], ['GOLD', 'WBTC']);
  assert.deepEqual([names.synonyms('GOLD'), names.synonyms('BTC')], [['PAXG', 'XAUT'], []]);
});

test('the examples of the reference are bodies', () => {
  for (const one of [asset, assets, assetCrossMarket]) checkBody(one, one.example);
});

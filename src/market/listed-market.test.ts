import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarketLists } from '../wire/perp-meta.ts';
import { type ListedMarket, outcomeMarkets, perpMarkets, spotMarkets, tokenNames } from './listed-market.ts';
import { createListing } from './listing.ts';

const tokens = new Map([
  [0, 'USDC'],
  [360, 'USDH'],
]);

function perps(value: unknown, known: (coin: string) => ListedMarket | undefined = () => undefined) {
  const reading = readMarketLists(value);
  assert.ok(!('fault' in reading));
  return reading.data.flatMap((list) => perpMarkets(list, { tokens, known }));
}

const meta = {
  universe: [
    { name: 'BTC', szDecimals: 5, maxLeverage: 40, marginTableId: 56 },
    { name: 'TNSR', szDecimals: 1, maxLeverage: 3, marginTableId: 3, isDelisted: true },
  ],
  marginTables: [
    [
      56,
      {
        description: 'tiered 40x',
        marginTiers: [
          { lowerBound: '0.0', maxLeverage: 40 },
          { lowerBound: '150000000.0', maxLeverage: 20 },
        ],
      },
    ],
  ],
  collateralToken: 0,
};

test('perps have the tiers of their table, or one where their table is not listed (docs/exchange.md#market-lists)', () => {
  const flx = {
    universe: [{ name: 'flx:CRCL', szDecimals: 2, maxLeverage: 10, marginMode: 'strictIsolated' }],
    marginTables: [],
    collateralToken: 360,
  };
  // The docs show pairs with contexts.
  const [btc, tnsr, crcl] = perps([meta, [flx, []]]);
  assert.deepEqual(btc, {
    coin: 'BTC',
    kind: 'perp',
    dex: '',
    index: 0,
    ticker: 'BTC',
    symbol: 'BTC',
    collateral: 'USDC',
    szDecimals: 5,
    maxLeverage: 40,
    onlyIsolated: false,
    isDelisted: false,
    chain: 'BTC',
    marginTiers: [
      { lowerBound: 0, maxLeverage: 40 },
      { lowerBound: 150_000_000, maxLeverage: 20 },
    ],
  });
  assert.deepEqual([tnsr?.index, tnsr?.isDelisted], [1, true]);
  assert.deepEqual(tnsr?.marginTiers, [{ lowerBound: 0, maxLeverage: 3 }]);
  assert.deepEqual(
    [crcl?.kind, crcl?.dex, crcl?.ticker, crcl?.symbol, crcl?.collateral, crcl?.onlyIsolated],
    ['hip3', 'flx', 'CRCL', 'flx:CRCL', 'USDH', true],
  );
});

test('a meta whose details cannot be read still lists its coins, and what was known of them stays', () => {
  const [known] = perps([meta]);
  const changed = {
    ...meta,
    marginTables: 'of a new kind',
    universe: [{ name: 'NEW' }, { name: 'BTC', isDelisted: true }],
  };
  const reading = readMarketLists([changed]);
  assert.ok('rejected' in reading && reading.rejected.length === 1);
  const [fresh, btc] = perps([changed], (coin) => (coin === 'BTC' ? known : undefined));
  assert.deepEqual(btc, { ...known, index: 1, isDelisted: true });
  assert.deepEqual([fresh?.coin, fresh?.szDecimals, fresh?.marginTiers], ['NEW', undefined, []]);
});

const token = (name: string, index: number, szDecimals: number) => {
  return { name, index, szDecimals, weiDecimals: 8, tokenId: '0x1', isCanonical: true };
};
const spot = {
  tokens: [token('USDC', 0, 8), token('PURR', 1, 0), token('HYPE', 150, 2)],
  universe: [
    { name: 'PURR/USDC', tokens: [1, 0] as [number, number], index: 0, isCanonical: true },
    { name: '@107', tokens: [150, 0] as [number, number], index: 107, isCanonical: false },
  ],
};

test('pairs of one token that are quoted in dollars are one chain, under the oldest of them', () => {
  const pair = (name: string, base: number, quote: number, index: number) => {
    return { name, tokens: [base, quote] as [number, number], index, isCanonical: false };
  };
  // Names are not unique: another token is called HYPE, too.
  const tokens = [...spot.tokens, token('USDH', 360, 2), token('HYPE', 400, 2)];
  const universe = [
    pair('@232', 150, 360, 232),
    ...spot.universe,
    pair('@9', 150, 1, 9),
    pair('@240', 400, 0, 240),
    pair('@241', 77, 0, 241),
  ];
  const chains = spotMarkets({ tokens, universe }).map(({ coin, chain }) => `${coin} ${chain}`);
  assert.deepEqual(chains, [
    '@232 @107',
    'PURR/USDC PURR/USDC',
    '@107 @107',
    '@9 @9',
    '@240 @240',
    '@241 @241',
  ]);
});

const sideSpecs = [{ name: 'Yes' }, { name: 'No' }];

test('any spelling finds its market', () => {
  assert.equal(tokenNames(spot).get(150), 'HYPE');
  const listing = createListing(() => 0);
  const xyz = { universe: [{ name: 'xyz:GOLD' }, { name: 'xyz:BTC' }], marginTables: [] };
  const kpepe = { universe: [...meta.universe, { name: 'kPEPE' }], marginTables: [] };
  listing.takeAll(['perp', 'hip3'], perps([kpepe, xyz]));
  listing.takeAll(['spot'], spotMarkets(spot));
  listing.takeAll(
    ['outcome'],
    outcomeMarkets({ outcomes: [{ outcome: 9, name: 'Spain', description: '', sideSpecs }], questions: [] }),
  );
  const spelt = {
    btc: 'BTC',
    'hl:btc': 'BTC',
    'XYZ:Gold': 'xyz:GOLD',
    gold: 'xyz:GOLD',
    'xyz:btc': 'xyz:BTC',
    kpepe: 'kPEPE',
    'purr/usdc': 'PURR/USDC',
    '@107': '@107',
    'HYPE/USDC': '@107',
    '#90': '#90',
    '+91': '#91',
  };
  for (const [text, coin] of Object.entries(spelt)) assert.equal(listing.resolve(text), coin, text);
  assert.equal(listing.resolve('@108'), undefined);
  assert.deepEqual(listing.nearest('kpepee'), ['kPEPE']);
  assert.equal(listing.get('#91')?.symbol, 'Spain No');
  assert.deepEqual([listing.get('@107')?.ticker, listing.get('@107')?.szDecimals], ['HYPE', 2]);
});

test('only what differs is reported as changed; what has left a list is delisted, and a settled outcome is forgotten', () => {
  const listing = createListing(() => 0);
  const outcomes = (...ids: number[]) =>
    outcomeMarkets({
      outcomes: ids.map((outcome) => ({ outcome, name: 'x', description: '', sideSpecs })),
      questions: [],
    });
  const coins = (markets: ListedMarket[]) =>
    markets.map(({ coin, isDelisted }) => (isDelisted ? `-${coin}` : coin));
  assert.deepEqual(coins(listing.takeAll(['spot'], spotMarkets(spot))), ['PURR/USDC', '@107']);
  assert.deepEqual(listing.takeAll(['spot'], spotMarkets(spot)), []);
  assert.deepEqual(coins(listing.takeAll(['outcome'], outcomes(1, 2))), ['#10', '#11', '#20', '#21']);
  assert.deepEqual(coins(listing.takeAll(['outcome'], outcomes(2, 3))), ['#30', '#31', '-#10', '-#11']);
  assert.equal(listing.resolve('#10'), undefined);
  assert.deepEqual(
    coins(listing.takeAll(['spot'], spotMarkets({ ...spot, universe: [spot.universe[0]!] }))),
    ['-@107'],
  );
  assert.equal(listing.get('@107')?.isDelisted, true);
  assert.deepEqual(listing.takeAll(['spot'], spotMarkets({ ...spot, universe: [spot.universe[0]!] })), []);
});

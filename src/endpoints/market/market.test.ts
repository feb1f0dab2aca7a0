/** Endpoints that return data of the market port. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { ContextDraft } from '../../../test/given-market.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { MarketReadError } from '../../market/market.ts';
import { officialOi } from '../live/official-oi.ts';
import { marketOverview } from '../pulse/market-overview.ts';
import { historicalOi } from './historical-oi.ts';
import { orderbook } from './orderbook.ts';
import { walletPositions } from './positions.ts';
import { price } from './price.ts';
import { walletsPositions } from './wallets-positions.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const newest: ContextDraft[] = [
  {
    coin: 'BTC',
    markPx: '102.5',
    oraclePx: '102.25',
    prevDayPx: '100',
    openInterest: '12.5',
    dayNtlVlm: '5000.5',
    funding: '-0.0000125',
  },
  { coin: 'xyz:GOLD', markPx: '50', prevDayPx: '40', openInterest: '4', dayNtlVlm: '70' },
  { coin: '@107', markPx: '25', prevDayPx: '0', dayNtlVlm: '100' },
  { coin: '#90', markPx: '0.4' },
  { coin: 'IDLE', markPx: '3', openInterest: '0', dayNtlVlm: '0' },
  { coin: 'STALE', markPx: '9', time: nowMs - 6 * minuteMs },
];
/** Contexts of earlier hours: the last of each hour counts. */
const earlier: ContextDraft[] = [
  { coin: 'BTC', markPx: '100', openInterest: '10', dayNtlVlm: '900', time: nowMs - 2 * hourMs },
  { coin: 'BTC', markPx: '101', openInterest: '11', dayNtlVlm: '1000', time: nowMs - 2 * hourMs + minuteMs },
  { coin: 'xyz:GOLD', markPx: '40', openInterest: '5', time: nowMs - 2 * hourMs },
  { coin: 'BTC', markPx: '90', openInterest: '7', time: nowMs - 200 * hourMs },
];
const listed = [
  { coin: '@107', symbol: 'HYPE/USDC', ticker: 'HYPE' },
  { coin: 'GONE', isDelisted: true },
];
const depth = Array.from({ length: 20 }, (_, n) => [`${100 - n}.0`, `${n + 1}`] as const);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      market: {
        listed,
        contexts: [...earlier, ...newest],
        books: [
          { coin: 'BTC', bids: depth, asks: [['101.0', '2']] },
          { coin: 'xyz:GOLD', time: nowMs - 2_000, bids: [], asks: [] },
        ],
      },
      positions: [
        { wallet: walletOf(1), coin: 'BTC', szi: '-2', entryPx: '110', leverage: 5, liquidationPx: '140.5' },
        { wallet: walletOf(1), coin: 'xyz:GOLD', szi: '1', entryPx: '45', leverageType: 'isolated' },
      ],
      fills: [
        { wallet: walletOf(1), coin: 'BTC', time: nowMs - hourMs, side: 'A', sz: '3' },
        {
          wallet: walletOf(1),
          coin: 'BTC',
          time: nowMs - hourMs + 1,
          side: 'B',
          sz: '1',
          startPosition: '-3',
          dir: 'Close Short',
          closedPnl: '2.5',
        },
      ],
    },
    nowMs,
    lifecycles: true,
    hasSource: true,
  });
});
after(() => harness.close());

const refused = (status: number, detail?: RegExp) => (problem: Problem) => {
  assert.equal(problem.fields.status, status);
  if (detail !== undefined) assert.match(problem.fields.detail, detail);
  return true;
};

test('the price is the newest context in the exchange’s own texts, in any spelling', async () => {
  for (const symbol of ['BTC', 'btc', 'hl:BTC']) {
    const { body } = await harness.ask(price, { path: { symbol } });
    assert.deepEqual(body, {
      symbol: 'BTC',
      markPrice: '102.5',
      indexPrice: '102.25',
      fundingRate: '-0.0000125',
      openInterest: '12.5',
      volume24h: '5000.5',
      change24h: '2.5',
      basis: 'context',
      observedAt: new Date(nowMs).toISOString(),
    });
  }
  const { body } = await harness.ask(price, { path: { symbol: 'hype/usdc' } });
  assert.deepEqual(
    [body.symbol, body.markPrice, body.indexPrice, body.openInterest, body.change24h],
    ['@107', '25', '', '0', '0'],
  );
  assert.equal((await harness.ask(price, { path: { symbol: '+90' } })).body.markPrice, '0.4');
});

test('an unknown market is a 404 with the nearest, an old context a 503', async () => {
  for (const endpoint of [price, orderbook]) {
    await assert.rejects(harness.ask(endpoint, { path: { symbol: 'BTCC' } }), refused(404, /Nearest: BTC/));
  }
  await assert.rejects(harness.ask(price, { path: { symbol: 'STALE' } }), refused(503));
});

test('the book is cut at the depth asked for, best first; one that is old is read from the exchange', async () => {
  const { body } = await harness.ask(orderbook, { path: { symbol: 'btc' } });
  assert.equal(body.timestamp, nowMs);
  assert.deepEqual(
    body.bids!.map(({ price: px, size, count }) => [px, size, count]),
    depth.slice(0, 10).map(([px, sz]) => [px, sz, 1]),
  );
  const deep = await harness.ask(orderbook, { path: { symbol: 'btc' }, query: 'depth=100' });
  assert.deepEqual([deep.body.bids!.length, deep.body.asks!.length], [20, 1]);
  await assert.rejects(
    harness.ask(orderbook, { path: { symbol: 'xyz:GOLD' } }),
    (error: MarketReadError) => error.failure === 'unconnected',
  );
  for (const query of ['depth=0', 'depth=101', 'depth=x']) {
    await assert.rejects(harness.ask(orderbook, { path: { symbol: 'btc' }, query }), refused(422));
  }
});

test('official open interest is that of the last context of each hour, in USD, oldest first', async () => {
  const hour = (agoHours: number) => Math.floor(nowMs / hourMs) * hourMs - agoHours * hourMs;
  const expected = [
    { timestamp: hour(2), openInterest: 1_111, markPx: 101, dayNtlVlm: 1_000 },
    { timestamp: hour(0), openInterest: 1_281.25, markPx: 102.5, dayNtlVlm: 5_000.5 },
  ].map((row) => ({ ...row, coin: 'BTC', dex: 'hl' }));
  const { body, window } = await harness.ask(officialOi, { path: { coin: 'btc' } });
  assert.deepEqual(body, { coin: 'BTC', dex: 'hl', history: expected });
  assert.equal(window!.fromMs, hour(168));
  const longer = await harness.ask(officialOi, { path: { coin: 'btc' }, query: 'hours=300' });
  assert.equal(longer.body.history!.length, 3);
  const ofDex = await harness.ask(officialOi, { path: { coin: 'gold' }, query: 'dex=xyz' });
  assert.deepEqual([ofDex.body.coin, ofDex.body.dex, ofDex.body.history!.length], ['xyz:GOLD', 'xyz', 2]);
  const disagreeing = harness.ask(officialOi, { path: { coin: 'xyz:GOLD' }, query: 'dex=hl' });
  await assert.rejects(disagreeing, refused(400, /query.dex/));
  assert.equal((await harness.ask(officialOi, { path: { coin: 'xyz:gold' } })).body.coin, 'xyz:GOLD');

  const points = expected.map(({ dayNtlVlm: _, dex: __, ...row }) => row);
  const history = await harness.ask(historicalOi, { query: 'coin=BTC' });
  assert.deepEqual(history.body, { history: points, latest: points[1] });
  const early = await harness.ask(historicalOi, { query: `coin=BTC&endTime=${nowMs - hourMs}` });
  assert.deepEqual(early.body.history, points.slice(0, 1));
});

test('open interest of all coins is the sum of perps, hour by hour', async () => {
  const { body } = await harness.ask(historicalOi, {});
  const now = 1_281.25 + 200 + 0 + 90;
  assert.deepEqual(
    body.history!.map(({ coin, openInterest }) => [coin, openInterest]),
    [
      ['_GLOBAL', 1_111 + 200],
      ['_GLOBAL', now],
    ],
  );
});

test('the overview lists what is listed and has a context, by volume; a dex keeps its own; totals are of all', async () => {
  const { body } = await harness.ask(marketOverview, {});
  assert.deepEqual(
    body.markets!.map(({ coin, dex, hasActivity }) => [coin, dex, hasActivity]),
    [
      ['BTC', 'hl', true],
      ['@107', 'hl', true],
      ['xyz:GOLD', 'xyz', true],
      ['IDLE', 'hl', false],
    ],
  );
  const [btc, spot] = body.markets!;
  assert.deepEqual([btc!.openInterest, btc!.change24h, btc!.fundingRate], [1_281.25, 2.5, -0.0000125]);
  assert.deepEqual([spot!.openInterest, spot!.oraclePx, spot!.change24h], [0, 25, 0]);
  const { totalVolume24h, totalOpenInterest, totalUsers, totalTrades24h } = body.globalStats;
  assert.deepEqual([totalVolume24h, totalOpenInterest], [5_000.5 + 100 + 70, 1_281.25 + 200]);
  assert.deepEqual([totalUsers, totalTrades24h], [1, 2]);
  const only = await harness.ask(marketOverview, { query: 'dex=XYZ' });
  assert.deepEqual(only.body.globalStats, body.globalStats);
  assert.deepEqual(
    only.body.markets!.map(({ coin }) => coin),
    ['xyz:GOLD'],
  );
  await assert.rejects(harness.ask(marketOverview, { query: 'dex=xyw' }), refused(404, /xyz/));
});

test('without an exchange to ask, a wallet has the positions that are stored', async () => {
  const { body, headers } = await harness.ask(walletPositions, { path: { address: walletOf(1) } });
  assert.equal(headers!['X-Data-Basis'], 'state');
  assert.deepEqual(body, [
    {
      symbol: 'BTC',
      side: 'short',
      size: '2',
      entryPrice: '110',
      markPrice: '102.5',
      unrealizedPnl: '15',
      realizedPnl: '2.5',
      liquidationPrice: '140.5',
      margin: '44',
      leverage: 5,
      roe: '0.340909',
      fundingSinceOpen: '0',
      marginMode: 'cross',
    },
    {
      symbol: 'xyz:GOLD',
      side: 'long',
      size: '1',
      entryPrice: '45',
      markPrice: '50',
      unrealizedPnl: '5',
      realizedPnl: '0',
      liquidationPrice: '',
      margin: '4.5',
      leverage: 10,
      roe: '1.111111',
      fundingSinceOpen: '0',
      marginMode: 'isolated',
    },
  ]);
  const none = await harness.ask(walletPositions, { path: { address: walletOf(9) } });
  assert.deepEqual([none.body, none.headers!['X-Data-Basis']], [[], undefined]);
});

test('the answer of the exchange about a wallet is passed through, its failures too', async () => {
  const { market } = harness.sources;
  const run = (read: () => never) =>
    walletPositions.run({
      params: { address: walletOf(1) },
      sources: { ...harness.sources, market: { ...market, readWallet: async () => read() } },
      signal: AbortSignal.timeout(1_000),
    } as never);
  for (const failure of ['busy', 'failed'] as const) {
    const reported = run(() => {
      throw new MarketReadError(failure, 'raised by the test');
    });
    await assert.rejects(
      async () => reported,
      (error: MarketReadError) => error.failure === failure,
    );
  }
  const position = {
    coin: 'BTC',
    szi: '-0.00012',
    leverage: { type: 'cross', value: 20 },
    entryPx: '104233.0',
    positionValue: '12.50796',
    unrealizedPnl: '-0.5',
    liquidationPx: null,
    marginUsed: '0.625398',
    returnOnEquity: '-0.799487',
    cumFunding: { allTime: '0.2', sinceOpen: '0.0123', sinceChange: '0' },
  };
  const accounts = [{ dex: '', state: { assetPositions: [{ type: 'oneWay', position }] } }];
  const { body } = await run(() => ({ accounts }) as never);
  assert.deepEqual(body, [
    {
      symbol: 'BTC',
      side: 'short',
      size: '0.00012',
      entryPrice: '104233.0',
      markPrice: '104233',
      unrealizedPnl: '-0.5',
      realizedPnl: '2.5',
      liquidationPrice: '',
      margin: '0.625398',
      leverage: 20,
      roe: '-0.799487',
      fundingSinceOpen: '0.0123',
      marginMode: 'cross',
    },
  ]);
});

test('the examples of the reference are bodies', () => {
  for (const one of [price, orderbook, walletPositions, historicalOi, officialOi, marketOverview])
    checkBody(one, one.example);
});

test('up to 50 wallets are answered at once, each as by itself; what the exchange cannot answer comes from what is stored', async () => {
  const wallets = [walletOf(2), walletOf(1)];
  const ask = (instead?: object) =>
    harness.ask(walletsPositions, {
      query: `addresses=${wallets.join(',')}`,
      ...(instead !== undefined && { instead }),
    });
  const one = await harness.ask(walletPositions, { path: { address: walletOf(1) } });
  for (const failure of ['busy', 'failed', 'unavailable'] as const) {
    const readWallet = () => Promise.reject(new MarketReadError(failure, 'not now'));
    const { body } = await ask({ market: { ...harness.sources.market, readWallet } });
    checkBody(walletsPositions, body);
    const [empty, held] = body.wallets!;
    assert.deepEqual(empty, { address: walletOf(2), source: 'stored', positions: [] });
    assert.deepEqual(held!.positions, one.body);
    assert.deepEqual([held!.address, held!.source], [walletOf(1), 'stored']);
  }
  for (const addresses of [
    '',
    `${walletOf(1)},${walletOf(1)}`,
    Array.from({ length: 51 }, (_, n) => walletOf(n)).join(),
  ])
    await assert.rejects(harness.ask(walletsPositions, { query: `addresses=${addresses}` }), refused(400));
});

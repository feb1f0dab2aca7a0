/** Answers of the exchange as in public reports: read live over a simulated exchange, requested from the endpoints, and audited. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { listGaps } from '../../src/coverage/gap-list.ts';
import { riskCoin } from '../../src/endpoints/live/risk-coin.ts';
import { walletPositions } from '../../src/endpoints/market/positions.ts';
import { price } from '../../src/endpoints/market/price.ts';
import { candlesRecent } from '../../src/endpoints/pulse/candles-recent.ts';
import { trader } from '../../src/endpoints/pulse/trader.ts';
import { traderPnl } from '../../src/endpoints/pulse/trader-pnl.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import type { Connector } from '../../src/ingest/live/connector.ts';
import { listQuarantined } from '../../src/jobs/quarantine-list.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { createMarket } from '../../src/market/open-market.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';
import { type Asked, alteredExchange } from './altered-exchange.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

const wallet = (n: number) => `0xb1b1${String(n).padStart(2, '0').repeat(18)}`;
const [long, short, partial, seller, crowded, straddling, unreadable] = [1, 2, 3, 4, 5, 6, 7].map(wallet) as [
  ...[string, string, string, string, string, string, string],
];
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

let harness: StoreHarness;
let world: SimulatedWorld;
let connector: Connector | undefined;
let store: AnalyticsStore;
let endpoints: EndpointHarness;
let nowMs: number;
let closing: Promise<void> | undefined;
const closeConnector = () => (closing ??= connector?.close());
const memory = createMarketMemory({ clock: { nowMs: () => nowMs } });

interface Fill {
  coin: string;
  time: number;
  tid: number;
  px: string;
  sz: string;
}
const fills = new Map<string, (Fill & Record<string, unknown>)[]>();
const trades: (Fill & Record<string, unknown>)[] = [];

/** A trade from flat to flat, and the fills of both. */
function trade(tid: number, agoMs: number, sz: string, buyer: string, taken: string): void {
  const shared = { coin: 'BTC', px: '77800.0', sz, time: nowMs - agoMs, tid, hash: hash(tid) };
  trades.push({ ...shared, side: 'B', users: [buyer, taken] });
  const fill = {
    ...shared,
    startPosition: '0.0',
    closedPnl: '0.0',
    fee: '1.0',
    feeToken: 'USDC',
    twapId: null,
  };
  fills.set(buyer, [{ ...fill, side: 'B', dir: 'Open Long', crossed: true, oid: tid * 10 }]);
  fills.set(taken, [{ ...fill, side: 'A', dir: 'Open Short', crossed: false, oid: tid * 10 + 1 }]);
}

/** Consecutive buys of 0.01 ETH; the last is a public trade. */
function many(of: string, tid: number, times: readonly number[]): void {
  const own = times.map((time, i) => ({
    coin: 'ETH',
    px: '2000.0',
    sz: '0.01',
    side: 'B',
    time,
    tid: tid + i,
    oid: tid + i,
    hash: hash(tid + i),
    startPosition: (i / 100).toFixed(2),
    dir: 'Open Long',
    closedPnl: '0.0',
    crossed: true,
    fee: '0.009',
    feeToken: 'USDC',
    twapId: null,
  }));
  fills.set(of, own);
  const { startPosition: _s, dir: _d, closedPnl: _p, fee: _f, ...last } = own.at(-1)!;
  trades.push({ ...last, users: [of, seller] });
}

const none = { accountValue: '0.0', totalNtlPos: '0.0', totalRawUsd: '0.0', totalMarginUsed: '0.0' };
const paid = (usd: string) => ({ allTime: usd, sinceOpen: usd, sinceChange: usd });
const position = (coin: string, szi: string, more: object) => ({
  type: 'oneWay',
  position: {
    coin,
    szi,
    leverage: { type: 'cross', value: 10 },
    entryPx: '77800.0',
    positionValue: '7780.0',
    unrealizedPnl: '0.0',
    returnOnEquity: '0.0',
    marginUsed: '100.0',
    maxLeverage: 40,
    liquidationPx: null,
    cumFunding: paid('0.0'),
    ...more,
  },
});

function state({ user, dex = '' }: Asked) {
  const held: Record<string, object[]> = {
    [long]: [position('BTC', '0.1', {})],
    // A unified account: its margin is in spot, so all sums are 0.
    [short]: [
      position('BTC', '-0.1', {
        entryPx: '1.0',
        liquidationPx: '81000.5',
        cumFunding: paid('12.5'),
        unrealizedPnl: '-0.2',
      }),
    ],
    [partial]: [
      position('BTC', '0.2', { liquidationPx: '61000.0' }),
      position('ETH', '0.5', { entryPx: null, cumFunding: 'x' }),
    ],
  };
  return {
    marginSummary: none,
    crossMarginSummary: none,
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: '0.0',
    assetPositions: dex === '' ? (held[user!] ?? []) : [],
    time: nowMs,
  };
}

function answer(params: Asked): unknown {
  const { type, user = '', startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = params;
  if (!user.startsWith('0xb1b1')) return undefined;
  const own = fills.get(user) ?? [];
  if (type === 'clearinghouseState') return state(params);
  if (type === 'userFills') return own.toReversed().slice(0, 2_000);
  if (type === 'userFillsByTime')
    return own.filter(({ time }) => time >= startTime && time <= endTime).slice(0, 2_000);
  if (type === 'userRole') return { role: 'user' };
  if (type === 'userFunding') return [];
  return ['subAccounts', 'vaultDetails', 'userToMultiSigSigners'].includes(type) ? null : undefined;
}

const pairs = [
  { name: '@367', tokens: [479, 0], index: 367, isCanonical: false },
  { name: '@368', tokens: [900, 0], index: 368, isCanonical: false },
];
const wars = {
  name: 'WARS',
  index: 900,
  szDecimals: 2,
  weiDecimals: 8,
  tokenId: `0x${'9'.repeat(32)}`,
  isCanonical: false,
  evmContract: null,
  fullName: null,
};
const context = (coin: string, px: string) => ({
  coin,
  prevDayPx: px,
  dayNtlVlm: '100.0',
  markPx: px,
  midPx: px,
  dayBaseVlm: '10.0',
  circulatingSupply: '1.0',
  totalSupply: '1.0',
});

/** Every other hour saw no trade. */
const isTraded = (atMs: number) => (Math.floor(nowMs / hourMs) - Math.floor(atMs / hourMs)) % 2 === 0;

// biome-ignore lint/suspicious/noExplicitAny: answers of every type
function change({ type, req }: Asked, answer: any): unknown {
  if (type === 'spotMeta') return withPairs(answer);
  if (type === 'spotMetaAndAssetCtxs') {
    const [meta, contexts] = answer;
    return [
      withPairs(meta),
      [context('@9999', '77.0'), ...contexts, context('@367', '1.5'), context('@368', '2.5')],
    ];
  }
  if (type !== 'candleSnapshot' || req?.coin !== 'ETH' || req.interval === '1d') return undefined;
  // Nor does the exchange return a candle of an hour in which nothing happened.
  return answer.filter(({ t, n }: { t: number; n: number }) => isTraded(t) && n > 0);
}

/** A pair of an unlisted token, and a token whose position in the list differs from its index. */
function withPairs(meta: { tokens: object[]; universe: object[] }) {
  return {
    ...meta,
    tokens: [meta.tokens[0], wars, ...meta.tokens.slice(1)],
    universe: [...meta.universe, ...pairs],
  };
}

const progress = query({
  name: 'test_progress',
  crossShard: 'each table is looked at by itself',
  params: {},
  row: Type.Object({
    fills: Type.String(),
    states: Type.Integer(),
    pairs: Type.Integer(),
    candles: Type.Integer(),
  }),
  sql: `
    SELECT
      (SELECT arrayStringConcat(groupArray(concat(who, '=', toString(n))), ' ') FROM (
        SELECT substring(lower(hex(wallet)), 5, 2) AS who, count() AS n FROM fills
        WHERE startsWith(lower(hex(wallet)), 'b1b1') GROUP BY who ORDER BY who)) AS fills,
      (SELECT toInt32(uniqExact(wallet, coin)) FROM positions WHERE startsWith(lower(hex(wallet)), 'b1b1')) AS states,
      (SELECT toInt32(uniqExact(coin)) FROM newest_states WHERE kind = 'context' AND coin IN ('@367', '@368')) AS pairs,
      (SELECT toInt32(count()) FROM candles FINAL WHERE coin = 'ETH' AND interval = '1h') AS candles`,
});

before(async () => {
  harness = await chdbHarness();
  store = await harness.open('reported');
  world = await openLiveWorld({ seed: 'reported', historyMs: 48.5 * hourMs, fillsPerSecond: 0.02 });
  nowMs = world.clock.nowMs();
  trade(9_001, 30_000, '0.1', long, short);
  trade(9_002, 25_000, '0.2', partial, seller);
  const from = nowMs - hourMs;
  many(crowded, 20_000, [...Array<number>(2_300).fill(from), from + 5_000]);
  many(straddling, 30_000, [
    ...Array.from({ length: 1_998 }, (_, i) => from + i * 10),
    ...Array<number>(7).fill(from + 20_000),
  ]);
  many(unreadable, 40_000, [nowMs - 3 * hourMs, nowMs - 2 * hourMs, nowMs - hourMs, nowMs - 20_000]);
  fills.get(unreadable)![1]!.closedPnl = 'x';
  const own = pairs.map(({ name }) => name);
  const ofCoin = (coin: string) => trades.filter((one) => one.coin === coin);
  connector = await startTestConnector(world, {
    analytics: store,
    batches: createBatchStore(store),
    journalDir: join(harness.dir, 'journal'),
    memory,
    ...alteredExchange(`${world.url}/info`, { answer, change, trades: ofCoin, own }),
  });
  const whole = '01=1 02=1 03=1 04=1 05=2001 06=2005 07=3';
  const isRead = async () => {
    const [row] = await store.rows(progress, {});
    return row!.fills === whole && row!.states === 4 && row!.pairs === 2 && row!.candles >= 20;
  };
  await until('all of it is read', isRead, { everyMs: 100 });
  endpoints = await openEndpointHarness({ given: {}, nowMs, hasSource: true, openStore: async () => store });
});
after(async () => {
  await closeConnector();
  await world?.close();
  await endpoints?.close();
  await harness.stop();
});

const top = async (of: string, coin = 'BTC') =>
  (await endpoints.ask(riskCoin, { path: { coin } })).body.topPositions!.find(
    ({ address }) => address === of,
  )!;

test('a position without an entry costs the wallet nothing else, stored or asked for now', async () => {
  assert.equal((await top(partial)).liquidationPx, 61_000);
  const eth = await top(partial, 'ETH');
  assert.deepEqual([eth.size, eth.entryPx, eth.unrealizedPnl, eth.fundingSinceOpen], [0.5, null, null, null]);
  const market = createMarket({ memory, clock: world.clock, reads: () => connector!.reads, hasSource: true });
  const { body } = await endpoints.ask(walletPositions, { path: { address: partial }, instead: { market } });
  assert.deepEqual(body!.map(({ symbol, size, entryPrice }) => [symbol, size, entryPrice]).sort(), [
    ['BTC', '0.2', '77800.0'],
    ['ETH', '0.5', ''],
  ]);
  const listed = await listQuarantined(store, { source: 'hyperliquid clearinghouseState' });
  assert.deepEqual([...new Set(listed.map(({ event }) => event))], [-4], 'the parts alone');
  assert.match(listed[0]!.reason, /entryPx is null.*cumFunding is "x"|cumFunding is "x".*entryPx is null/);
});

test('a unified account without margin sums has the liquidation price that the exchange shows', async () => {
  assert.equal((await top(short)).liquidationPx, 81_000.5);
});

test('a short under water shows a loss, and funding that was paid is positive', async () => {
  const { side, size, unrealizedPnl, fundingSinceOpen } = await top(short);
  assert.deepEqual([side, size, fundingSinceOpen], ['short', 0.1, 12.5]);
  assert.ok(unrealizedPnl! < 0, String(unrealizedPnl));
});

test('more fills of one millisecond than a page holds are read past, and what is lost of them is a gap', async () => {
  const { body } = await endpoints.ask(trader, { path: { address: crowded } });
  assert.equal(body.totalTrades, 2_001);
  const reasons = (await listGaps(store, { wallet: crowded })).map(({ reason }) => reason);
  assert.ok(reasons.includes('full-millisecond'), reasons.join());
  assert.deepEqual(
    await listGaps(store, { wallet: straddling }),
    [],
    'a millisecond over two pages is whole',
  );
});

test('a fill that cannot be read is in quarantine with its wallet, coin and time, and its hour is not known', async () => {
  const [row, ...others] = await listQuarantined(store, {
    source: `hyperliquid userFillsByTime ${unreadable}`,
  });
  assert.deepEqual(others, []);
  assert.match(row!.reason, /closedPnl is "x"/);
  const { coin, time } = JSON.parse(row!.raw) as Fill;
  assert.deepEqual([coin, time], ['ETH', nowMs - 2 * hourMs]);
  const from = new Date(nowMs - 3 * hourMs).toISOString();
  const params = { path: { address: unreadable }, query: `interval=hour&from=${from}` };
  const { points } = (await endpoints.ask(traderPnl, params)).body;
  for (const part of ['realizedPnl', 'fees', 'netPnl', 'unrealizedPnl'] as const) {
    assert.equal(points![1]![part], null, part);
    assert.equal(points![1]!.unknown?.find((one) => one.part === part)?.reason, 'quarantined', part);
  }
  assert.deepEqual([points![3]!.realizedPnl, points![3]!.fees], [0, 0.009]);
});

test('a pair of an unlisted token has its price, and a token is found by its index, not by its place', async () => {
  const priceOf = async (symbol: string) => (await endpoints.ask(price, { path: { symbol } })).body;
  assert.equal((await priceOf('@367')).markPrice, '1.5');
  const { symbol, markPrice } = await priceOf('WARS/USDC');
  assert.deepEqual([symbol, markPrice], ['@368', '2.5']);
});

test('hours without a trade have no candle, and as many as are asked for come', async () => {
  const params = { path: { symbol: 'ETH' }, query: 'interval=1h&limit=20', tier: 'pro' } as const;
  const { body } = await endpoints.ask(candlesRecent, params);
  assert.equal(body!.length, 20);
  const madeUp = body!.filter(({ timeMs, tradeCount }) => !isTraded(timeMs) || tradeCount === 0);
  assert.deepEqual(madeUp, []);
});

test('trades that are sent again and again count once, and nothing differs from its recomputation', async () => {
  const { body } = await endpoints.ask(trader, { path: { address: long } });
  assert.deepEqual([body.totalVolume, body.totalTrades], [7_780, 1]);
  await closeConnector();
  const [{ stored }] = (await store.rows(repeatedTrades, {})) as [{ stored: string }];
  assert.equal(stored, '5');
  await assertSilentAudit(store);
});

const repeatedTrades = query({
  name: 'test_told_trades',
  params: {},
  row: Type.Object({ stored: Type.String() }),
  sql: "SELECT toString(count()) AS stored FROM trades FINAL WHERE startsWith(lower(hex(buyer)), 'b1b1')",
});

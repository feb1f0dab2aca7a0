/** Account states from the info server of a simulated node, and from servers that lie. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Type } from 'typebox';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { serveNodeInfo } from '../../packages/exchange-simulator/src/node/node-info.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
} from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import type { ExchangeServer } from '../../packages/exchange-simulator/src/server.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { dexOf } from '../../src/domain/coin-name.ts';
import { infoConcurrency } from '../../src/ingest/node/info/info-server.ts';
import { type NodeInfo, type NodeInfoOptions, openNodeInfo } from '../../src/ingest/node/info/node-info.ts';
import { checkInfoServer } from '../../src/ingest/node/info/probe.ts';
import { fixedClock, hourMs, monotonicMs } from '../../src/kernel/clock.ts';
import { listen } from '../../src/kernel/listen.ts';
import { createLog } from '../../src/kernel/log.ts';
import { MarketReadError } from '../../src/market/market.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { until, untilFound } from '../until.ts';
import { openPositions } from './open-positions.ts';
import { chdbHarness, type StoreHarness } from './store-harness.ts';

const startMs = Date.UTC(2026, 4, 1, 4);
const nowMs = startMs + hourMs;
const clock = fixedClock(nowMs);
/** As fast as the tests read: a state that was refused is asked for again. */
const pace = { statesMs: 60_000, changedMs: 1_000, retryMs: 0 };

let record: ExchangeRecord;
let harness: StoreHarness;
let node: ExchangeServer;
let isUp = true;
/** When each request came, monotonic. */
let requestedMs: number[] = [];
let databases = 0;
const stops: (() => unknown)[] = [];

before(async () => {
  record = createExchangeRecord({
    seed: 'info',
    wallets: 60,
    coins: 4,
    fillsPerSecond: 0.5,
    tickMs: 60_000,
    startMs,
  });
  record.advance(nowMs);
  harness = await chdbHarness();
  const up = () => {
    requestedMs.push(monotonicMs());
    return isUp;
  };
  node = await serveNodeInfo({ record, clock, host: '127.0.0.1', port: 0, isUp: up });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  isUp = true;
  requestedMs = [];
});
after(async () => {
  await node.close();
  await harness.stop();
});

async function open(url: string, options: Partial<NodeInfoOptions> = {}) {
  databases += 1;
  const database = `info${databases}`;
  const analytics = await harness.open(database);
  const memory = createMarketMemory({ clock });
  const info = await openNodeInfo({
    url,
    analytics,
    memory,
    clock,
    requestsPerSecond: 2_000,
    readsMarkets: true,
    open: () => undefined,
    journalDir: join(harness.dir, database),
    log: createLog({ level: 'silent' }),
    pace,
    sweepMs: 20,
    timing: { restFirstMs: 20, timeoutMs: 2_000, flushMs: 20, marketsMs: 60_000 },
    ...options,
  });
  const close = async () => {
    await info.close();
    await analytics.close();
  };
  const closed = once(close);
  stops.push(closed);
  return { info, analytics, memory, close: closed };
}

/** The engine has one database open at a time. */
function once(run: () => Promise<void>): () => Promise<void> {
  let ran: Promise<void> | undefined;
  return () => {
    ran ??= run();
    return ran;
  };
}

/** Serves what a test makes of a request. */
async function serveAnswers(answer: (type: string) => { status?: number; body: unknown }): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { status = 200, body } = answer((JSON.parse(text) as { type: string }).type);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const { authority } = await listen(server, '127.0.0.1', 0);
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${authority}/info`;
}

const whole = (info: NodeInfo) =>
  until('all accounts are read', () => {
    const { accounts, states, wasWhole } = info.state().accounts;
    return wasWhole && states >= accounts && accounts > 0;
  });

const storedPositions = query({
  name: 'test_node_positions',
  params: {},
  row: Type.Object({
    wallet: Type.String(),
    coin: Type.String(),
    szi: Type.String(),
    leverage: Type.Integer(),
    leverage_type: Type.String(),
    liquidation_px: Type.Union([Type.String(), Type.Null()]),
    margin_used: Type.String(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, CAST(coin, 'String') AS coin, toString(szi) AS szi, toInt32(leverage) AS leverage,
      CAST(leverage_type, 'String') AS leverage_type, toString(liquidation_px) AS liquidation_px, toString(margin_used) AS margin_used
    FROM positions FINAL WHERE positions.szi != 0 ORDER BY wallet, coin`,
});

const quarantined = query({
  name: 'test_node_quarantine',
  params: {},
  row: Type.Object({ source: Type.String(), reason: Type.String() }),
  sql: 'SELECT DISTINCT source, reason FROM quarantine ORDER BY reason, source',
});

/** What the exchange has open, as it should be stored. */
function published() {
  const rows = record.exchange.wallets.flatMap(({ address: wallet }, index) =>
    dexes.flatMap((_, dex) =>
      wireAccount(record.exchange.account(index, dex)).assetPositions.map(({ position }) => ({
        wallet,
        coin: position.coin,
        szi: Number(position.szi),
        leverage: position.leverage.value,
        leverage_type: position.leverage.type,
        liquidation_px: position.liquidationPx === null ? null : Number(position.liquidationPx),
        margin_used: Number(position.marginUsed),
      })),
    ),
  );
  return rows.sort((a, b) => (a.wallet + a.coin < b.wallet + b.coin ? -1 : 1));
}

async function storedBy(analytics: AnalyticsStore) {
  const rows = await analytics.rows(storedPositions, {});
  return rows.map(({ szi, liquidation_px: px, margin_used, ...row }) => ({
    ...row,
    szi: Number(szi),
    liquidation_px: px === null ? null : Number(px),
    margin_used: Number(margin_used),
  }));
}

test('the states of all wallets with open positions are read and stored as the node has them, and the markets of every dex', async () => {
  const known = openPositions(record);
  const { info, analytics, memory } = await open(`${node.url}/info`, { open: () => known });
  await whole(info);
  assert.deepEqual(await storedBy(analytics), published());
  await until('the markets are listed', () => memory.listing.dexes().length === dexes.length);
  for (const { coin } of known.held) assert.ok(memory.listing.get(coin)!.maxLeverage > 0, coin);
  const { wallet } = known.held[0]!;
  const { accounts } = await info.wallet(wallet);
  assert.deepEqual(
    accounts.flatMap(({ state }) => state.assetPositions.map(({ position }) => position.coin)).sort(),
    known.held
      .filter((one) => one.wallet === wallet)
      .map(({ coin }) => coin)
      .sort(),
  );
});

test('never more requests in a second than it is to get, also while requests on demand come', async () => {
  const known = openPositions(record);
  const requestsPerSecond = 40;
  const { info, memory } = await open(`${node.url}/info`, { open: () => known, requestsPerSecond });
  await until('the markets are listed', () => memory.listing.dexes().length === dexes.length);
  await Promise.allSettled(known.held.slice(0, 10).map(({ wallet }) => info.wallet(wallet)));
  await whole(info);
  assert.ok(requestedMs.length > requestsPerSecond);
  const most = Math.max(
    ...requestedMs.map(
      (fromMs) => requestedMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length,
    ),
  );
  assert.ok(most <= requestsPerSecond, `${most} in a second`);
});

test('while the node is away it is asked seldom and nothing is lost; back again, states go on', async () => {
  isUp = false;
  const known = openPositions(record);
  const { info, analytics, memory } = await open(`${node.url}/info`, {
    open: () => known,
    timing: { restFirstMs: 100, flushMs: 20, marketsMs: 20 },
  });
  memory.listing.take([]);
  await until('it is seen to be away', () => info.state().server.fault === 'away');
  assert.equal(info.isServing(), false);
  // Two doublings of the first rest, which may be half as long: those that failed at once were one failure.
  await until('it was left alone for longer and longer', () =>
    requestedMs.slice(1).some((atMs, i) => atMs - requestedMs[i]! >= 200),
  );
  assert.ok(requestedMs.length <= infoConcurrency + 8, `${requestedMs.length} requests while it was away`);
  isUp = true;
  await whole(info);
  assert.equal(info.state().server.fault, undefined);
  assert.deepEqual(await storedBy(analytics), published());
  const { wallet } = known.held[0]!;
  await untilFound('the markets are read, and a wallet on request', () =>
    info.wallet(wallet).catch(() => undefined),
  );
  isUp = false;
  await assert.rejects(
    info.wallet(wallet),
    (error) => error instanceof MarketReadError && error.failure === 'unconnected',
  );
});

test('answers that cannot be states of the account go to quarantine, and none of them is stored', async () => {
  const known = openPositions(record);
  const first = known.held[0]!;
  const index = record.exchange.wallets.findIndex((one) => one.address === first.wallet);
  const state = wireAccount(
    record.exchange.account(
      index,
      dexes.findIndex(({ name }) => name === dexOf(first.coin)),
    ),
  );
  const lies: Record<string, object> = {
    'its time is 3600 s ahead': { ...state, time: nowMs + hourMs },
    'which is not of the dex': {
      ...state,
      assetPositions: [
        { type: 'oneWay', position: { ...state.assetPositions[0]!.position, coin: 'nodex:A' } },
      ],
    },
    assetPositions: { ...state, assetPositions: 'many' },
  };
  for (const [reason, body] of Object.entries(lies)) {
    const url = await serveAnswers((type) =>
      type === 'clearinghouseState' ? { body } : { status: 422, body: 'Failed to deserialize' },
    );
    const { info, analytics, close } = await open(url, { open: () => known });
    await until(`quarantine: ${reason}`, async () =>
      (await analytics.rows(quarantined, {})).some((row) => row.reason.includes(reason)),
    );
    assert.deepEqual(await storedBy(analytics), []);
    assert.equal(info.state().accounts.states, 0);
    await close();
  }
});

test('a node that refuses a type is said to, and what it has is read all the same', async () => {
  const known = openPositions(record);
  const refusing = await serveAnswers(() => ({ status: 422, body: 'Failed to deserialize' }));
  const { info, close } = await open(refusing, { open: () => known });
  await until('it is seen to refuse', () => info.state().server.fault === 'refused');
  assert.ok(info.state().server.refused.includes('clearinghouseState'));
  await close();
  // No list of dexes: the first dex is read.
  const only = await serveAnswers((type) =>
    type === 'meta'
      ? { body: { universe: [{ name: 'BTC', szDecimals: 5, maxLeverage: 40 }], marginTables: [] } }
      : { status: 422, body: 'Failed to deserialize' },
  );
  const { memory, info: partly } = await open(only);
  await until('its market is listed', () => memory.listing.get('BTC') !== undefined);
  assert.deepEqual([...partly.state().server.refused].sort(), ['perpDexs', 'spotMeta']);
});

test('at the start an address of something else is refused with what answered, and one that is away is waited for', async () => {
  await checkInfoServer(`${node.url}/info`);
  await assert.rejects(
    checkInfoServer(`${node.url}/other`),
    /\/other answers with status 404; expected the info server of a node that runs with --serve-info/,
  );
  const page = await serveAnswers(() => ({ body: '<html>hello</html>' }));
  await assert.rejects(checkInfoServer(page), /does not answer with JSON: "<html>hello<\/html>"/);
  const other = await serveAnswers(() => ({ body: { jsonrpc: '2.0' } }));
  await assert.rejects(checkInfoServer(other), /does not answer with an account state/);
  await checkInfoServer('http://127.0.0.1:1/info');
  await checkInfoServer(await serveAnswers(() => ({ status: 502, body: 'bad gateway' })));
  await checkInfoServer(await serveAnswers(() => ({ status: 422, body: 'Failed to deserialize' })));
});

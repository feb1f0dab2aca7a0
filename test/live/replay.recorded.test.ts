import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { WebSocketServer } from 'ws';
import { query } from '../../src/analytics/query.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { type Connector, startConnector } from '../../src/ingest/live/connector.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { chdbHarness } from '../ingest/store-harness.ts';
import { recordedLines } from '../recorded-data.ts';
import { until } from '../until.ts';
import { testPace } from './live-world.ts';

const nothing = { accountValue: '0.0', totalNtlPos: '0.0', totalRawUsd: '0.0', totalMarginUsed: '0.0' };

/** An exchange that knows five coins, knows nothing about wallets, and plays the recorded frames to who subscribes. */
async function playing(lines: readonly string[], coins: readonly string[]) {
  const universe = coins.map((name) => ({ name, szDecimals: 2, maxLeverage: 10, marginTableId: 10 }));
  const answers: Record<string, unknown> = {
    perpDexs: [null],
    allPerpMetas: [{ universe, marginTables: [], collateralToken: 0 }],
    spotMeta: { tokens: [], universe: [] },
    spotMetaAndAssetCtxs: [{ tokens: [], universe: [] }, []],
    outcomeMeta: { outcomes: [], questions: [] },
    userRole: { role: 'user' },
    userToMultiSigSigners: null,
    subAccounts: null,
    clearinghouseState: {
      marginSummary: nothing,
      crossMarginSummary: nothing,
      crossMaintenanceMarginUsed: '0.0',
      withdrawable: '0.0',
      assetPositions: [],
      time: Date.now(),
    },
  };
  const server = createServer(async (request, response) => {
    const { type } = JSON.parse(String(Buffer.concat(await Array.fromAsync(request)))) as { type: string };
    response.end(JSON.stringify(type in answers ? answers[type] : []));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    const requests = new Set<string>();
    socket.on('message', (text) => {
      const { method, subscription } = JSON.parse(String(text));
      if (method !== 'subscribe') return;
      socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: { method, subscription } }));
      requests.add(`${subscription.type} ${subscription.coin}`);
      // Whole twice over, as after an interruption.
      const isReady = ['trades', 'l2Book'].every((kind) =>
        coins.every((coin) => requests.has(`${kind} ${coin}`)),
      );
      if (isReady && requests.delete(`trades ${coins[0]}`))
        for (const line of [...lines, ...lines]) socket.send(line);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    infoUrl: `http://${at}/info`,
    feedUrl: `ws://${at}/ws`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

const counts = query({
  name: 'test_trades',
  params: {},
  row: Type.Object({ trades: Type.Integer() }),
  sql: 'SELECT toInt32(count()) AS trades FROM trades FINAL',
});
const books = query({
  name: 'test_books',
  params: {},
  row: Type.Object({ coin: Type.String(), at: Type.String(), levels: Type.Integer() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp64Milli(max(b.time))) AS at, toInt32(argMax(length(bid_px) + length(ask_px), b.time)) AS levels
    FROM book_snapshots AS b GROUP BY coin`,
});

/** @returns when the connector has seen as much as was played. */
async function seen(connector: Connector, name: 'trades' | 'books', count: number): Promise<void> {
  const received = () => connector.state().feeds.find((feed) => feed.name === name)!.received;
  await until(`${count} ${name} are received`, () => received() >= count, { everyMs: 20 });
}

test('recorded frames, played twice, give 1,869 distinct trades and the last book of each coin in the store', async () => {
  const lines = recordedLines('ws/books-and-trades.jsonl');
  const lastBooks = new Map<string, number>();
  let bookFrames = 0;
  for (const line of lines) {
    const frame = readFrame(line);
    assert.ok('channel' in frame);
    if (frame.channel !== 'l2Book') continue;
    bookFrames += 1;
    lastBooks.set(frame.data.coin, Math.max(frame.data.time, lastBooks.get(frame.data.coin) ?? 0));
  }
  const harness = await chdbHarness();
  const exchange = await playing(lines, [...lastBooks.keys()]);
  const store = await harness.open('replay');
  let running: Connector | undefined;
  try {
    const connector = await startConnector({
      ...exchange,
      analytics: store,
      batches: createBatchStore(store),
      journalDir: join(harness.dir, 'journal'),
      log: createLog({ level: 'silent' }),
      pace: testPace,
      limits: { connections: 1 },
    });
    running = connector;
    await seen(connector, 'books', 2 * bookFrames);
    await seen(connector, 'trades', 1_869);
    // Wallets are asked about, too.
    const age = () => connector.state().feeds.find(({ name }) => name === 'positions')!.ageMs;
    await until('positions are received', () => age() < Number.POSITIVE_INFINITY, { everyMs: 20 });
    assert.deepEqual(connector.state().unusable, []);
    assert.deepEqual(new Map([...connector.books.all()].map(({ coin, time }) => [coin, time])), lastBooks);
    running = undefined;
    await connector.close();
    const [row] = await store.rows(counts, {});
    assert.equal(row!.trades, 1_869);
    const stored = await store.rows(books, {});
    assert.deepEqual(new Map(stored.map(({ coin, at }) => [coin, Number(at)])), lastBooks);
    assert.ok(stored.every(({ levels }) => levels === 40));
  } finally {
    await running?.close();
    exchange.close();
    await store.close();
    await harness.stop();
  }
});

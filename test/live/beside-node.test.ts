/** One process reads the exchange and a node of it: fills and states come from the node, all else from the exchange. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { serveNodeInfo } from '../../packages/exchange-simulator/src/node/node-info.ts';
import { createSimulatedNode } from '../../packages/exchange-simulator/src/node/simulated-node.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { nothingElsewhere, type ReadElsewhere } from '../../src/ingest/live/wallets/tracked-wallet.ts';
import { openNodeInfo } from '../../src/ingest/node/info/node-info.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { follow } from '../ingest/follow-harness.ts';
import { openPositions } from '../ingest/open-positions.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { sourceFreeTables, tableSums } from '../ingest/table-sums.ts';
import { openGaps } from '../sim/followed-node.ts';
import { until } from '../until.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

const options = {
  seed: 'beside',
  wallets: 24,
  coins: 2,
  fillsPerSecond: 0.2,
  startMs: Date.UTC(2026, 4, 1, 4),
};

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

/** Wallet answers and blocks may place a fill differently within its millisecond; tables that depend on that are left out. */
async function storedSums(store: AnalyticsStore) {
  const sums = await tableSums(
    store,
    sourceFreeTables.filter((table) => !['coin_hour', 'wallet_flow_days'].includes(table)),
  );
  const [fills] = await store.rows(unplacedFills, {}, { lane: 'heavy' });
  return { ...sums, 'fills, wherever they stood': fills };
}

const unplacedFills = query({
  name: 'test_unplaced_fills',
  params: {},
  row: Type.Object({ rows: Type.String(), checksum: Type.String() }),
  sql: `
    SELECT toString(count()) AS rows, toString(sum(sipHash64(*))) AS checksum
    FROM (SELECT * EXCEPT (source, seq, batch) FROM fills)`,
});

/** A world with a node whose directory holds the full history. */
async function openWorld(name: string) {
  const world = await openLiveWorld({ ...options, historyMs: 0 });
  const root = join(harness.dir, `${name}-node`);
  const { record, clock } = world;
  const node = createSimulatedNode({ record, seed: name, dir: root });
  function advance(ms: number): void {
    world.advance(ms);
    node.run(clock.nowMs());
  }
  advance(hourMs);
  const params = (type: string) => world.use().byType[type] ?? 0;
  async function close(): Promise<void> {
    node.close();
    await world.close();
  }
  return { ...world, root, advance, asked: params, close };
}

test('fills that come from both are stored once, as the node has them, and the weight goes to everything else', async () => {
  const world = await openWorld('both');
  const { root, asked: params } = world;
  const analytics = await harness.open('both');
  const batches = createBatchStore(analytics);
  const journalDir = join(harness.dir, 'both-journal');
  const started = (elsewhere?: ReadElsewhere) =>
    startTestConnector(world, { analytics, batches, journalDir, ...(elsewhere && { elsewhere }) });
  try {
    // First without the node.
    const before = await started();
    await until(
      'the exchange is read',
      async () => (await ledgerDifferences(analytics, world)).length === 0,
      {
        everyMs: 500,
      },
    );
    await before.close();
    world.advance(30 * minuteMs);
    const askedBefore = params('userFillsByTime') + params('userFills');
    const connector = await started({ ...nothingElsewhere, fills: true });
    const following = follow({ analytics, journalDir, root });
    await following.caughtUp();
    world.advance(10 * minuteMs);
    const newestMs = world.clock.nowMs() - minuteMs;
    await until('the newest blocks are stored', () => (following.state().newest?.blockMs ?? 0) >= newestMs);
    await until('states are read', async () => (await ledgerDifferences(analytics, world)).length === 0, {
      everyMs: 500,
    });
    assert.equal(params('userFillsByTime') + params('userFills'), askedBefore);
    assert.ok(params('clearinghouseState') > 0);
    await following.caughtUp();
    assert.equal(connector.state().wallets.behind, 0);
    await connector.close();
    await following.stop();
    assert.deepEqual(await openGaps(analytics), []);
    await assertSilentAudit(analytics);
    const both = await storedSums(analytics);
    await analytics.close();

    const clean = await harness.open('node-alone');
    const own = join(harness.dir, 'alone-journal');
    mkdirSync(own);
    await runPipeline({
      source: await openArchive({ paths: [join(root, 'node_fills_by_block')] }),
      store: createBatchStore(clean),
      journal: openJournal(own),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const alone = await storedSums(clean);
    await clean.close();
    assert.deepEqual(both, alone);
  } finally {
    await world.close();
  }
});

test('states come from the node while it answers, and from the exchange while it is away', async () => {
  const world = await openWorld('states');
  const { record, clock, asked: params } = world;
  const analytics = await harness.open('states');
  const journalDir = join(harness.dir, 'states-journal');
  const memory = createMarketMemory({ clock });
  let isUp = true;
  const server = await serveNodeInfo({ record, clock, host: '127.0.0.1', port: 0, isUp: () => isUp });
  const open = openPositions(record);
  const readers: { connector?: Awaited<ReturnType<typeof startTestConnector>> } = {};
  const info = await openNodeInfo({
    url: `${server.url}/info`,
    requestsPerSecond: 2_000,
    analytics,
    journalDir,
    memory,
    clock,
    readsMarkets: false,
    open: () => open,
    log: createLog({ level: 'silent' }),
    sweepMs: 50,
    timing: { restFirstMs: 20, flushMs: 50 },
    pace: { statesMs: 1, changedMs: 1, retryMs: 0 },
    onState: (...state) => readers.connector?.takeState(...state),
  });
  try {
    await until('the node answers', () => info.isServing());
    readers.connector = await startTestConnector(world, {
      analytics,
      batches: createBatchStore(analytics),
      journalDir,
      memory,
      elsewhere: { ...nothingElsewhere, fills: true, states: () => info.isServing() },
    });
    const stop = world.run(60);
    // Funding is read because a state has shown the open position.
    await until('funding is read', () => params('userFunding') > 0);
    assert.equal(params('clearinghouseState'), 0);
    isUp = false;
    await until('the exchange is asked', () => params('clearinghouseState') > 0);
    isUp = true;
    await until('the node answers', () => info.isServing());
    stop();
  } finally {
    await readers.connector?.close();
    await info.close();
    await server.close();
    await analytics.close();
    await world.close();
  }
});

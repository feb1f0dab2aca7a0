/** An exchange that stops and returns: reported availability and freshness of its data. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ExchangeService,
  openExchangeService,
} from '../../packages/exchange-simulator/src/exchange-service.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { liveData, withMarketData } from '../../src/app/live-data.ts';
import { type ChangeFeed, createChangeFeed } from '../../src/changes/change-feed.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import { riskSources } from '../../src/endpoints/bodies/risk-sources.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import type { Connector } from '../../src/ingest/live/connector.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { createMarket } from '../../src/market/open-market.ts';
import { type RunningPositions, startPositions } from '../../src/positions/start-positions.ts';
import { createPositionTallies } from '../../src/views/tallies/position-tallies.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';
import { openLiveWorld, startTestConnector, testPace } from './live-world.ts';

const onError = (error: unknown) => assert.fail(String(error));

let harness: StoreHarness;
let store: AnalyticsStore;
let world: SimulatedWorld;
let again: ExchangeService | undefined;
let connector: Connector;
let feed: ChangeFeed;
let following: RunningPositions;
/** Current snapshot of all positions. */
let reported: () => Promise<ReturnType<typeof riskSources>>;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('stopped');
  world = await openLiveWorld({ seed: 'stopped', historyMs: hourMs });
  const { clock } = world;
  const memory = createMarketMemory({ clock });
  connector = await startTestConnector(world, {
    analytics: store,
    batches: createBatchStore(store),
    memory,
    journalDir: join(harness.dir, 'journal'),
    pace: { ...testPace, handOverMs: 100, candlesMs: 2_000 },
  });
  feed = createChangeFeed({ store, pollMs: 50, onError });
  following = startPositions({ store, feed, wallets: createWalletIndex(), onError });
  await following.positions.ready;
  const market = createMarket({ memory, clock, reads: () => connector.reads, hasSource: true });
  const live = withMarketData(liveData(connector, clock.nowMs), market, clock);
  const tallies = createPositionTallies({ positions: following.positions, market, clock });
  reported = async () => riskSources(live, tallies.ofCoin('BTC'), clock.nowMs());
});
after(async () => {
  await following.close();
  await feed.close();
  await connector.close();
  await again?.close();
  await world.close();
  await store.close();
  await harness.stop();
});

/** Consecutive polls with everything available: at first only a state or two are known. */
const looksEnough = 10;

/** Runs the exchange until everything is available, and stays so. */
async function settled(): Promise<ReturnType<typeof riskSources>> {
  const stop = world.run(5);
  let now = await reported();
  let looks = 0;
  await until(
    'everything is at hand',
    async () => {
      looks = Object.values(now.availability).every(Boolean) ? looks + 1 : 0;
      if (looks === looksEnough) return true;
      now = await reported();
      return false;
    },
    { deadlineMs: 120_000, everyMs: 20 },
  );
  stop();
  return now;
}

test('what has stopped is at hand for its own period and no longer, keeps the time of its newest datum, and comes back by itself', async () => {
  const before = await settled();
  assert.deepEqual(Object.keys(before.freshness).sort(), [
    'historicalClearinghouse',
    'liquidations',
    'liveCandles',
    'livePositions',
    'longShort',
    'markPrices',
  ]);
  await world.close();
  // Reads in flight have ended; nothing arrives from here on.
  await delay(500); // waits: no event says that nothing is on its way any more
  const { freshness } = await reported();
  const newest = (part: keyof typeof freshness) => Date.parse(freshness[part]!);
  const periods: [part: 'markPrices' | 'liveCandles' | 'liquidations' | 'historicalClearinghouse', number][] =
    [
      ['markPrices', 2 * minuteMs],
      ['liveCandles', 5 * minuteMs],
      ['liquidations', 10 * minuteMs],
      ['historicalClearinghouse', 30 * minuteMs],
    ];
  for (const ageMs of [1, 2, 4, 5, 9, 10, 29, 40].map((minutes) => minutes * minuteMs)) {
    world.advance(newest('markPrices') + ageMs - world.clock.nowMs());
    const now = await reported();
    assert.deepEqual(now.freshness, freshness, 'nothing new was read');
    for (const [part, periodMs] of periods) {
      const age = world.clock.nowMs() - newest(part);
      // States are of several wallets: half of them may be older than the newest.
      if (part === 'historicalClearinghouse' && age < periodMs && age > periodMs / 2) continue;
      assert.equal(now.availability[part], age < periodMs, `${part} of ${age / minuteMs} minutes ago`);
    }
    assert.equal(now.availability.userActions, now.availability.historicalClearinghouse);
  }
  again = await openExchangeService({
    record: world.record,
    clock: world.clock,
    weightPerMinute: 1e9,
    feed: { limits: { newConnections: 100_000, messages: 1_000_000, connections: 100 } },
    port: Number(new URL(world.url).port),
  });
  const after = await settled();
  for (const part of Object.keys(freshness) as (keyof typeof freshness)[])
    assert.ok(Date.parse(after.freshness[part]!) > newest(part), part);
});

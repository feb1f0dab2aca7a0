/** TWAP orders of wallets, from the simulated exchange into the store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { weightShares } from '../../src/ingest/live/connector-limits.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { loadWallets } from '../../src/ingest/live/wallets/load.ts';
import { nothingElsewhere, seldomTask } from '../../src/ingest/live/wallets/tracked-wallet.ts';
import { createWalletTwaps } from '../../src/ingest/live/wallets/twaps.ts';
import { defaultPace } from '../../src/ingest/live/work/pace.ts';
import { createInfoClient, type InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { createInfoTransport } from '../../src/ingest/sources/hyperliquid/info-transport.ts';
import { createWeightBudget } from '../../src/ingest/sources/hyperliquid/weight-budget.ts';
import { hourMs, minuteMs, monotonicMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { openDirectory } from '../wallet-directory-harness.ts';
import { openLiveWorld } from './live-world.ts';

let harness: StoreHarness;
let store: AnalyticsStore;
let world: SimulatedWorld;
let info: InfoClient;
let facts: FactWriter;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('twaps');
  const options = { seed: 'a', wallets: 120, fillsPerSecond: 1, tickMs: 60_000, historyMs: 12 * hourMs };
  // TWAP orders are rare: only wallets of over 50,000 USD place them.
  world = await openLiveWorld(options);
  info = createInfoClient({
    transport: createInfoTransport({ url: `${world.url}/info`, connections: 4 }),
    budget: createWeightBudget({ limit: 1e9 }),
    shares: weightShares,
    keep: async () => undefined,
  });
  const log = createLog({ level: 'silent' });
  facts = createFactWriter({ analytics: store, dir: join(harness.dir, 'facts'), log, flushMs: 20 });
});
after(async () => {
  await info.close();
  await facts.close();
  await world.close();
  await store.close();
  await harness.stop();
});

const stored = query({
  name: 'test_stored_twaps',
  params: {},
  row: Type.Object({ row: Type.String() }),
  sql: `
    SELECT concat(lower(hex(wallet)), ' ', toString(twap_id), ' ', status, ' ', toString(sz), ' ', toString(executed_sz), ' ',
      ifNull(toString(stop_px), '-'), ' ', ifNull(toString(trigger_px), '-')) AS row
    FROM twap_statuses FINAL ORDER BY row`,
  limits: { maxRows: 100_000 },
});
const storedRows = async () => (await store.rows(stored, {})).map(({ row }) => row);
const staleness = { group: 'roles', ageMs: 1, targetMs: 1 } as const;
const needs = { pace: defaultPace, elsewhere: nothingElsewhere };

function startReader() {
  const directory = openDirectory({ facts, clock: world.clock, trackedLimit: 1_000 });
  const parts = { info, facts, watch: createFeedWatch({}), clock: world.clock };
  return { directory, read: createWalletTwaps({ ...parts, signal: new AbortController().signal }) };
}

/** Statuses that the exchange serves. */
const served = () => {
  const { exchange, twaps } = world.record;
  return exchange.wallets.flatMap(({ address }, index) =>
    twaps.newest(index).map(({ id, status }) => `${address.slice(2)} ${id} ${status}`),
  );
};

test('a slice makes the orders of its wallet due, and they are read until the last has ended', async () => {
  const { directory, read } = startReader();
  for (const [index, { address }] of world.record.exchange.wallets.entries()) {
    if (world.record.twaps.newest(index).length === 0) continue;
    const tracked = directory.track(address)!;
    directory.noteStored(tracked, [{ coin: 'BTC', time: world.clock.nowMs(), tid: index, twapId: 1 }]);
    const due = () => seldomTask(tracked, needs, monotonicMs() + 30 * minuteMs, world.clock.nowMs());
    tracked.roleRequestedMs = monotonicMs();
    tracked.holdingsRequestedMs = monotonicMs();
    tracked.ledgerToMs = world.clock.nowMs();
    assert.equal(due()?.task, 'twaps');
    await read(tracked, staleness);
    const [newest] = world.record.twaps.newest(index);
    const isOpen = newest!.status === 'activated' || newest!.status === 'waitingForTrigger';
    assert.equal(due()?.task === 'twaps', isOpen, newest!.status);
  }
  const rows = await storedRows();
  assert.ok(rows.length > 10, `${rows.length} statuses`);
  const known = rows.map((row) => row.split(' ').slice(0, 3).join(' '));
  assert.deepEqual(known, served().sort());
  assert.ok(
    rows.some((row) => !row.endsWith(' -')) && rows.some((row) => !row.includes(' - ')),
    'triggers and stops',
  );
});

test('an order that was open when the process ended is due after the next start', async () => {
  const runningNow = () =>
    world.record.exchange.wallets.filter((_, index) => {
      const [newest] = world.record.twaps.newest(index);
      return newest?.status === 'activated';
    });
  for (let steps = 0; runningNow().length === 0 && steps < 500; steps++) world.advance(5 * minuteMs);
  const running = runningNow();
  assert.ok(running.length > 0);
  const { directory: before, read } = startReader();
  for (const { address } of running) await read(before.track(address)!, staleness);
  const { directory } = startReader();
  for (const { address } of running) directory.track(address);
  const { clock } = world;
  await loadWallets(directory, { analytics: store, clock, pace: defaultPace, limit: 1_000 });
  for (const { address } of running) assert.notEqual(directory.get(address)?.twapsDueMs, undefined);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { faultProfiles } from '../../src/sim/faults/fault-rates.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import type { SimulatedWorld } from '../sim/simulated-world.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';
import { tradeDifferences } from './trade-check.ts';

/** Seconds of the exchange in one of ours, and how long they last. */
const speed = 3_600;
const runMs = 1_500;
/** The connector has this long to catch up once the exchange stands still. */
const catchUpMs = 180_000;
/** Fills that the exchange keeps of a wallet: few enough that some are out of reach. */
const fillsPerWallet = 60;
const seeds = 20;
const { mild } = faultProfiles;
/** The rarest are so frequent that also a machine that gets few frames through meets each. */
const faults = { ...mild, frames: { ...mild.frames, halfOpen: 0.0005, storm: 0.0005 } };

/** What went wrong in the worlds so far, and how many they were. */
const happened = new Set<string>();
let worlds = 0;

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

async function run(seed: string): Promise<void> {
  const world = await openLiveWorld({ seed, faults, fillsPerWallet });
  const store = await harness.open(seed.replaceAll('-', '_'));
  try {
    assert.deepEqual(await follow(world, store, seed), [], `seed ${seed}`);
    await assertSilentAudit(store);
    worlds += 1;
  } finally {
    for (const { kind } of world.faults.log.records) happened.add(kind);
    await world.close();
    await store.close();
  }
}

/** Lets the exchange run with a connector at it. @returns what the store is still wrong about when it stood long enough */
async function follow(world: SimulatedWorld, store: AnalyticsStore, seed: string): Promise<string[]> {
  const startMs = world.clock.nowMs();
  const connector = await startTestConnector(world, {
    analytics: store,
    batches: createBatchStore(store),
    journalDir: join(harness.dir, seed),
    limits: { connections: 2, reachableFills: fillsPerWallet },
  });
  // Trades count from when they are listened to.
  while (!connector.state().ready) await delay(20);
  const stop = world.run(speed);
  await delay(runMs); // waits: time has to pass on the exchange
  stop();
  const deadlineMs = monotonicMs() + catchUpMs;
  let differences = ['nothing was compared'];
  while (differences.length > 0 && monotonicMs() < deadlineMs) {
    await delay(400);
    differences = [
      ...(await ledgerDifferences(store, world, fillsPerWallet)),
      ...(await tradeDifferences(store, world, startMs)),
    ];
  }
  await connector.close();
  return differences;
}

describe('a connector behind faults', { concurrency: 3 }, () => {
  after(() => {
    const missing = Object.keys({ ...faults.frames, ...faults.requests }).filter(
      (kind) => !happened.has(kind),
    );
    if (worlds === seeds) assert.deepEqual(missing, [], 'every kind of fault was met');
  });
  for (let seed = 1; seed <= seeds; seed++) {
    test(`seed ${seed}: stores the exchange's fills, positions, funding and liquidations, and as gaps what cannot be had`, () =>
      run(`seed-${seed}`));
  }
});

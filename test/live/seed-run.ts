/** A run of a connector at an exchange with faults, in virtual time; a seed always produces the same run. */
import { join } from 'node:path';
import { type FaultRates, faultProfiles } from '../../packages/exchange-simulator/src/faults/fault-rates.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { assertSilentAudit, type StoreHarness } from '../ingest/store-harness.ts';
import { sized } from '../size.ts';
import { inVirtualTime } from '../virtual/store.ts';
import { createVirtualTime } from '../virtual/time.ts';
import { openVirtualWorld } from '../virtual/world.ts';
import { takeCensus } from './census-check.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { liveWorldOptions, startTestConnector, testPace } from './live-world.ts';
import { tradeDifferences } from './trade-check.ts';

/** Seconds of the exchange per second of the connector, and the duration of a run. */
const speed = 3_600;
const defaultRunMs = sized({ check: 600, campaign: 1_500 });
/** Time for the connector to catch up after the exchange has stopped. */
const catchUpMs = 180_000;
const lookEveryMs = 1_000;
/** Fills that the exchange keeps of a wallet: few enough that some are out of reach. */
const fewFills = 60;
const { mild } = faultProfiles;
/** Rates high enough that even the rarest fault occurs within a few seeds. */
export const seedFaults: FaultRates = {
  ...mild,
  frames: { ...mild.frames, halfOpen: 0.0005, storm: 0.0005 },
};

export interface SeedRun {
  /** Errors of the store, long after the exchange has stopped; empty if it is correct. */
  differences: string[];
  /** Wallets with coins whose positions a census found to differ, each by a recorded gap, and how many it compared. */
  census: { found: string[]; positions: number };
  /** Kinds of faults that occurred. */
  met: Set<string>;
  /** What went over the line and to the engine, in order, each with its moment. */
  events: string[];
}

export async function runSeed(
  seed: string,
  {
    harness,
    name = seed,
    runMs = defaultRunMs,
    faults = seedFaults,
    fillsPerWallet = fewFills,
  }: { harness: StoreHarness; name?: string; runMs?: number; faults?: FaultRates; fillsPerWallet?: number },
): Promise<SeedRun> {
  const time = createVirtualTime();
  const events: string[] = [];
  const note = (what: string) => void events.push(`${time.monotonicMs()} ${what}`);
  const options = liveWorldOptions({ seed, faults, fillsPerWallet });
  const world = openVirtualWorld(time, options, note);
  const store = await harness.open(name.replaceAll('-', '_'));
  const own = inVirtualTime(store, time, note);
  try {
    const differences = await time.run(async () => {
      const startMs = world.clock.nowMs();
      const connector = await startTestConnector(world, {
        ...world.way,
        analytics: own,
        batches: createBatchStore(own),
        journalDir: join(harness.dir, name),
        // Statements dominate the cost of a run, so rows are buffered longer.
        pace: { ...testPace, flushMs: 400 },
        limits: { connections: 2, reachableFills: fillsPerWallet },
      });
      // Trades count from when they are listened to.
      while (!connector.state().ready) await time.pause(20);
      const stop = world.run(speed);
      await time.pause(runMs);
      stop();
      const deadlineMs = time.monotonicMs() + catchUpMs;
      let found = ['nothing was compared'];
      while (found.length > 0 && time.monotonicMs() < deadlineMs) {
        await time.pause(lookEveryMs);
        found = [
          ...(await ledgerDifferences(own, world, fillsPerWallet)),
          ...(await tradeDifferences(own, world, startMs)),
        ];
      }
      await connector.close();
      return found;
    });
    if (differences.length === 0) await assertSilentAudit(store);
    const { faults: wrong, ...census } = await takeCensus(store, world);
    differences.push(...wrong);
    return { differences, census, met: new Set(world.faults.log.records.map(({ kind }) => kind)), events };
  } finally {
    await world.close();
    await store.close();
  }
}

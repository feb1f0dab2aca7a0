import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { type BatchStore, createBatchStore } from '../../src/ingest/batch-store.ts';
import { type Journal, openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { campaignSeed, sized } from '../size.ts';
import { generateBlocks, writeHourTree } from './generated-fills.ts';
import { assertSilentAudit, type StoreHarness } from './store-harness.ts';
import { type TableSums, tableSums } from './table-sums.ts';

/** Fills per batch: the generated tree has two batches, so that a kill always follows or precedes a batch. */
const batchFills = 400;

export class Killed extends Error {}

/** Simulates the death of the process at its n-th step: from then on no step has an effect. */
export interface Fate {
  /** Counts a step; throws at the last step, and at every step after it. */
  step(name: string): void;
  /** Name of the fatal step. */
  diedAt: string | undefined;
  /** The steps so far, by name. */
  readonly taken: readonly string[];
}

export function fate(lastStep: number): Fate {
  const taken: string[] = [];
  const mortal: Fate = {
    diedAt: undefined,
    taken,
    step(name) {
      if (mortal.diedAt === undefined && taken.push(name) > lastStep) mortal.diedAt = name;
      if (mortal.diedAt !== undefined) throw new Killed(`killed at ${mortal.diedAt}`);
    },
  };
  return mortal;
}

/** Every effect outside this process is a step: each statement of the engine and each change of the journal. */
export function mortalStore(store: AnalyticsStore, mortal: Fate): AnalyticsStore {
  const { step } = mortal;
  return {
    ...store,
    async insertArrow(insert) {
      step(`before the insert into ${insert.target.split(' ')[0]}`);
      await store.insertArrow(insert);
      step(`after the insert into ${insert.target.split(' ')[0]}`);
    },
    async command(sql, options) {
      step('before a statement');
      await store.command(sql, options);
      step('after a statement');
    },
    // A statement on all shards, one after the other, may be cut off between them.
    ...(store.shards !== undefined && { shards: store.shards.map((shard) => mortalStore(shard, mortal)) }),
  };
}

export function mortalJournal(journal: Journal, { step }: Fate): Journal {
  return {
    ...journal,
    promise(batch) {
      step('before the promise');
      journal.promise(batch);
      step('after the promise');
    },
    done(batch) {
      step('before the promise is struck out');
      journal.done(batch);
      step('after the promise is struck out');
    },
  };
}

/** Tables a kill may lose a part of, and which rows of the second batch such a part can hold. */
const lostParts = [
  { table: 'fills', damage: 'toYYYYMM(time) = 202604' },
  { table: 'fills_by_time', damage: 'toYYYYMM(time) = 202604' },
  { table: 'wallet_day', damage: 'toYYYYMM(day) = 202604' },
  { table: 'wallet_alltime', damage: "_part LIKE 'all_2%'" },
  { table: 'wallet_coin_alltime', damage: "_part LIKE 'all_2%'" },
  { table: 'coin_hour', damage: 'toYYYYMM(hour) = 202604' },
  { table: 'liquidation_counterparties', damage: 'toYYYYMM(time) = 202604' },
];

/** Every kind of step that an import takes. */
const stepNames = ['after', 'before'].flatMap((when) =>
  [
    'a statement',
    'the insert into changed_wallet_days',
    'the insert into fill_sources',
    'the insert into fills',
    'the insert into quarantine',
    'the promise',
    'the promise is struck out',
  ].map((what) => `${when} ${what}`),
);

/** Parts lost in a short run: one of each kind, a copy of some fills and a rollup. */
const lostInCheck = ['liquidation_counterparties', 'coin_hour'];

/** Proves for an engine that a process may die at any step of an import; `npm test` dies after each kind of step once. */
export function crashPointSuite(openHarness: () => Promise<StoreHarness>): void {
  let harness: StoreHarness;
  /** Sums of an audited store: a store with equal sums needs no audit. */
  let clean: TableSums;
  let paths: string[];
  /** Names of all steps of an import. */
  let steps: readonly string[];

  function chosenSteps(): number[] {
    const all = [...steps.keys()];
    const isLast = (at: number) => steps.lastIndexOf(steps[at]!) === at;
    // The state before a step equals that after the previous step: half of the kinds suffice.
    const isAfter = (at: number) => steps[at]!.startsWith('after');
    return sized({ check: all.filter((at) => isLast(at) && isAfter(at)), campaign: all });
  }

  async function importAll(store: AnalyticsStore, journalDir: string, mortal?: Fate): Promise<void> {
    const journal = openJournal(journalDir);
    await runPipeline({
      source: await openArchive({ paths }),
      store: createBatchStore(mortal === undefined ? store : mortalStore(store, mortal)) satisfies BatchStore,
      journal: mortal === undefined ? journal : mortalJournal(journal, mortal),
      batchFills,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  describe('an import that dies', () => {
    before(async () => {
      harness = await openHarness();
      // The month ends in the second batch: its insert makes two parts per table.
      const startMs = Date.UTC(2026, 2, 31, 23);
      const blocks = [
        ...generateBlocks({ seed: 6 + campaignSeed, blocks: 75, wallets: 40, startMs, stepMs: 72_000 }),
      ];
      paths = writeHourTree(join(harness.dir, 'tree'), blocks);
      const store = await harness.open('clean');
      const whole = fate(Number.POSITIVE_INFINITY);
      await importAll(store, join(harness.dir, 'clean-journal'), whole);
      steps = whole.taken;
      clean = await tableSums(store);
      await assertSilentAudit(store);
      await store.close();
      assert.equal(clean.ingest_batches!.rows, '2');
      assert.ok(Number(clean.quarantine!.rows) > 0);
    });
    after(() => harness.stop());

    test('at any one step is completed by the next run: every table equals that of a clean import', async () => {
      assert.deepEqual([...new Set(steps)].sort(), stepNames);
      const seen = new Set<string>();
      const chosen = chosenSteps();
      for (const lastStep of chosen) {
        const store = await harness.open(`step${lastStep}`);
        const journalDir = join(harness.dir, `journal${lastStep}`);
        const mortal = fate(lastStep);
        await assert.rejects(importAll(store, journalDir, mortal), Killed);
        seen.add(mortal.diedAt!);
        await importAll(store, journalDir);
        assert.deepEqual(await tableSums(store), clean, `killed at step ${lastStep}, ${mortal.diedAt}`);
        await store.close();
      }
      assert.deepEqual(seen, new Set(chosen.map((at) => steps[at])));
    });

    const all = lostParts.map(({ table }) => table);
    const tried = sized({ check: lostInCheck, campaign: all });
    for (const { table, damage } of lostParts.filter((part) => tried.includes(part.table))) {
      test(`and lost a part of ${table} that the engine takes for stored has it back after the next run`, async () => {
        const name = `lost_${table}`;
        const store = await harness.open(name);
        const journalDir = join(harness.dir, `${name}-journal`);
        let inserts = 0;
        const mortal: Fate = {
          diedAt: undefined,
          taken: [],
          step(at) {
            // The second batch spans two months.
            if (at === 'after the insert into fills' && ++inserts === 2) mortal.diedAt = at;
            if (mortal.diedAt !== undefined) throw new Killed(at);
          },
        };
        await assert.rejects(importAll(store, journalDir, mortal), Killed);
        assert.equal(openJournal(journalDir).pending().length, 1);
        // A mutation takes the rows and leaves the token, as a kill between the token and the part does.
        await store.command(`ALTER TABLE ${table} DELETE WHERE ${damage} SETTINGS mutations_sync = 2`);
        await importAll(store, journalDir);
        assert.deepEqual(await tableSums(store), clean);
        await store.close();
      });
    }

    test('again while it recovers, at each step in turn, is completed all the same', async () => {
      const store = await harness.open('again');
      const journalDir = join(harness.dir, 'again-journal');
      let deaths = 0;
      const apart = sized({ check: 6, campaign: 1 });
      for (let lastStep = 12; lastStep >= 0; lastStep -= apart) {
        await importAll(store, journalDir, fate(lastStep)).catch((error) => {
          assert.ok(error instanceof Killed, String(error));
          deaths += 1;
        });
      }
      assert.ok(deaths > 5 / apart, `${deaths} deaths`);
      await importAll(store, journalDir);
      assert.deepEqual(await tableSums(store), clean);
      await store.close();
    });
  });
}

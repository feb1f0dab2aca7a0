import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import type { MovedWallet } from '../../src/domain/ledger-update.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { type FollowPace, type FollowState, followNode } from '../../src/ingest/node/follow.ts';
import { type NodeRecord, nodeRecords } from '../../src/ingest/node/node-dir.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { hourMs, systemClock } from '../../src/kernel/clock.ts';
import { until } from '../until.ts';
import { type Fate, fate, Killed, mortalJournal, mortalStore } from './crash-points.ts';
import { chdbHarness } from './store-harness.ts';
import { ledgerTables, type TableSums, tableSums, twapTables } from './table-sums.ts';

/** It says how the fills came in, not which. */
const batchTable = 'ingest_batches';
const pace = {
  pollMs: 10,
  commitMs: 0,
  restMs: 0,
  leastRestMs: 0,
  standMs: 20,
  holdMs: 20,
  missingMs: 10,
  askMs: 40,
  lateLookMs: 20,
  allLookMs: 40,
  quietMs: 40,
};

/** A line of a node file, with the time of its block. */
export interface NodeFileLine {
  timeMs: number;
  text: string;
}

/** `YYYYMMDD/H` of the hour that a moment lies in. */
export function hourFile(timeMs: number): string {
  const at = new Date(Math.floor(timeMs / hourMs) * hourMs).toISOString();
  return `${at.slice(0, 10).replaceAll('-', '')}/${Number(at.slice(11, 13))}`;
}

/** A directory as a node writes it. */
export function nodeDir(root: string, kind = 'node_fills_by_block') {
  const path = (name: string) => join(root, kind, 'hourly', name);
  function append(name: string, text: string | Uint8Array): void {
    mkdirSync(dirname(path(name)), { recursive: true });
    appendFileSync(path(name), text);
  }
  return {
    path,
    append,
    write(lines: readonly NodeFileLine[]) {
      for (const { timeMs, text } of lines) append(hourFile(timeMs), text);
    },
  };
}

interface OpenedStore {
  analytics: AnalyticsStore;
  journalDir: string;
  /** Of the node. */
  root: string;
}

/** Stores that each follow a node's directory, and the sums of a full import to compare with. */
export async function followHarness(
  lines: readonly NodeFileLine[],
  kind?: string,
  record: NodeRecord = 'fills',
) {
  const tablesOf = (what: NodeRecord) =>
    ({ fills: undefined, ledger: ledgerTables, twaps: twapTables })[what];
  const harness = await chdbHarness();
  let databases = 0;

  async function openStore(): Promise<OpenedStore> {
    databases += 1;
    const journalDir = join(harness.dir, `journal${databases}`);
    mkdirSync(journalDir);
    const analytics = await harness.open(`follow${databases}`);
    return { analytics, journalDir, root: join(harness.dir, `node${databases}`) };
  }

  /** Sums of an import of a record. */
  async function imported(of: readonly NodeFileLine[], what: NodeRecord): Promise<TableSums> {
    const { analytics, journalDir, root } = await openStore();
    nodeDir(root, kind ?? nodeRecords[what].kinds[0]).write(of);
    await runPipeline({
      source: await openArchive({ paths: [root] }),
      store: createBatchStore(analytics),
      journal: openJournal(journalDir),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const sums = await tableSums(analytics, tablesOf(what));
    await analytics.close();
    return sums;
  }
  const sums = await imported(lines, record);

  async function closedSums({ analytics }: OpenedStore): Promise<TableSums> {
    const found = await tableSums(analytics, tablesOf(record));
    await analytics.close();
    return found;
  }

  function assertSame(found: TableSums, expected: TableSums): void {
    for (const table of Object.keys(found)) {
      if (table !== batchTable) assert.deepEqual(found[table], expected[table], table);
    }
  }

  return {
    openStore,
    imported,
    fills: Number(sums.fills?.rows ?? 0),
    sums,
    assertWhole: async (store: OpenedStore) => assertSame(await closedSums(store), sums),
    /** Asserts that the store equals an import of these lines, except for unreadable lines. */
    async assertHolds(store: OpenedStore, kept: readonly NodeFileLine[]) {
      const { quarantine: _, ...found } = await closedSums(store);
      assertSame(found, await imported(kept, record));
    },
    stop: () => harness.stop(),
  };
}

/**
 * Follows the directory of a store, faster than a service would.
 *
 * @param options.mortal when the process dies; default: never
 */
export function follow(
  { analytics, journalDir, root }: OpenedStore,
  {
    record = 'fills',
    mortal = fate(Number.POSITIVE_INFINITY),
    ...slower
  }: Partial<FollowPace> & { record?: NodeRecord; mortal?: Fate } = {},
) {
  const stop = new AbortController();
  let state: FollowState | undefined;
  const moved: MovedWallet[] = [];
  const store = mortalStore(analytics, mortal);
  const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
  const ended = followNode({
    dir: root,
    record,
    store: createBatchStore(store),
    journal: mortalJournal(openJournal(journalDir), mortal),
    ledger,
    signal: stop.signal,
    pace: { ...pace, ...slower },
    report: (next) => {
      state = next;
    },
    onMoved: (some) => moved.push(...some),
  }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  return {
    ledger,
    state: () => state!,
    moved,
    /** Resolves once all that was written is stored. */
    caughtUp: () => until('all is stored', () => state?.phase === 'following' && state.waitingBytes === 0),
    async stop() {
      stop.abort();
      await ended;
      if (mortal.diedAt === undefined) await ledger.close();
    },
  };
}

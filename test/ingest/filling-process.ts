import { type Derived, derived } from '../../src/analytics/derived/derived.ts';
import { derivedTables } from '../../src/analytics/derived/derived-tables.ts';
import { fillDerived } from '../../src/analytics/filling/fill.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { type BatchStore, createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { recoverBatches, writersTurn } from '../../src/ingest/recover.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';

/** Derived tables declared only here: one of each scope; the last is filled in a single piece. */
export const toys: readonly Derived[] = [
  derived({
    table: 'toy_coin_hour',
    key: {
      coin: { type: 'LowCardinality(String)' },
      hour: { type: "DateTime('UTC')", from: 'toStartOfHour(time)' },
    },
    sums: {
      fills: { type: 'UInt64', combine: 'sum', from: 'count()', audit: 'count()' },
      largest: { type: 'Decimal(38, 12)', combine: 'max', from: 'max(sz)', audit: 'max(sz)' },
    },
    orderBy: 'coin, hour',
    partitionBy: 'toYYYYMM(hour)',
    scope: 'hour',
    shard: 'coin',
  }),
  derived({
    table: 'toy_sellers',
    columns: {
      time: { type: "DateTime64(3, 'UTC')" },
      wallet: { type: 'FixedString(20)' },
      notional: { type: 'Decimal(38, 22)', from: 'px * sz' },
    },
    where: "side = 'A'",
    orderBy: 'time',
    scope: 'wallet',
    shard: 'wallet',
    audit: { key: [], columns: {} },
  }),
];
/** What this version of the program derives from fills. */
export const tables: readonly Derived[] = [...derivedTables, ...toys];

/** Fills per batch of an import: the tree has four or so. */
const batchFills = 300;

export interface FillingFiles {
  journalDir: string;
  /** Files to import. */
  paths: readonly string[];
}

/** Imports files in small batches. */
export async function importFiles(batches: BatchStore, { journalDir, paths }: FillingFiles): Promise<void> {
  await runPipeline({
    source: await openArchive({ paths: [...paths] }),
    store: batches,
    journal: openJournal(journalDir),
    batchFills,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

/** Steps of a process of this version: completes interrupted batches, then backfills its tables during an import. */
export async function fillAndImport(store: AnalyticsStore, files: FillingFiles): Promise<void> {
  const journal = openJournal(files.journalDir);
  const batches = createBatchStore(store, tables);
  await migrateAnalytics(store, tables);
  await recoverBatches(batches, journal);
  const both = await Promise.allSettled([
    importFiles(batches, files),
    fillDerived({
      store,
      tables,
      inTurn: (work) => writersTurn(batches, journal, work),
      signal: new AbortController().signal,
      statementFills: 400,
    }),
  ]);
  for (const result of both) if (result.status === 'rejected') throw result.reason;
}

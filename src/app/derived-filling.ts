import { join } from 'node:path';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { fillDerived } from '../analytics/filling/fill.ts';
import { readyOnly, watchReadiness } from '../analytics/filling/readiness.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Config } from '../config/config.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { writersTurn } from '../ingest/recover.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { FoldWatch } from '../lifecycles/fold-watch.ts';
import { isFoldBehind } from '../lifecycles/progress.ts';
import { keepFolding } from './lifecycles.ts';

export interface FillingParts {
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  batches: BatchStore;
  journalDir: string;
  folds: FoldWatch;
  log: Log;
}

/** Pause after a failed attempt, and between attempts to get the right to write. */
const retryMs = 10_000;
const logEveryMs = 10_000;

/**
 * Fills the missing derived tables of a store with fills. The process must have the right to write; it may serve and import meanwhile.
 * Resolves when all tables are complete or the signal aborts. Never rejects.
 */
async function keepFilling(parts: FillingParts, signal: AbortSignal): Promise<void> {
  const { analytics, batches, journalDir, log } = parts;
  const journal = openJournal(journalDir);
  let loggedMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      const inTurn = (work: () => Promise<void>) => writersTurn(batches, journal, work);
      return await fillDerived({
        store: analytics,
        tables: derivedTables,
        inTurn,
        signal,
        onProgress(progress) {
          if (monotonicMs() - loggedMs < logEveryMs) return;
          loggedMs = monotonicMs();
          log.info(progress, 'filling a derived table from the stored fills');
        },
        onComplete: (table) => log.info({ table }, 'a derived table is complete'),
      });
    } catch (err) {
      if (signal.aborted) return;
      log.error({ err }, 'a derived table cannot be filled; trying again');
    }
    await pause(retryMs, signal);
  }
}

/**
 * Fills the derived tables, then folds lifecycles as fills arrive, until the signal aborts. Never rejects.
 *
 * @param options.history resolves when a generated history is stored; lifecycles wait for it
 */
export async function keepDerived(
  parts: FillingParts,
  signal: AbortSignal,
  options: { untilDone?: boolean; history?: Promise<void> | undefined } = {},
): Promise<void> {
  await keepFilling(parts, signal);
  // One pass over the stored history is cheaper than following it batch by batch.
  await withAbort(Promise.resolve(options.history), signal).catch(() => undefined);
  const { journalDir, folds: watch } = parts;
  await keepFolding({ ...parts, dir: join(journalDir, 'folds'), watch }, signal, options.untilDone);
}

/** Fills the derived tables where another process may be the writer: waits for the right to write, and keeps it until all are complete. */
async function fillAsWriter(
  parts: FillingParts & { becomeWriter: BecomeWriter },
  signal: AbortSignal,
): Promise<void> {
  const { analytics, becomeWriter, log } = parts;
  while (!signal.aborted) {
    try {
      const readiness = await watchReadiness(analytics);
      await readiness.close();
      if (readiness.unready().length > 0 || (await isFoldBehind(analytics))) {
        const hold = await becomeWriter({ signal });
        try {
          await keepDerived(parts, AbortSignal.any([signal, hold.lost]), { untilDone: true });
        } finally {
          await hold.giveBack();
        }
      }
    } catch (err) {
      if (signal.aborted) return;
      log.debug({ reason: (err as Error).message }, 'waiting to fill derived tables');
    }
    await pause(retryMs, signal);
  }
}

/**
 * Fills derived tables in the background while this process serves; stops on shutdown.
 * @param parts.config decides whether this process reads an exchange: on servers its reader then fills the tables
 * @param parts.history resolves when a generated history is stored; undefined if none is generated
 * @returns the store for requests, which does not read incomplete tables
 */
export async function openDerived(
  parts: FillingParts & {
    /** The store as requests read it. */
    reads: AnalyticsStore;
    becomeWriter: BecomeWriter;
    config: Pick<Config, 'source'>;
    history: Promise<void> | undefined;
    shutdown: Shutdown;
  },
): Promise<AnalyticsStore> {
  const { analytics, reads, config, history, shutdown } = parts;
  const isReader = config.source !== 'none';
  const stop = new AbortController();
  const isShared = analytics.kind === 'clickhouse';
  const fill = () =>
    isShared ? fillAsWriter(parts, stop.signal) : keepDerived(parts, stop.signal, { history });
  const filling = isShared && isReader ? Promise.resolve() : fill();
  const readiness = await watchReadiness(analytics, { history });
  shutdown.register('filling of derived tables', async () => {
    stop.abort();
    await Promise.all([filling, readiness.close()]);
  });
  return readyOnly(reads, readiness);
}

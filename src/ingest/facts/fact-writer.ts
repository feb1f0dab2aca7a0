import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRowsFile } from '../../analytics/arrow-rows.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import type { Log } from '../../kernel/log.ts';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { type Cancel, systemTimers, type Timers } from '../../kernel/timers.ts';
import type { EncodedRow, FactTable } from './fact-table.ts';

/** Writes facts in batches. */
export interface FactWriter {
  /**
   * Resolves once the rows are stored; waits where the writer is behind. A reader that remembers how far a feed was read
   * does so after that: rows that were not stored are then asked for again, and their key makes repeats harmless.
   *
   * @throws Error where the writer is closed, or the engine refuses the rows for good.
   */
  write<R>(table: FactTable<R>, rows: readonly R[]): Promise<void>;
  state(): { storedRows: number; waitingRows: number };
  /** Stores what has gathered, with as many attempts as a refused batch gets. */
  close(): Promise<void>;
}

export interface FactWriterOptions {
  analytics: Pick<AnalyticsStore, 'insertArrow'>;
  /** For batches on their way, of this writer alone: emptied at start. */
  dir: string;
  log: Log;
  rng?: Rng;
  /** Rows wait this long at most before they are handed over. */
  flushMs?: number;
  /** Rows of one batch; as many more gather while it is written. */
  batchRows?: number;
  /** The first wait after an insert that failed; it doubles, up to 30 s. */
  retryMs?: number;
  /** The machine's where absent. */
  timers?: Timers;
}

interface Waiting {
  row: EncodedRow;
  version: number;
}

/** Rows by table and key: of several with one key only the newest is sent. */
interface Batch {
  tables: Map<string, { insert: FactTable['insert']; rows: Map<string, Waiting> }>;
  rows: number;
  stored: PromiseWithResolvers<void>;
}

const retryMaxMs = 30_000;
/** Attempts where the engine itself refuses a batch: it will not change its mind. */
const refusedAttempts = 3;

/**
 * Gathers rows while the batch before is inserted. Each insert has a token, so that one whose outcome is unknown is
 * repeated without effect where it had one.
 */
export function createFactWriter(options: FactWriterOptions): FactWriter {
  const { analytics, dir, log, rng = secureRng, timers = systemTimers } = options;
  const { flushMs = 500, batchRows = 20_000, retryMs = 500 } = options;
  const instance = Buffer.from(rng.bytes(8)).toString('hex');
  const closing = new AbortController();
  let gathering = newBatch();
  let writing: Promise<void> | undefined;
  let cancelHandOver: Cancel | undefined;
  let inserts = 0;
  let storedRows = 0;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });

  function handOver(): void {
    // Also where it does nothing: a timer that has fired must not stand in the way of the next one.
    cancelHandOver?.();
    cancelHandOver = undefined;
    if (writing !== undefined || gathering.rows === 0) return;
    const batch = gathering;
    gathering = newBatch();
    writing = storeBatch(batch).finally(() => {
      writing = undefined;
      if (gathering.rows >= batchRows || closing.signal.aborted) handOver();
      else if (gathering.rows > 0) cancelHandOver ??= timers.after(flushMs, handOver);
    });
  }

  async function storeBatch({ tables, stored }: Batch): Promise<void> {
    try {
      for (const [name, { insert, rows }] of tables) {
        await storeRows(
          name,
          insert,
          [...rows.values()].map(({ row }) => row),
        );
        storedRows += rows.size;
      }
      stored.resolve();
    } catch (error) {
      stored.reject(error);
    }
  }

  async function storeRows(name: string, insert: FactTable['insert'], rows: EncodedRow[]): Promise<void> {
    inserts += 1;
    const token = `facts-${instance}-${inserts}`;
    const file = join(dir, `${token}.arrow`);
    await writeRowsFile(file, rows);
    for (let attempt = 1; ; attempt++) {
      try {
        await analytics.insertArrow({ ...insert, file, token });
        break;
      } catch (err) {
        const forGood = closing.signal.aborted || (err instanceof AnalyticsError && err.failure === 'engine');
        if (forGood && attempt >= refusedAttempts) throw err;
        log.warn({ err, table: name, rows: rows.length }, 'facts could not be stored; trying again');
      }
      const waitMs = Math.min(retryMaxMs, retryMs * 2 ** Math.min(attempt - 1, 20));
      // The end cuts the wait short.
      await timers.pause(waitMs, closing.signal).catch(() => undefined);
    }
    await rm(file, { force: true });
  }

  return {
    async write(table, rows) {
      // A full batch waits for the one before: so does the caller that fills it.
      while (gathering.rows >= batchRows) await gathering.stored.promise.catch(() => undefined);
      if (closing.signal.aborted) throw new Error(`facts for ${table.name} came after the end`);
      if (rows.length === 0) return;
      const batch = gathering;
      addRows(batch, table, rows);
      if (batch.rows >= batchRows) handOver();
      else cancelHandOver ??= timers.after(flushMs, handOver);
      await batch.stored.promise;
    },
    state: () => ({ storedRows, waitingRows: gathering.rows }),
    async close() {
      closing.abort();
      cancelHandOver?.();
      handOver();
      while (writing !== undefined) await writing;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function newBatch(): Batch {
  const stored = Promise.withResolvers<void>();
  // Each writer of the batch awaits it; none has to.
  stored.promise.catch(() => undefined);
  return { tables: new Map(), rows: 0, stored };
}

function addRows<R>(batch: Batch, table: FactTable<R>, rows: readonly R[]): void {
  const { name, insert } = table;
  const waiting = batch.tables.get(name)?.rows ?? new Map<string, Waiting>();
  batch.tables.set(name, { insert, rows: waiting });
  for (const row of rows) {
    const key = table.keyOf(row);
    const version = table.versionOf(row);
    const known = waiting.get(key);
    if (known !== undefined && known.version > version) continue;
    if (known === undefined) batch.rows += 1;
    waiting.set(key, { row: table.encode(row), version });
  }
}

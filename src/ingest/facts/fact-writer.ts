import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRowsFile } from '../../analytics/arrow-rows.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import type { Log } from '../../kernel/log.ts';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { type Cancel, systemTimers, type Timers } from '../../kernel/timers.ts';
import type { EncodedRow, FactTable } from './fact-table.ts';

export interface FactWriter {
  /**
   * Resolves once the rows are stored; waits while the writer is behind. A caller stores its read position only afterwards, so rows that
   * were not stored are requested again; their key makes repeats harmless.
   *
   * @throws Error if the writer is closed, or the engine refuses the rows permanently.
   */
  write<R>(table: FactTable<R>, rows: readonly R[]): Promise<void>;
  state(): { storedRows: number; waitingRows: number };
  /** Flushes pending rows, with as many attempts as for a refused batch. */
  close(): Promise<void>;
}

export interface FactWriterOptions {
  analytics: Pick<AnalyticsStore, 'insertArrow'>;
  /** Directory for pending batches of this writer only; emptied at startup. */
  dir: string;
  log: Log;
  rng?: Rng;
  /** Maximum time rows wait before their batch is sent. */
  flushMs?: number;
  /** Rows per batch; as many more are buffered during the write. */
  batchRows?: number;
  /** First backoff after a failed insert; doubles, up to 30 s. */
  retryMs?: number;
  timers?: Timers;
}

interface Waiting {
  row: EncodedRow;
  version: number;
}

/** Rows by table and key; of several rows with one key only the newest is sent. */
interface Batch {
  tables: Map<string, { insert: FactTable['insert']; rows: Map<string, Waiting> }>;
  rows: number;
  stored: PromiseWithResolvers<void>;
}

const retryMaxMs = 30_000;
/** Maximum attempts when the engine itself refuses a batch: more retries would not help. */
const refusedAttempts = 3;

/** Each insert has a token, so a retry after an unknown outcome does not insert twice. */
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
    // Resets the timer even if no batch is sent: a fired timer must not block the next one.
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
      // Closing ends the wait early.
      await timers.pause(waitMs, closing.signal).catch(() => undefined);
    }
    await rm(file, { force: true });
  }

  return {
    async write(table, rows) {
      // A full batch waits for the previous one, and so does the caller that fills it.
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
  // Every caller of `write` awaits the promise; a batch without callers must not count as an unhandled rejection.
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

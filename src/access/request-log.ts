import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { createRequestBatch, type RequestBatch, requestInsert } from './request-batch.ts';
import type { RequestLog, RequestLogCounts } from './request-record.ts';

export interface RequestLogOptions {
  analytics: Pick<AnalyticsStore, 'insertArrow'>;
  /** Directory for batches on their way into the store, of this process alone: emptied at start, removed at the end. */
  dir: string;
  log: Log;
  /** The route pattern of an endpoint id. */
  patternOf: (endpoint: string) => string;
  /** Dates the records: the real time, also where the data served are of another day. */
  clock?: Clock;
  /** Names the batches of this process. */
  rng?: Rng;
  /** Records of one insert at most. */
  batchRecords?: number;
  /** Records in memory at most, at least two batches; what comes beyond them is dropped and counted. */
  maxRecords?: number;
  /** Records wait this long at most before they are handed to the store; 700: kill −9 shall lose a second at most, the write included. */
  flushMs?: number;
  /** The first wait after an insert that failed; doubles with each failure, up to `retryMaxMs`. */
  retryMs?: number;
}

/** The request log over an analytics store. */
export interface StoredRequestLog extends RequestLog {
  /** Hands over what has gathered and waits until the store has it. */
  flush(): Promise<void>;
  /** Stops taking records and writes what it has; what the store then refuses three times is dropped and counted. */
  close(): Promise<void>;
}

const retryMaxMs = 30_000;
const closingAttempts = 3;

/**
 * Writes the request log in batches off the request path (settled details §3): a request costs a few array
 * writes, whatever the store does. Batches are inserted one at a time, each under a token of its own, so that
 * repeating an insert whose outcome is unknown stores nothing twice.
 *
 * A stop loses nothing; kill −9 loses what the store does not have yet, `flushMs` of records and those of the write under way.
 */
export function createRequestLog(options: RequestLogOptions): StoredRequestLog {
  const { analytics, dir, log, patternOf, clock = systemClock, rng = secureRng } = options;
  const { batchRecords = 50_000, maxRecords = 200_000, flushMs = 700, retryMs = 1_000 } = options;
  const batchLimit = Math.max(2, Math.floor(maxRecords / batchRecords));
  const instance = Buffer.from(rng.bytes(8)).toString('hex');
  const file = join(dir, `${instance}.arrow`);
  const counts: RequestLogCounts = { stored: 0, dropped: 0 };
  const closing = new AbortController();
  /** Batches that gather no more; the first one is being written. */
  const full: RequestBatch[] = [];
  let filling = newBatch();
  let spare: RequestBatch | undefined;
  let writing: Promise<void> | undefined;
  let handedOver = 0;
  let reported = 0;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });

  function newBatch(): RequestBatch {
    return createRequestBatch(batchRecords, patternOf);
  }

  function hasRoom(): boolean {
    return full.length + 1 < batchLimit;
  }

  function handOver(): void {
    full.push(filling);
    filling = spare ?? newBatch();
    spare = undefined;
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    for (let batch = full[0]; batch !== undefined; batch = full[0]) {
      if (await stored(batch)) counts.stored += batch.count;
      else counts.dropped += batch.count;
      full.shift();
      batch.reset();
      spare = batch;
    }
    // In the same turn as the last look at `full`, so that no batch comes in between and stays behind.
    writing = undefined;
  }

  /** Inserts a batch, however often it takes. @returns false where the end came before the store took it */
  async function stored(batch: RequestBatch): Promise<boolean> {
    handedOver += 1;
    const token = `request-log-${instance}-${handedOver}`;
    let bytes: Uint8Array | undefined;
    let attemptsLeft = closingAttempts;
    for (let waitMs = retryMs; ; waitMs = Math.min(2 * waitMs, retryMaxMs)) {
      try {
        bytes ??= batch.encode();
        await writeFile(file, bytes, { mode: 0o600 });
        await analytics.insertArrow({ ...requestInsert, file, token });
        await rm(file);
        return true;
      } catch (err) {
        log.warn({ err, records: batch.count }, 'the request log could not be stored; trying again');
      }
      if (closing.signal.aborted) attemptsLeft -= 1;
      if (attemptsLeft === 0) return false;
      await pause(waitMs);
    }
  }

  async function pause(waitMs: number): Promise<void> {
    if (closing.signal.aborted) return void (await delay(Math.min(waitMs, 200)));
    // The end cuts the wait short.
    await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  function report(): void {
    if (counts.dropped === reported) return;
    log.warn({ dropped: counts.dropped - reported }, 'records of the request log were dropped');
    reported = counts.dropped;
  }

  const timer = setInterval(() => {
    report();
    // While the store is busy records gather: handing over small batches would only fill up the bound.
    if (writing === undefined && filling.count > 0) handOver();
  }, flushMs);
  timer.unref();

  async function flush(): Promise<void> {
    if (filling.count > 0) handOver();
    await writing;
  }

  return {
    counts,
    record(record) {
      if (filling.count === batchRecords && hasRoom()) handOver();
      if (filling.count === batchRecords || closing.signal.aborted) {
        counts.dropped += 1;
        return;
      }
      filling.add(record, clock.nowMs());
      if (filling.count === batchRecords && hasRoom()) handOver();
    },
    flush,
    async close() {
      clearInterval(timer);
      closing.abort();
      await flush();
      report();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

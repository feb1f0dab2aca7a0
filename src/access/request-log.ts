import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import { takeProcessLock } from '../kernel/process-lock.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { replacingFile } from '../kernel/whole-file.ts';
import { createRequestBatch, type RequestBatch, requestInsert } from './request-batch.ts';
import type { RequestLog, RequestLogCounts } from './request-record.ts';

/** Batches of the request log on disk, before the store has them. */
interface RequestLogFiles {
  /** Tokens of files left by an earlier process: it was killed, or the store refused them. Oldest first. */
  readonly left: readonly string[];
  pathOf(token: string): string;
  /** Atomically replaces a batch's file. Runs in call order, together with `remove`. */
  write(token: string, bytes: Uint8Array): Promise<void>;
  remove(token: string): Promise<void>;
  /** Leaves the files to the next process. */
  close(): void;
}

/** Maximum processes sharing a directory. */
const slotLimit = 1_000;
/** Maximum files kept from earlier processes; the oldest are deleted first. */
const leftLimit = 200;
const suffix = '.arrow';

/**
 * Claims a slot in the directory, including the files its previous process left.
 * @throws Error if the directory cannot be used
 */
function openRequestLogFiles(directory: string): RequestLogFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { dir, release } = takeSlot(directory);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dir).sort();
  const whole = names.filter((name) => name.endsWith(suffix));
  const kept = whole.slice(-leftLimit);
  for (const name of names) if (!kept.includes(name)) rmSync(join(dir, name), { force: true });
  const pathOf = (token: string) => join(dir, `${token}${suffix}`);
  let last: Promise<unknown> = Promise.resolve();

  /** Serializes work: a later write of a batch contains more of its records. */
  function next<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    left: kept.map((name) => name.slice(0, -suffix.length)),
    pathOf,
    write: (token, bytes) =>
      // No fsync: writes are frequent, and the rows are on their way into the store.
      next(() => replacingFile(pathOf(token), (file) => file.writeFile(bytes), { flush: false })),
    remove: (token) => next(() => rm(pathOf(token), { force: true })),
    close: release,
  };
}

/** Claims the first slot without a living process. Lock files are kept: a deleted lock could be held twice. */
function takeSlot(directory: string): { dir: string; release: () => void } {
  for (let slot = 0; slot < slotLimit; slot++) {
    const release = takeProcessLock(join(directory, `${slot}.lock`), 0);
    if (release !== undefined) return { dir: join(directory, String(slot)), release };
  }
  throw new Error(`${slotLimit} processes write their request log in ${directory}`);
}

export interface RequestLogOptions {
  analytics: Pick<AnalyticsStore, 'insertArrow'>;
  /** Directory for batches on their way into the store; processes may share it. The next process stores leftover files. */
  dir: string;
  log: Log;
  /** The route pattern of an endpoint id. */
  patternOf: (endpoint: string) => string;
  /** Timestamps the records: real time, even if the served data are of another day. */
  clock?: Clock;
  /** Names the batches of this process. */
  rng?: Rng;
  batchRecords?: number;
  /** Maximum records in memory, at least two batches; further records are dropped and counted. */
  maxRecords?: number;
  /**
   * Maximum wait of a record before its batch is sent to the store; default 700, so that kill −9 loses at most a second,
   * including the write.
   */
  flushMs?: number;
  /** First wait after a failed insert; doubles with each failure, up to `retryMaxMs`. */
  retryMs?: number;
}

export interface StoredRequestLog extends RequestLog {
  /** Sends all gathered records and waits until the store has them. */
  flush(): Promise<void>;
  /**
   * Stops recording and writes the remaining records; batches the store refuses three times stay on disk for the next
   * start.
   */
  close(): Promise<void>;
}

interface Gathering {
  readonly batch: RequestBatch;
  /** Names its file and its insert. */
  readonly token: string;
  /** Number of its records on disk. */
  onDisk: number;
}

const retryMaxMs = 30_000;
const closingAttempts = 3;

/**
 * Writes the request log in batches off the request path (docs/contract.md#request-log): a request
 * costs a few array writes, whatever the store does. Batches are inserted one at a time, each under a
 * token of its own, so that repeating an insert whose outcome is unknown stores nothing twice.
 *
 * A stop loses nothing; kill −9 loses what neither the store nor the disk has yet, `flushMs` of records and those of the write
 * under way. While the store is slow or away records gather in memory, and all that is there is on disk, too.
 */
export function createRequestLog(options: RequestLogOptions): StoredRequestLog {
  const { analytics, dir, log, patternOf, clock = systemClock, rng = secureRng } = options;
  const { batchRecords = 50_000, maxRecords = 200_000, flushMs = 700, retryMs = 1_000 } = options;
  const batchLimit = Math.max(2, Math.floor(maxRecords / batchRecords));
  const instance = Buffer.from(rng.bytes(8)).toString('hex');
  const files = openRequestLogFiles(dir);
  const counts: RequestLogCounts = { stored: 0, dropped: 0 };
  const closing = new AbortController();
  /** Over all batches: an unavailable store does not block shutdown. */
  let attemptsLeft = closingAttempts;
  /** Complete batches; the first is being written. */
  const full: Gathering[] = [];
  let begun = 0;
  let spare: RequestBatch | undefined;
  let filling = newGathering();
  let writing: Promise<void> | undefined = files.left.length > 0 ? storeLeft().then(writeAll) : undefined;
  let reported = 0;

  function newGathering(): Gathering {
    const batch = spare ?? createRequestBatch(batchRecords, patternOf);
    spare = undefined;
    begun += 1;
    return { batch, token: `request-log-${instance}-${String(begun).padStart(9, '0')}`, onDisk: 0 };
  }

  /** Tries each leftover file once; files the store refuses stay for the next start. */
  async function storeLeft(): Promise<void> {
    for (const token of files.left) {
      try {
        await insert(token);
      } catch (err) {
        log.warn({ err, file: files.pathOf(token) }, 'records of an earlier process could not be stored');
      }
    }
  }

  async function insert(token: string): Promise<void> {
    await analytics.insertArrow({ ...requestInsert, file: files.pathOf(token), token });
    await files.remove(token);
  }

  function hasRoom(): boolean {
    return full.length + 1 < batchLimit;
  }

  function handOver(): void {
    full.push(filling);
    filling = newGathering();
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    for (let first = full[0]; first !== undefined; first = full[0]) {
      const { batch } = first;
      if (await stored(first)) counts.stored += batch.count;
      else if (first.onDisk < batch.count) counts.dropped += batch.count;
      else log.warn({ records: batch.count }, 'the request log is not stored; the next start stores it');
      full.shift();
      batch.reset();
      spare = batch;
    }
    // In the same turn as the last check of `full`, so that no batch arrives in between and is left behind.
    writing = undefined;
  }

  /** Inserts a batch, retrying until done. @returns false if the log closed before the store took the batch */
  async function stored(gathering: Gathering): Promise<boolean> {
    for (let waitMs = retryMs; ; waitMs = Math.min(2 * waitMs, retryMaxMs)) {
      try {
        await toDisk(gathering);
        await insert(gathering.token);
        return true;
      } catch (err) {
        const { count } = gathering.batch;
        log.warn({ err, records: count }, 'the request log could not be stored; trying again');
      }
      if (closing.signal.aborted) attemptsLeft -= 1;
      if (attemptsLeft <= 0) return false;
      await rest(waitMs);
    }
  }

  /** Writes a batch unless all of its records are on disk. @throws Error if the write fails */
  async function toDisk(gathering: Gathering): Promise<void> {
    const { batch, token } = gathering;
    const { count } = batch;
    if (gathering.onDisk === count) return;
    await files.write(token, batch.encode());
    gathering.onDisk = count;
  }

  async function rest(waitMs: number): Promise<void> {
    if (closing.signal.aborted) return void (await delay(Math.min(waitMs, 200)));
    await pause(waitMs, closing.signal);
  }

  function report(): void {
    if (counts.dropped === reported) return;
    log.warn({ dropped: counts.dropped - reported }, 'records of the request log were dropped');
    reported = counts.dropped;
  }

  const timer = setInterval(() => {
    report();
    // While the store is busy, records gather: sending small batches would only use up the memory bound.
    if (writing === undefined && filling.batch.count > 0) handOver();
    else for (const waiting of [...full.slice(1), filling]) toDisk(waiting).catch(() => undefined);
  }, flushMs);
  timer.unref();

  async function flush(): Promise<void> {
    if (filling.batch.count > 0) handOver();
    await writing;
  }

  return {
    counts,
    record(record) {
      if (filling.batch.count === batchRecords && hasRoom()) handOver();
      if (filling.batch.count === batchRecords || closing.signal.aborted) {
        counts.dropped += 1;
        return;
      }
      filling.batch.add(record, clock.nowMs());
      if (filling.batch.count === batchRecords && hasRoom()) handOver();
    },
    flush,
    async close() {
      clearInterval(timer);
      closing.abort();
      await flush();
      report();
      files.close();
    },
  };
}

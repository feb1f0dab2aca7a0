import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { notAfter } from '../analytics/not-after.ts';
import { complete, completedMs, copyPast, hasLater, sourceOf } from '../analytics/past-copy.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { checkedBytes, findDamaged, listDetached, storedBytes } from '../analytics/wholeness/broken-parts.ts';
import { fillsBeyondBatches } from '../analytics/wholeness/journal-total.ts';
import { miscounted } from '../analytics/wholeness/mend.ts';
import { keepingClaim } from '../control/kept-claim.ts';
import type { ControlStore } from '../control/store.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { createLifecycleFold } from '../lifecycles/lifecycle-fold.ts';
import type { StartStep } from './live-source.ts';
import { type FillStore, openLedger } from './stores.ts';

type Fills = Omit<FillStore, 'wholeness'>;

/** The fill store that answers are served from. */
export interface ServedFills extends Fills {
  /** The store as requests and in-memory views read it. */
  reads: AnalyticsStore;
  /** Directory for files on their way into the store. */
  journalDir: string;
  /** Suffix that separates a copy's jobs from those of the store; undefined if the store itself is served. */
  copy?: string;
}

export interface PastParts {
  /** The moment to answer as of, unix milliseconds; undefined serves the store itself. */
  nowMs: number | undefined;
  store: Fills;
  /** Opens another database of the same engine. */
  openDatabase(name: string): Promise<AnalyticsStore>;
  control(): Promise<ControlStore>;
  journalDir: string;
  log: Log;
  shutdown: Shutdown;
  signal?: AbortSignal | undefined;
  onStep?: ((step: StartStep) => void) | undefined;
}

const claimTtlMs = 30_000;
const waitMs = 1_000;

const copies = query({
  name: 'past_copies',
  params: { prefix: 'String' },
  row: Type.Object({ name: Type.String() }),
  sql: 'SELECT name FROM system.databases WHERE startsWith(name, {prefix:String})',
});

/**
 * Opens the data to serve: the store itself, or a copy in its own database if the moment lies before the newest stored data. The copy ends
 * at that moment. It is made once, and again after the store has received fills.
 */
export async function openPast(parts: PastParts): Promise<ServedFills> {
  const { nowMs, store, journalDir } = parts;
  if (nowMs === undefined) return { ...store, reads: store.analytics, journalDir };
  if (!(await hasLater(store.analytics, nowMs))) {
    return { ...store, reads: notAfter(store.analytics, nowMs), journalDir };
  }
  const { analytics, ledger, madeMs } = await openCopy(parts, nowMs);
  return {
    analytics,
    batches: createBatchStore(analytics),
    ledger,
    becomeWriter: store.becomeWriter,
    reads: analytics,
    journalDir: join(journalDir, 'past'),
    copy: `${nowMs}/${madeMs}`,
  };
}

/** Each state of the store has a copy of its own, so that processes on an older copy can keep serving. */
async function openCopy(
  parts: PastParts,
  atMs: number,
): Promise<Pick<FillStore, 'analytics' | 'ledger'> & { madeMs: number }> {
  const { store, openDatabase, shutdown } = parts;
  const { database, seq } = await sourceOf(store.analytics);
  const prefix = `${database.slice(0, 30)}_past_`;
  const name = `${prefix}${atMs}_${seq}`;
  let opened: AnalyticsStore | undefined;
  let ledger: CoverageLedger | undefined;
  shutdown.register('copy of the past', async () => {
    await ledger?.close();
    await opened?.close();
  });
  const open = async () => {
    opened = await openDatabase(name);
    await migrateAnalytics(opened);
    return opened;
  };
  const drop = (copy: string) =>
    store.analytics.command(`DROP DATABASE IF EXISTS \`${copy}\` SYNC SETTINGS max_table_size_to_drop = 0`);

  return alone(parts, name, async (signal) => {
    // No other process serves a copy of an embedded store.
    if (store.analytics.kind === 'chdb') {
      const others = await store.analytics.rows(copies, { prefix });
      for (const other of others) if (other.name !== name) await drop(other.name);
    }
    let analytics = await open();
    let madeMs = await completedMs(analytics);
    const faults = madeMs === undefined ? [] : await copyFaults(analytics);
    if (faults.length > 0) parts.log.warn({ faults }, 'the copy is incomplete and is made again');
    if (madeMs === undefined || faults.length > 0) {
      await analytics.close();
      await drop(name);
      analytics = await open();
      await fill(parts, analytics, atMs, signal);
      await complete(analytics);
      madeMs = await completedMs(analytics);
    }
    ledger = openLedger(analytics, parts.log);
    return { analytics, ledger, madeMs: madeMs! };
  });
}

async function fill(
  parts: PastParts,
  copy: AnalyticsStore,
  atMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, journalDir, log, onStep } = parts;
  const at = rfc3339(atMs);
  log.info({ at }, 'copying the data stored up to this moment');
  const report = (current: string, share: number) => {
    onStep?.({ current, share });
    log.debug({ at, share }, current);
  };
  await copyPast({
    store: store.analytics,
    copy,
    atMs,
    signal,
    onStep: (share) => report(`copying fills up to ${at}`, share),
  });
  const fold = createLifecycleFold({ store: copy, dir: join(journalDir, 'past', 'folds') });
  try {
    for (;;) {
      const cost = await fold.step(signal);
      if (cost === undefined) break;
      report('folding lifecycles', cost.rangesDone / cost.ranges);
    }
  } finally {
    await fold.close();
  }
  const faults = await copyFaults(copy);
  if (faults.length > 0)
    throw new Error(`the copy of the data stored up to ${at} is incomplete: ${faults.join('; ')}`);
  log.info({ at }, 'the copy is complete');
}

/** Runs the work in one process at a time of all on the same stores. */
async function alone<T>(
  parts: PastParts,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { store, control, signal: stop = new AbortController().signal } = parts;
  if (store.analytics.kind === 'chdb') return work(stop);
  const { jobs } = await control();
  const holder = `tidemark serve (pid ${process.pid} on ${hostname()})`;
  for (;;) {
    const claim = await jobs.claim({ job: name, holder, ttlMs: claimTtlMs });
    if (claim === undefined) {
      await delay(waitMs, undefined, { signal: stop });
      continue;
    }
    try {
      return await keepingClaim(jobs, claim, { ttlMs: claimTtlMs, stop }, work);
    } finally {
      await jobs.release(claim).catch(() => undefined);
    }
  }
}

/**
 * Checks that a copy of the past is complete, while nothing writes to the copy: detached parts, fills against the batch that counts
 * them, derived tables against fills, and, for an embedded store of up to {@link checkedBytes}, every part against its checksums.
 *
 * @returns the faults, as text; a faulty copy is made again, not repaired
 */
async function copyFaults(copy: AnalyticsStore): Promise<string[]> {
  const faults: string[] = [];
  for (const shard of shardsOf(copy)) {
    for (const { table, path } of await listDetached(shard)) faults.push(`${table}: ${path} was set aside`);
    for (const { table } of await miscounted(shard, derivedTables, []))
      faults.push(`${table} has another count of fills`);
  }
  const beyond = await fillsBeyondBatches(copy);
  if (beyond !== 0) faults.push(`fills: ${beyond} more than were copied`);
  if (copy.kind === 'chdb' && (await storedBytes(copy)) <= checkedBytes)
    for (const { table, part, reason } of await findDamaged(copy)) faults.push(`${table}: ${part} ${reason}`);
  return faults;
}

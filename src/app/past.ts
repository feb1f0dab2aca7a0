import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { notAfter } from '../analytics/not-after.ts';
import { copyPast, hasLater, markPast, pastMark, sourceOf } from '../analytics/past-copy.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Config } from '../config/config.ts';
import { keepingClaim } from '../control/kept-claim.ts';
import type { ControlStore } from '../control/store.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { createLifecycleFold } from '../lifecycles/lifecycle-fold.ts';
import type { StartStep } from './live-source.ts';
import { type FillStore, openEngine } from './stores.ts';

/** The store of fills as it is answered from. */
export interface ServedFills extends FillStore {
  /** As requests, and what is kept in memory, read it. */
  reads: AnalyticsStore;
  /** For files on their way into it. */
  journalDir: string;
  /** Names the jobs of a copy apart from those of the store; undefined where the store itself is served. */
  copy?: string;
}

export interface PastParts {
  config: Config;
  store: FillStore;
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
 * What a process answers from: the store, or where it answers as of a moment before the newest that is stored, a copy that ends at that
 * moment, in a database of its own. A copy is made once, and again where fills came since.
 */
export async function openPast(parts: PastParts): Promise<ServedFills> {
  const { config, store, journalDir } = parts;
  const { nowMs } = config;
  if (nowMs === undefined) return { ...store, reads: store.analytics, journalDir };
  if (!(await hasLater(store.analytics, nowMs))) {
    return { ...store, reads: notAfter(store.analytics, nowMs), journalDir };
  }
  const { analytics, madeMs } = await openCopy(parts, nowMs);
  return {
    ...{ analytics, batches: createBatchStore(analytics), becomeWriter: store.becomeWriter },
    ...{ reads: analytics, journalDir: join(journalDir, 'past') },
    copy: `${nowMs}/${madeMs}`,
  };
}

async function openCopy(
  parts: PastParts,
  atMs: number,
): Promise<{ analytics: AnalyticsStore; madeMs: number }> {
  const { config, store, shutdown } = parts;
  const source = await sourceOf(store.analytics);
  const prefix = `${source.database.slice(0, 40)}_past_`;
  const name = `${prefix}${atMs}`;
  const drop = (database: string) =>
    store.analytics.command(
      `DROP DATABASE IF EXISTS \`${database}\` SYNC SETTINGS max_table_size_to_drop = 0`,
    );

  let opened: AnalyticsStore | undefined;
  shutdown.register('copy of the past', () => opened?.close());
  const open = async () => (opened = await openEngine(config, name));
  const markOf = async (copy: AnalyticsStore) => {
    const mark = await pastMark(copy);
    return mark?.seq === source.seq ? mark : undefined;
  };

  // Of an embedded store nobody else serves another moment.
  if (config.clickhouseUrl === undefined) {
    const others = await store.analytics.rows(copies, { prefix });
    for (const other of others) if (other.name !== name) await drop(other.name);
  }
  for (;;) {
    const analytics = await open();
    const mark = await markOf(analytics);
    if (mark !== undefined) {
      await migrateAnalytics(analytics);
      return { analytics, madeMs: mark.madeMs };
    }
    await analytics.close();
    await alone(parts, name, async (signal) => {
      await drop(name);
      const copy = await open();
      await migrateAnalytics(copy);
      await fill(parts, copy, atMs, signal);
      await markPast(copy, source.seq);
      await copy.close();
    });
  }
}

async function fill(
  parts: PastParts,
  copy: AnalyticsStore,
  atMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, journalDir, log, onStep } = parts;
  const at = rfc3339(atMs);
  log.info({ at }, 'making a copy of what is stored up to this moment');
  const tell = (current: string, share: number) => {
    onStep?.({ current, share });
    log.debug({ at, share }, current);
  };
  await copyPast({
    ...{ store: store.analytics, copy, atMs, signal },
    onStep: (share) => tell(`copying fills up to ${at}`, share),
  });
  const fold = createLifecycleFold({ store: copy, dir: join(journalDir, 'past', 'folds') });
  try {
    for (;;) {
      const cost = await fold.step(signal);
      if (cost === undefined) break;
      tell('folding lifecycles', cost.rangesDone / cost.ranges);
    }
  } finally {
    await fold.close();
  }
  log.info({ at }, 'the copy is complete');
}

/** Does it in one process of all on the same stores; resolves in the others when that one has ended, or failed. */
async function alone(
  parts: PastParts,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { config, control, signal: stop = new AbortController().signal } = parts;
  if (config.clickhouseUrl === undefined) return work(stop);
  const { jobs } = await control();
  const holder = `tidemark serve (pid ${process.pid} on ${hostname()})`;
  const claim = await jobs.claim({ job: name, holder, ttlMs: claimTtlMs });
  if (claim === undefined) return void (await delay(waitMs, undefined, { signal: stop }));
  try {
    await keepingClaim(jobs, claim, { ttlMs: claimTtlMs, stop }, work);
  } finally {
    await jobs.release(claim).catch(() => undefined);
  }
}

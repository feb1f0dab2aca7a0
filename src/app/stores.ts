import { join } from 'node:path';
import { type AlertTerms, alertTermsOf } from '../alerts/terms.ts';
import { keepCold } from '../analytics/cold-storage.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { onLane } from '../analytics/on-lane.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoreFault } from '../analytics/wholeness/mend.ts';
import { findServerFaults } from '../analytics/wholeness/server-faults.ts';
import type { Config } from '../config/config.ts';
import { settingConflicts } from '../config/conflicts.ts';
import type { ControlStore } from '../control/store.ts';
import { type CoverageLedger, createCoverageLedger } from '../coverage/ledger.ts';
import { type BatchStore, type BecomeWriter, createBatchStore } from '../ingest/batch-store.ts';
import { type DriftRow, recordDrift } from '../ingest/drift-record.ts';
import { openJournal } from '../ingest/journal.ts';
import { minuteMs, systemClock } from '../kernel/clock.ts';
import { breakSeal, sealDirectory } from '../kernel/directory-seal.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { createLocalOperations } from '../operate/local-operations.ts';
import type { Operations } from '../operate/operations.ts';
import { version } from '../version.ts';
import { drift } from '../wire/drift.ts';
import { openAuditWatch } from './audit-watch.ts';
import { openSharedWriter } from './shared-writer.ts';
import { inWords, openWholeness, type Wholeness } from './wholeness.ts';

const recordEveryMs = 10_000;

/**
 * Stores drift periodically and on shutdown; logs each new field or value once.
 *
 * @param dir directory of the journal
 * @returns reads the rows, newest first
 */
function keepDrift(dir: string, log: Log, shutdown: Shutdown): () => DriftRow[] {
  function record(): DriftRow[] {
    const { rows, fresh } = recordDrift(dir, drift, systemClock.nowMs());
    for (const { payload, field, value } of fresh) {
      const what = value === undefined ? 'field' : 'value';
      log.warn({ payload, field, value }, `the exchange sends a ${what} that this version does not know`);
    }
    return rows;
  }
  // A full disk must not end the process: counts stay in memory until the next attempt.
  const tryRecord = () => {
    try {
      record();
    } catch (err) {
      log.warn({ err }, 'unknown fields of the exchange could not be recorded; trying again');
    }
  };
  const timer = setInterval(tryRecord, recordEveryMs).unref();
  shutdown.register('drift', () => {
    clearInterval(timer);
    tryRecord();
  });
  return record;
}

/** The store of fills, and the right to write to it. */
export interface FillStore {
  analytics: AnalyticsStore;
  batches: BatchStore;
  /** Shared by all writers of fills, because updating an interval reads it first. */
  ledger: CoverageLedger;
  becomeWriter: BecomeWriter;
  wholeness: Wholeness;
}

/** The stores of a process. Each is opened and migrated to this version at first use. */
export interface Stores {
  /** First completes what a killed import began. */
  fills: () => Promise<FillStore>;
  control: () => Promise<ControlStore>;
  /** Damage of an embedded control store found at open, with the remedy; undefined if none. */
  controlFault: () => string | undefined;
  /** Directory of the import journal, which records batches before they are written. */
  journalDir: string;
  operations: Operations;
  /** Fields and values of the exchange unknown to this version, newest first. */
  drift(): readonly DriftRow[];
  /** Rules and limits of alerts; a server adds cohorts. */
  alerts: AlertTerms;
}

/**
 * The configured stores. Only this module knows both modes: embedded in the data directory, or on servers.
 * @param command name of this command in messages of other processes
 */
export function openStores(config: Config, shutdown: Shutdown, command: string, log: Log): Stores {
  const { dataDir, clickhouseUrl } = config;
  const journalDir = join(dataDir, 'ingest');
  const drift = keepDrift(journalDir, log, shutdown);

  let opened: Pick<FillStore, 'analytics' | 'ledger'> | undefined;
  shutdown.register('analytics store', async () => {
    await opened?.ledger.close();
    await opened?.analytics.close();
  });
  let openedControl: Promise<ControlStore> | undefined;
  const control = () => (openedControl ??= openControlOnce());
  async function openControlOnce(): Promise<ControlStore> {
    const changed = config.postgresUrl === undefined ? breakSeal(join(dataDir, 'control')) : [];
    if (changed.length > 0) {
      controlFault = `${changed.length} files of accounts and keys were changed or damaged, ${changed[0]} first; restore control/ from a backup`;
      log.warn({ changed: changed.slice(0, 20) }, controlFault);
    }
    try {
      return await openControl(config);
    } catch (cause) {
      throw controlFault === undefined ? cause : new Error(controlFault, { cause });
    }
  }
  let controlFault: string | undefined;
  shutdown.register('control store', async () => {
    const store = await openedControl;
    await store?.close();
    if (store !== undefined && config.postgresUrl === undefined) sealDirectory(join(dataDir, 'control'));
  });

  async function openFills(): Promise<FillStore> {
    const analytics = await openEngine(config, undefined, log);
    const ledger = openLedger(analytics, log);
    opened = { analytics, ledger };
    await migrateAnalytics(analytics);
    if (clickhouseUrl !== undefined) await keepCold(analytics, config.coldDays);
    const writer =
      clickhouseUrl === undefined
        ? await openOwnWriter(analytics, { journalDir, isServing: command === 'serve', log })
        : {
            ...openSharedWriter({ analytics, control, journalDir, command, log }),
            wholeness: await openServerWholeness({ analytics, log }),
          };
    return { analytics, ledger, ...writer };
  }
  let openedFills: Promise<FillStore> | undefined;
  const fills = () => (openedFills ??= openFills());

  const alerts = alertTermsOf(config);
  const operations = createLocalOperations({
    fills,
    control,
    alerts,
    journalDir,
    batchFills: config.importBatchFills,
    settingConflicts: settingConflicts(config),
    status: {
      version,
      pid: process.pid,
      command,
      startedAtMs: systemClock.nowMs(),
      ...(clickhouseUrl === undefined && { dataDir }),
    },
  });
  return { fills, control, controlFault: () => controlFault, journalDir, operations, drift, alerts };
}

export function openLedger(analytics: AnalyticsStore, log: Log): CoverageLedger {
  return createCoverageLedger({
    analytics: onLane(analytics, 'live'),
    clock: systemClock,
    onRetry: (err) => log.warn({ err }, 'the coverage ledger could not be written; trying again'),
  });
}

// Engines load on open: each takes about 100 MB and a quarter of a second.

/** @param named database instead of the configured one */
export async function openEngine(config: Config, named?: string, log?: Log): Promise<AnalyticsStore> {
  const { dataDir, clickhouseUrl: url, clickhouseCluster: cluster, clickhouseDatabase } = config;
  if (url === undefined) {
    const { openChdb } = await import('../analytics/chdb.ts');
    return openChdb({
      dir: join(dataDir, 'analytics'),
      ...(named !== undefined && { database: named }),
      onRestored: (paths) =>
        log?.warn({ paths }, "the engine's metadata were damaged and restored from their copy"),
    });
  }
  const database = named ?? clickhouseDatabase;
  if (cluster !== undefined) {
    const { openCluster } = await import('../analytics/cluster/cluster.ts');
    const isReplicated = config.clickhouseReplicated === 1;
    return openCluster({ url, cluster, isReplicated, database });
  }
  const { openClickHouse } = await import('../analytics/clickhouse.ts');
  return openClickHouse({ url, database });
}

async function openControl({ dataDir, postgresUrl: url }: Config): Promise<ControlStore> {
  const store =
    url === undefined
      ? await (await import('../control/pglite.ts')).openPglite({ dir: join(dataDir, 'control') })
      : await (await import('../control/postgres.ts')).openPostgres({ url });
  await store.migrate();
  return store;
}

/** The caller has claimed the data directory, and with it the right to write. First completes what a killed process began. */
async function openOwnWriter(
  analytics: AnalyticsStore,
  { journalDir, isServing, log }: { journalDir: string; isServing: boolean; log: Log },
) {
  const batches = createBatchStore(analytics);
  const journal = openJournal(journalDir, (text) => log.warn(text));
  const wholeness = await openWholeness({ analytics, batches, journal, isServing, log });
  const { signal: lost } = new AbortController();
  return { batches, wholeness, becomeWriter: async () => ({ lost, giveBack: async () => undefined }) };
}

/**
 * Checks a store on servers for faults: now, and every minute while the process serves, because servers restart independently. Repairs
 * nothing, because other processes read and write. A failed check is logged and keeps the earlier result.
 */
export async function openServerWholeness({
  analytics,
  log,
}: {
  analytics: AnalyticsStore;
  log: Log;
}): Promise<Wholeness> {
  let faults: readonly StoreFault[] = [];
  const audit = await openAuditWatch(analytics, log);

  async function look(): Promise<void> {
    try {
      const found = await findServerFaults(analytics);
      const known = new Set(faults.map(({ fault }) => fault));
      for (const fault of found) if (!known.has(fault.fault)) log.warn(fault, 'the store is not whole');
      if (found.length === 0 && faults.length > 0) log.info('the store is whole again');
      faults = found;
    } catch (err) {
      log.warn({ err }, 'cannot check whether the store is whole');
    }
  }

  await look();
  return {
    // Else every process would leave its load balancer at once, because of one part of one table.
    gates: false,
    wasMended: false,
    faults: () => faults,
    check: () => inWords(faults),
    audited: audit.audited,
    auditDifferences: audit.differences,
    async watch(signal) {
      while (!signal.aborted) {
        await pause(minuteMs, signal, { ref: false });
        if (signal.aborted) return;
        await look();
        await audit.look().catch((err: unknown) => log.warn({ err }, 'cannot read the newest audit'));
      }
    },
  };
}

import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { fillDerived } from '../analytics/filling/fill.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import {
  checkedBytes,
  detachDamaged,
  findDamaged,
  storedBytes,
} from '../analytics/wholeness/broken-parts.ts';
import { findFaults, mendStore, type StoreFault } from '../analytics/wholeness/mend.ts';
import type { BatchStore } from '../ingest/batch-store.ts';
import type { Journal } from '../ingest/journal.ts';
import { recoverBatches, writersTurn } from '../ingest/recover.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import { openAuditWatch } from './audit-watch.ts';

/** Integrity of the fill store, as checked at open and since. */
export interface Wholeness {
  /** True, or the faults with their remedies. */
  check(): true | string;
  faults(): readonly StoreFault[];
  /** Findings of the newest audit; true if there are none. */
  audited(): true | string;
  /** Number of differing values in the newest audit; undefined before the first. */
  auditDifferences(): number | undefined;
  /** Whether faults make the process unready. */
  readonly gates: boolean;
  /** Damage found at open was repaired or set aside; earlier knowledge of the store may be wrong. */
  readonly wasMended: boolean;
  /** Repeats the check until the signal aborts: a repair shows within a minute. Never rejects. */
  watch(signal: AbortSignal): Promise<void>;
}

const lookMs = 5_000;

/**
 * Prepares a store owned by this process: completes what a killed process began, sets damaged parts aside, and backfills incomplete derived
 * tables. Logs every finding at warn.
 *
 * @param parts.isServing true: the process fills derived tables in the background; false: fills them now
 * @throws AnalyticsError if the engine fails
 */
export async function openWholeness(parts: {
  analytics: AnalyticsStore;
  batches: BatchStore;
  journal: Journal;
  isServing: boolean;
  log: Log;
}): Promise<Wholeness> {
  const { analytics, batches, journal, isServing, log } = parts;
  const isLarge = (await storedBytes(analytics)) > checkedBytes;
  const damaged = isLarge ? 0 : await setAside(parts);
  const completed = await recoverBatches(batches, journal);
  if (completed > 0)
    log.warn({ batches: completed }, 'batches that a killed process had begun were completed');
  const mended = await mendStore(analytics);
  for (const fault of mended) log.warn(fault, 'the store was not whole');
  if (mended.length > 0) await fillNow();
  let faults = await findFaults(analytics);
  for (const fault of faults) log.warn(fault, 'the store is not whole');

  /** Imports need the copy by time: without it they do not find the stored fills. */
  async function fillNow(): Promise<void> {
    const byTime = derivedTables.find(({ table }) => table === 'fills_by_time')!;
    const isThere = stateOf(byTime, await storedComments(analytics)).state === 'complete';
    if (isServing && isThere) return;
    await fillDerived({
      store: analytics,
      tables: derivedTables,
      inTurn: (work) => writersTurn(batches, journal, work),
      signal: new AbortController().signal,
      onComplete: (table) => log.info({ table }, 'a derived table is complete'),
      ...(isServing && { only: new Set([byTime.table]) }),
    });
  }

  const audit = await openAuditWatch(analytics, log);

  async function look(): Promise<void> {
    const found = await findFaults(analytics);
    if (found.length === 0) log.info('the store is whole again');
    faults = [...found, ...faults.filter(({ fault }) => fault === untilStart)];
  }

  async function checkContent(signal: AbortSignal): Promise<void> {
    const damaged = await findDamaged(analytics, signal);
    for (const { table, part, reason } of damaged) {
      log.warn({ table, part, reason }, 'a part of a table is damaged');
      faults = [...faults, { table, fault: untilStart, remedy: 'restart to repair or name it' }];
    }
  }

  return {
    gates: true,
    wasMended: damaged + mended.length > 0,
    faults: () => faults,
    audited: audit.audited,
    check: () => inWords(faults),
    auditDifferences: audit.differences,
    async watch(signal) {
      try {
        if (isLarge) await checkContent(signal);
      } catch (err) {
        if (!signal.aborted) log.error({ err }, 'the parts of the store cannot be checked');
      }
      while (!signal.aborted) {
        await pause(lookMs, signal, { ref: false });
        if (signal.aborted) return;
        try {
          await audit.look();
          if (faults.length > 0) await look();
        } catch (err) {
          if (!signal.aborted) log.error({ err }, 'cannot check whether the store is whole');
        }
      }
    },
  };
}

/** @returns true if there are no faults */
export function inWords(faults: readonly StoreFault[]): true | string {
  if (faults.length === 0) return true;
  return faults.map(({ table, fault, remedy }) => `${table}: ${fault}; ${remedy}`).join('. ');
}

const untilStart = 'a part of it is damaged';

/** Sets aside parts that fail their checksums, before anything reads them: a wrong index silently omits rows. @returns number of parts */
async function setAside({ analytics, log }: { analytics: AnalyticsStore; log: Log }): Promise<number> {
  const damaged = await findDamaged(analytics);
  for (const { table, part, reason } of damaged)
    log.warn({ table, part, reason }, 'a part of a table is damaged');
  await detachDamaged(analytics, damaged);
  return damaged.length;
}

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

/** Whether the store of fills is whole, as it was found at its open and looks now. */
export interface Wholeness {
  /** True, or what is not whole and what to do. */
  check(): true | string;
  /** What is not whole now. */
  faults(): readonly StoreFault[];
  /** What the newest audit found, in words; true where that was nothing. */
  audited(): true | string;
  /** Values that it found; undefined before the first audit. */
  auditDifferences(): number | undefined;
  /** Whether a process whose store is not whole is not ready. */
  readonly gates: boolean;
  /** What was not whole when it was opened, and has been put right or set aside: what was known of the store before may be wrong. */
  readonly wasMended: boolean;
  /** Looks again until the signal aborts: a remedy shows within a minute. Never rejects. */
  watch(signal: AbortSignal): Promise<void>;
}

const lookMs = 5_000;

/**
 * Brings a store that belongs to this process to where it may be used: what a killed process began is finished, what is damaged is set
 * aside, and what follows from fills is backfilled where it is not whole. Everything that was found is logged at warn.
 *
 * @param parts.isServing the process fills tables beside what it does; else they are filled now
 * @throws AnalyticsError where the engine fails
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
  await recoverBatches(batches, journal);
  const mended = await mendStore(analytics);
  for (const fault of mended) log.warn(fault, 'the store was not whole');
  if (mended.length > 0) await fillNow();
  let faults = await findFaults(analytics);
  for (const fault of faults) log.warn(fault, 'the store is not whole');

  /** Without the copy by time nothing can be imported: stored fills would not be found. */
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
      faults = [...faults, { table, fault: untilStart, remedy: 'start again, which mends or names it' }];
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
          if (!signal.aborted) log.error({ err }, 'cannot look whether the store is whole');
        }
      }
    },
  };
}

/** @returns true where there is none */
export function inWords(faults: readonly StoreFault[]): true | string {
  if (faults.length === 0) return true;
  return faults.map(({ table, fault, remedy }) => `${table}: ${fault}; ${remedy}`).join('. ');
}

const untilStart = 'a part of it is damaged';

/** What differs from its checksums, before anything reads it: a wrong index leaves rows out, and says nothing. @returns how many parts */
async function setAside({ analytics, log }: { analytics: AnalyticsStore; log: Log }): Promise<number> {
  const damaged = await findDamaged(analytics);
  for (const { table, part, reason } of damaged)
    log.warn({ table, part, reason }, 'a part of a table is damaged');
  await detachDamaged(analytics, damaged);
  return damaged.length;
}

import type { ControlStore } from '../control/store.ts';
import { type Clock, dayMs, utcDate } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';

/** Requests of one account in one period, as this process knows them. */
export interface UsageCounter {
  readonly key: string;
  readonly accountId: string;
  /** Name of a quota period. */
  readonly period: string;
  /** All known requests: stored and not yet written. */
  count: number;
  /** Counted here and not written; negative if more was uncounted since the last flush than counted. */
  pending: number;
  sending: number;
}

export interface UsageLedgerOptions {
  control: Pick<ControlStore, 'readUsage' | 'addUsage' | 'forgetUsage'>;
  clock: Clock;
  /** Flush interval; default 700. A killed process loses its counts since the last flush, at most one second's. */
  flushMs?: number;
  /** Receives write errors: the counts are kept and written later. */
  onFault?: (error: unknown) => void;
}

const batchRows = 1_000;
/** Retention of periods, for usage reports. */
const keptDays = 400;

/**
 * Counts that survive a restart: read from the control store at an account's first request, added to it every
 * second and on close. Each write returns the store's total, which includes the counts of other processes.
 * A write whose answer is lost is repeated and counts twice: this never raises a quota.
 */
export function createUsageLedger(options: UsageLedgerOptions) {
  const { control, clock, flushMs = 700, onFault = () => {} } = options;
  const unwritten = new Map<string, UsageCounter>();
  /** Flushes pending counts. @throws whatever the store throws; no count is lost */
  const flushing = singleFlight(writeAll);
  let tidied = false;

  async function write(batch: UsageCounter[]): Promise<void> {
    for (const counter of batch) {
      counter.sending = counter.pending;
      counter.pending = 0;
    }
    try {
      const counts = await control.addUsage(
        batch.map(({ accountId, period, sending }) => ({ accountId, period, requests: sending })),
      );
      for (const [i, counter] of batch.entries()) {
        counter.sending = 0;
        counter.count = counts[i]! + counter.pending;
        if (counter.pending <= 0) unwritten.delete(counter.key);
      }
    } catch (error) {
      for (const counter of batch) {
        counter.pending += counter.sending;
        counter.sending = 0;
      }
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    if (!tidied) {
      await control.forgetUsage(utcDate(clock.nowMs() - keptDays * dayMs));
      tidied = true;
    }
    // Sorted, so that two processes writing the same rows cannot deadlock.
    const due = [...unwritten.values()].filter(isDue).sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let at = 0; at < due.length; at += batchRows) await write(due.slice(at, at + batchRows));
  }

  /** Negative pending counts are dropped from the write and offset later counts: the store's counts never shrink. */
  function isDue(counter: UsageCounter): boolean {
    if (counter.pending <= 0) unwritten.delete(counter.key);
    return counter.pending > 0;
  }

  const timer = setInterval(() => {
    if (unwritten.size > 0 && !flushing.isRunning) flushing.run().catch(onFault);
  }, flushMs);
  timer.unref();

  return {
    /** The counters of an account for some periods, in their order. @throws whatever the store throws */
    async load(accountId: string, periods: readonly string[]): Promise<UsageCounter[]> {
      const known = periods.map((period) => unwritten.get(keyOf(accountId, period)));
      const missing = periods.filter((_, i) => known[i] === undefined);
      const counts = missing.length === 0 ? [] : await control.readUsage(accountId, missing);
      return periods.map((period, i) => {
        const count = counts[missing.indexOf(period)] ?? 0;
        const fresh = { key: keyOf(accountId, period), accountId, period, count, pending: 0, sending: 0 };
        return known[i] ?? fresh;
      });
    },
    count(counter: UsageCounter): void {
      counter.count += 1;
      counter.pending += 1;
      if (counter.pending === 1) unwritten.set(counter.key, counter);
    },
    uncount(counter: UsageCounter): void {
      counter.count -= 1;
      counter.pending -= 1;
    },
    flush: flushing.runNext,
    /** Flushes the remaining counts and stops. @throws whatever the store throws */
    async close(): Promise<void> {
      clearInterval(timer);
      await flushing.runNext();
    },
  };
}

export function isWritten({ pending, sending }: UsageCounter): boolean {
  return pending <= 0 && sending === 0;
}

function keyOf(accountId: string, period: string): string {
  return `${accountId} ${period}`;
}

import type { ControlStore } from '../control/store.ts';
import { type Clock, dayMs, utcDate } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';

/** Requests of one account in one period, as this process knows them. */
export interface UsageCounter {
  readonly key: string;
  readonly accountId: string;
  /** Name of a quota period. */
  readonly period: string;
  /** All that are known: those in the store and those not written yet. */
  count: number;
  /** Counted here and not written; below 0 where more was taken back since the last writing than counted. */
  pending: number;
  /** Being written. */
  sending: number;
}

export interface UsageLedgerOptions {
  control: Pick<ControlStore, 'readUsage' | 'addUsage' | 'forgetUsage'>;
  clock: Clock;
  /** How often counts are written; 700. A process that is killed loses what it counted since, a second's at most. */
  flushMs?: number;
  /** Gets faults of writing: the counts are kept and written later. */
  onFault?: (error: unknown) => void;
}

/** Rows of one statement. */
const batchRows = 1_000;
/** Periods are kept this long, for readers of an account's usage. */
const keptDays = 400;

/**
 * Counts that survive a restart: read from the control store at an account's first request, added to it every
 * second and on close. Adding, and reading back what it came to, also brings in what other processes counted.
 * A write whose answer is lost is repeated and counts twice: a quota never lets through more for it.
 */
export function createUsageLedger(options: UsageLedgerOptions) {
  const { control, clock, flushMs = 700, onFault = () => {} } = options;
  /** Every counter that the store is behind of, by key. */
  const unwritten = new Map<string, UsageCounter>();
  /** Writes what was counted until now. @throws whatever the store throws; nothing is lost by it */
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
    // In one order everywhere, so that two processes that write the same rows never wait for each other in a ring.
    const due = [...unwritten.values()].filter(isDue).sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let at = 0; at < due.length; at += batchRows) await write(due.slice(at, at + batchRows));
  }

  /** What was taken back is made up for by what is counted next: the store's counts never shrink. */
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
    /** Counts one request. */
    count(counter: UsageCounter): void {
      counter.count += 1;
      counter.pending += 1;
      if (counter.pending === 1) unwritten.set(counter.key, counter);
    },
    /** Takes back one request that was counted. */
    uncount(counter: UsageCounter): void {
      counter.count -= 1;
      counter.pending -= 1;
    },
    flush: flushing.runNext,
    /** Writes what is left and stops. @throws whatever the store throws */
    async close(): Promise<void> {
      clearInterval(timer);
      await flushing.runNext();
    },
  };
}

/** True where the store has all that was counted. */
export function isWritten({ pending, sending }: UsageCounter): boolean {
  return pending <= 0 && sending === 0;
}

function keyOf(accountId: string, period: string): string {
  return `${accountId} ${period}`;
}

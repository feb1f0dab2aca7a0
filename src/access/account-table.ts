import type { ControlStore } from '../control/store.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import { keyedFlights } from '../kernel/single-flight.ts';
import { isWithin } from '../kernel/span.ts';
import { type AccountLimits, type Moment, newAccountLimits } from './account-limits.ts';
import { dayOf, monthOf } from './quota-period.ts';
import { createUsageLedger, isWritten } from './usage-ledger.ts';

export interface AccountTableOptions {
  control: Pick<ControlStore, 'readUsage' | 'addUsage' | 'forgetUsage'>;
  /** Clock for days and months. */
  clock: Clock;
  /** Monotonic milliseconds: refills the buckets. */
  elapsedMs: () => number;
  /** Maximum accounts in memory; accounts idle for a minute are evicted, further accounts refused. */
  accountLimit?: number;
  /** Concurrent reads of counts; further accounts are refused. */
  loadLimit?: number;
  flushMs?: number;
  /** Receives errors that fail no request (counts that could not be written yet). */
  onFault?: (error: unknown) => void;
}

interface AccountHooks<A> {
  newAccount: (limits: AccountLimits) => A;
  /** False while the account is in use, however old its last request is. */
  isIdle?: (account: A) => boolean;
  /** Called when a new day or month has begun for an account. */
  onPeriod?: (account: A) => void;
}

/**
 * Recently seen accounts with their counts of the current day and month: read from the control store
 * at an account's first request and written back by the ledger.
 */
export function createAccountTable<A extends AccountLimits>(options: AccountTableOptions & AccountHooks<A>) {
  const { clock, elapsedMs, accountLimit = 100_000, loadLimit = 256, isIdle, onPeriod } = options;
  const ledger = createUsageLedger(options);
  const accounts = new Map<string, A>();
  const loads = keyedFlights<void>();
  let day = dayOf(clock.nowMs());
  let month = monthOf(clock.nowMs());
  let sweptMs = Number.NEGATIVE_INFINITY;

  /** Now, on both clocks; the periods are the same objects for as long as they last. */
  function moment(): Moment {
    const nowMs = clock.nowMs();
    if (!isWithin(day, nowMs)) {
      day = dayOf(nowMs);
      month = monthOf(nowMs);
    }
    return { nowMs, atMs: Math.floor(elapsedMs()), day, month };
  }

  /** The account with its current counts; undefined if they must be read first. */
  function find(accountId: string, { day, month }: Moment): A | undefined {
    const account = accounts.get(accountId);
    const current = account?.day.period === day.name && account.month.period === month.name;
    return current ? account : undefined;
  }

  function sweep(): void {
    const atMs = Math.floor(elapsedMs());
    sweptMs = atMs;
    for (const [id, account] of accounts) {
      const { minute, day: today, month: thisMonth } = account;
      const written = isWritten(today) && isWritten(thisMonth);
      if (written && atMs - minute.atMs >= minuteMs && isIdle?.(account) !== false) accounts.delete(id);
    }
  }

  function makeRoom(): void {
    if (accounts.size < accountLimit) return;
    // At most once a second: a full scan per request would cost more than it frees.
    if (elapsedMs() - sweptMs >= 1_000) sweep();
    if (accounts.size >= accountLimit) throw new Error(`${accountLimit} accounts are active at once`);
  }

  async function read(accountId: string): Promise<void> {
    const { day, month, atMs } = moment();
    if (!accounts.has(accountId)) makeRoom();
    const [today, thisMonth] = await ledger.load(accountId, [day.name, month.name]);
    const account = accounts.get(accountId);
    if (account === undefined) {
      accounts.set(accountId, options.newAccount(newAccountLimits(today!, thisMonth!, atMs)));
      return;
    }
    account.day = today!;
    // Keeps the month counter if only the day changed: requests may have been counted during the read.
    if (account.month.period !== thisMonth!.period) account.month = thisMonth!;
    onPeriod?.(account);
  }

  /**
   * Reads the counts of an account: one read for all requests waiting for it.
   * @throws whatever the store throws, and Error if a bound is reached
   */
  function load(accountId: string): Promise<void> {
    if (loads.size >= loadLimit && loads.get(accountId) === undefined)
      return Promise.reject(new Error(`${loadLimit} reads of counts are in progress`));
    return loads.run(accountId, () => read(accountId));
  }

  const timer = setInterval(sweep, minuteMs);
  timer.unref();

  return {
    moment,
    find,
    load,
    sweep,
    size: () => accounts.size,
    count(account: A): void {
      ledger.count(account.day);
      ledger.count(account.month);
    },
    uncount(account: A): void {
      ledger.uncount(account.day);
      ledger.uncount(account.month);
    },
    flush: () => ledger.flush(),
    /** Flushes the remaining counts and stops. @throws whatever the store throws */
    async close(): Promise<void> {
      clearInterval(timer);
      await ledger.close();
    },
  };
}

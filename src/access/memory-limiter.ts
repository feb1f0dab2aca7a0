import type { ControlStore } from '../control/store.ts';
import { type Clock, minuteMs, monotonicMs } from '../kernel/clock.ts';
import { type AccountLimits, decide, newAccountLimits } from './account-limits.ts';
import { createAddressLimiter } from './address-limiter.ts';
import type { Caller } from './caller.ts';
import { createLimitHeaders } from './limit-headers.ts';
import { limitsUnavailable } from './limit-problem.ts';
import type { LimitDecision, LimitedRoute, Limiter } from './limiter.ts';
import { dayOf, holds, monthOf } from './quota-period.ts';
import { createUsageLedger } from './usage-ledger.ts';

export interface MemoryLimiterOptions {
  control: Pick<ControlStore, 'readUsage' | 'addUsage' | 'forgetUsage'>;
  /** The real time, which days and months follow, also where the data served are of another day. */
  clock: Clock;
  /** Milliseconds that only go forward: refills the buckets, whatever the clock does. */
  elapsedMs?: () => number;
  /** Accounts in memory; one that was idle for a minute makes room, and more at once get 503. */
  accountLimit?: number;
  /** Reads of counts under way at once; further accounts get 503. */
  loadLimit?: number;
  /** Calls without a valid key per minute and address. */
  anonymousRatePerMinute?: number;
  /** How often counts are written. */
  flushMs?: number;
  /** Gets faults that cost no request its answer (counts that could not be written yet). */
  onFault?: (error: unknown) => void;
}

export interface MemoryLimiter extends Limiter {
  /** Writes the counts of day and month. @throws whatever the store throws; they are kept then */
  flush(): Promise<void>;
  /** Lets go of accounts idle for a minute: their buckets are full, their counts written. */
  sweep(): void;
  /** Accounts in memory. */
  accounts(): number;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

/** A day or month may end while its counts are read, once. */
const loadTries = 3;

/**
 * The limits of settled details §3, counted in this process: minute buckets in memory, the counts of day and month
 * also in the control store, from which an account's first request reads them.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { clock, elapsedMs = monotonicMs, accountLimit = 100_000, loadLimit = 256 } = options;
  const { anonymousRatePerMinute } = options;
  const ledger = createUsageLedger(options);
  const limitHeaders = createLimitHeaders();
  const addresses = createAddressLimiter({
    clock,
    elapsedMs,
    ...(anonymousRatePerMinute !== undefined && { ratePerMinute: anonymousRatePerMinute }),
  });
  const accounts = new Map<string, AccountLimits>();
  const loads = new Map<string, Promise<void>>();
  let day = dayOf(clock.nowMs());
  let month = monthOf(clock.nowMs());
  let sweptMs = Number.NEGATIVE_INFINITY;

  function followClock(nowMs: number): void {
    if (holds(day, nowMs)) return;
    day = dayOf(nowMs);
    month = monthOf(nowMs);
  }

  function sweep(): void {
    const atMs = Math.floor(elapsedMs());
    sweptMs = atMs;
    for (const [id, { minute, day: today, month: thisMonth }] of accounts) {
      const written = today.pending + today.sending + thisMonth.pending + thisMonth.sending === 0;
      if (written && atMs - minute.atMs >= minuteMs) accounts.delete(id);
    }
  }

  function makeRoom(): void {
    if (accounts.size < accountLimit) return;
    // Once a second: looking through all of them for each request would cost more than it frees.
    if (elapsedMs() - sweptMs >= 1_000) sweep();
    if (accounts.size >= accountLimit) throw new Error(`${accountLimit} accounts are active at once`);
  }

  async function load(accountId: string): Promise<void> {
    followClock(clock.nowMs());
    const known = accounts.get(accountId);
    if (known === undefined) makeRoom();
    const [today, thisMonth] = await ledger.load(accountId, [day.name, month.name]);
    const account = accounts.get(accountId);
    if (account === undefined) {
      accounts.set(accountId, newAccountLimits(today!, thisMonth!, Math.floor(elapsedMs())));
      return;
    }
    account.day = today!;
    // The month goes on where only the day has changed, with whatever was counted while this was read.
    if (account.month.period !== thisMonth!.period) account.month = thisMonth!;
  }

  /** One read per account at a time, however many requests wait for it. */
  function loaded(accountId: string): Promise<void> {
    const running = loads.get(accountId);
    if (running !== undefined) return running;
    if (loads.size >= loadLimit)
      return Promise.reject(new Error(`${loadLimit} reads of counts are under way`));
    const started = load(accountId).finally(() => loads.delete(accountId));
    loads.set(accountId, started);
    return started;
  }

  function tryTake(caller: Caller, route: LimitedRoute): LimitDecision | undefined {
    const nowMs = clock.nowMs();
    followClock(nowMs);
    const account = accounts.get(caller.accountId);
    if (account === undefined || account.day.period !== day.name || account.month.period !== month.name) {
      return undefined;
    }
    const moment = { nowMs, atMs: Math.floor(elapsedMs()), day, month };
    const state = decide(account, caller.tier, route, moment, () => {
      ledger.count(account.day);
      ledger.count(account.month);
    });
    const headers = limitHeaders(caller.tier, state, day, month, nowMs);
    return state.refusal === undefined ? { headers } : { headers, refusal: state.refusal };
  }

  const timer = setInterval(sweep, minuteMs);
  timer.unref();

  return {
    tryTake,
    async take(caller, route) {
      for (let tries = 0; tries < loadTries; tries++) {
        const decision = tryTake(caller, route);
        if (decision !== undefined) return decision;
        await loaded(caller.accountId).catch((error: unknown) => {
          throw limitsUnavailable(error);
        });
      }
      const decision = tryTake(caller, route);
      if (decision === undefined) throw limitsUnavailable('the day ended while its counts were read');
      return decision;
    },
    takeAnonymous: (remoteAddress) => addresses.take(remoteAddress),
    flush: () => ledger.flush(),
    sweep,
    accounts: () => accounts.size,
    async close() {
      clearInterval(timer);
      await ledger.close();
    },
  };
}

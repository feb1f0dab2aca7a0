import { monotonicMs } from '../kernel/clock.ts';
import { type AccountLimits, decide, uncharge } from './account-limits.ts';
import { type AccountTableOptions, createAccountTable } from './account-table.ts';
import { createAddressLimiter } from './address-limiter.ts';
import type { Caller } from './caller.ts';
import { createLimitHeaders } from './limit-headers.ts';
import { limitsUnavailable } from './limit-problem.ts';
import type { CountingLimiter, LimitDecision, LimitedRoute } from './limiter.ts';

export interface MemoryLimiterOptions extends Omit<AccountTableOptions, 'elapsedMs'> {
  elapsedMs?: () => number;
  /** Calls without a valid key per minute and address. */
  anonymousRatePerMinute?: number;
}

/** A day or month may end while its counts are read. */
const loadTries = 3;

/**
 * Rate limits (docs/contract.md#counting-requests), counted in this process: minute buckets in memory.
 * Day and month counts are also in the control store; an account's first request reads them from there.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions): CountingLimiter {
  const { clock, elapsedMs = monotonicMs, anonymousRatePerMinute } = options;
  const table = createAccountTable<AccountLimits>({ ...options, elapsedMs, newAccount: (limits) => limits });
  const limitHeaders = createLimitHeaders();
  const addresses = createAddressLimiter({
    clock,
    elapsedMs,
    ...(anonymousRatePerMinute !== undefined && { ratePerMinute: anonymousRatePerMinute }),
  });

  function tryTake(caller: Caller, route: LimitedRoute): LimitDecision | undefined {
    const moment = table.moment();
    const account = table.find(caller.accountId, moment);
    if (account === undefined) return undefined;
    const state = decide(account, caller, route, moment, () => table.count(account));
    const headers = limitHeaders(caller, state, moment.day, moment.month, moment.nowMs);
    return state.refusal === undefined ? { headers, day: moment.day } : { headers, refusal: state.refusal };
  }

  return {
    tryTake,
    async take(caller, route) {
      for (let tries = 0; tries < loadTries; tries++) {
        const decision = tryTake(caller, route);
        if (decision !== undefined) return decision;
        await table.load(caller.accountId).catch((error: unknown) => {
          throw limitsUnavailable(error);
        });
      }
      const decision = tryTake(caller, route);
      if (decision === undefined) throw limitsUnavailable('the day ended while its counts were read');
      return decision;
    },
    giveBack(caller, route, { day }) {
      const moment = table.moment();
      const account = table.find(caller.accountId, moment);
      if (account === undefined || day !== moment.day) return;
      uncharge(account, caller, route);
      table.uncount(account);
    },
    takeAnonymous: (remoteAddress) => addresses.take(remoteAddress),
    flush: table.flush,
    sweep: table.sweep,
    accounts: table.size,
    close: table.close,
  };
}

import type { TierLimits } from '../../domain/tier.ts';
import { type Clock, monotonicMs } from '../../kernel/clock.ts';
import { type Decided, decide, decideRefusal, type Moment, uncharge } from '../account-limits.ts';
import { type AccountTableOptions, createAccountTable } from '../account-table.ts';
import { createAddressLimiter } from '../address-limiter.ts';
import type { Caller } from '../caller.ts';
import { createLimitHeaders } from '../limit-headers.ts';
import { limitsUnavailable } from '../limit-problem.ts';
import type { CountingLimiter, LimitDecision } from '../limiter.ts';
import {
  type Asker,
  beginPeriod,
  covers,
  leaseKind,
  leaseMs,
  newRedisAccount,
  owe,
  type RedisAccount,
  returnToken,
} from './account.ts';
import type { RedisLink } from './link.ts';
import { createRedisQuestions } from './questions.ts';
import { createRedisQueue } from './queue.ts';

const part = 4;

/**
 * The documented stricter limits while Redis is down: each process admits a quarter of the rates, so four processes
 * together admit one account's rates; day and month quotas stay. One object per set of limits, because headers are
 * cached by it.
 */
function createFallbackLimits(): (caller: Caller) => Caller {
  const made = new WeakMap<Readonly<TierLimits>, Readonly<TierLimits>>();
  const partOf = (rate: number) => Math.max(1, Math.floor(rate / part));
  return (caller) => {
    const { limits } = caller;
    let strict = made.get(limits);
    if (strict === undefined) {
      const ratePerMinute = partOf(limits.ratePerMinute);
      strict = { ...limits, ratePerMinute, routeRatePerMinute: partOf(limits.routeRatePerMinute) };
      made.set(limits, strict);
    }
    return { ...caller, limits: strict };
  };
}

export interface RedisLimiterOptions extends Omit<AccountTableOptions, 'elapsedMs'> {
  link: RedisLink;
  /** Clock for days and months until Redis has returned its own time. */
  clock: Clock;
  elapsedMs?: () => number;
  /** Requests of one account that may wait for Redis; further requests get 503. */
  waitLimit?: number;
  /** Calls without a valid key per minute and address; counted in this process only. */
  anonymousRatePerMinute?: number;
  /** Replaces Redis' own clock; for tests. */
  redisNowMs?: () => number;
}

/** A day or month may end, or the Redis clock may step, while counts are read. */
const tries = 3;
/** Smaller leases are not renewed before they are used up. */
const renewedSize = 4;

/**
 * Rate limits (docs/contract.md#counting-requests), counted in Redis for any number of processes. One
 * call charges all limits of an account. Under load the call also takes a few tokens ahead of time
 * (a lease), from which `tryTake` answers without a round trip. The Redis clock refills the buckets and
 * determines the day, regardless of the process clocks.
 *
 * Day and month counts are also written to the control store, which is a floor for the Redis counts: after Redis lost
 * its data, counting resumes at the stored counts. While Redis is down, each process admits a quarter of the rates.
 *
 * Closing the limiter leaves the link open.
 */
export function createRedisLimiter(options: RedisLimiterOptions): CountingLimiter {
  const { link, elapsedMs = monotonicMs, waitLimit = 1_000, anonymousRatePerMinute } = options;
  const clock = createRedisClock(options.clock, elapsedMs);
  const table = createAccountTable<RedisAccount>({
    ...options,
    clock,
    elapsedMs,
    newAccount: newRedisAccount,
    isIdle: ({ waiting, asking }) => waiting.length === 0 && !asking,
    onPeriod: beginPeriod,
  });
  const { moment } = table;
  const questions = createRedisQuestions({ link, moment, onTime: clock.set, redisNowMs: options.redisNowMs });
  const queue = createRedisQueue({
    decideFirst,
    giveBack: questions.giveBack,
    atMs: () => moment().atMs,
    waitLimit,
  });
  const limitHeaders = createLimitHeaders();
  const addresses = createAddressLimiter({
    clock,
    elapsedMs,
    ...(anonymousRatePerMinute !== undefined && { ratePerMinute: anonymousRatePerMinute }),
  });
  const fallback = createFallbackLimits();

  function reported(caller: Caller, { day, month, nowMs }: Moment, state: Decided): LimitDecision {
    const headers = limitHeaders(caller, state, day, month, nowMs);
    return state.refusal === undefined ? { headers, day } : { headers, refusal: state.refusal };
  }

  function admit(account: RedisAccount): void {
    account.view.day.count += 1;
    account.view.month.count += 1;
    table.count(account);
  }

  /** Decides without Redis: from a lease, or from a refusal that the last answer made certain. */
  function decideHere(account: RedisAccount, asker: Asker, now: Moment): LimitDecision | undefined {
    const { caller, route } = asker;
    const lease = account.leases.get(leaseKind(route));
    if (covers(lease, now.atMs)) {
      const state = decide(account.view, caller, route, now, () => {
        lease.left -= 1;
        admit(account);
      });
      // Renews at half use, so that no request waits for the next tokens.
      if (lease.size >= renewedSize && lease.left * 2 <= lease.size && !account.asking) {
        queue.start(account, () => questions.renew(account, asker));
      }
      return reported(caller, now, state);
    }
    // Other processes may have released tokens since: no refusal outlives a lease.
    if (now.atMs - account.answeredMs >= leaseMs) return undefined;
    const state = decideRefusal(account.view, caller, route, now);
    return state && reported(caller, now, state);
  }

  function decideWithoutRedis(account: RedisAccount, { caller, route }: Asker, now: Moment): LimitDecision {
    const { view, day, month } = account;
    view.day.count = Math.max(view.day.count, day.count);
    view.month.count = Math.max(view.month.count, month.count);
    const strict = fallback(caller);
    const state = decide(view, strict, route, now, () => {
      admit(account);
      owe(account, caller, route, now.atMs);
    });
    // Redis has not counted this request, so there is nothing to release there.
    return { ...reported(strict, now, state), day: undefined };
  }

  function tryTake(account: RedisAccount, asker: Asker, now: Moment): LimitDecision | undefined {
    if (!link.up()) return decideWithoutRedis(account, asker, now);
    if (account.waiting.length > 0 || account.givingBack) return undefined;
    return decideHere(account, asker, now);
  }

  /** The account with its counts of the current day. @throws Problem 503 */
  async function loaded(accountId: string): Promise<RedisAccount> {
    for (let i = 0; i < tries; i++) {
      const account = table.find(accountId, moment());
      if (account !== undefined) return account;
      await table.load(accountId).catch((error: unknown) => {
        throw limitsUnavailable(error);
      });
    }
    const account = table.find(accountId, moment());
    if (account === undefined) throw limitsUnavailable('the day ended while its counts were read');
    return account;
  }

  async function decideFirst({ id, waiting }: RedisAccount): Promise<LimitDecision> {
    const asker = waiting[0]!;
    const kind = leaseKind(asker.route);
    for (let i = 0; i < tries; i++) {
      const account = await loaded(id);
      const here = link.up() ? decideHere(account, asker, moment()) : undefined;
      if (here !== undefined) return here;
      const need = waiting.filter(({ route }) => leaseKind(route) === kind).length;
      const params = await questions.ask(account, asker, need);
      if (params === 'none') return decideWithoutRedis(account, asker, moment());
    }
    throw limitsUnavailable('the clocks of Redis and this process differ');
  }

  return {
    shared: link,
    tryTake(caller, route) {
      const now = moment();
      const account = table.find(caller.accountId, now);
      return account && tryTake(account, { caller, route }, now);
    },
    async take(caller, route) {
      const account = await loaded(caller.accountId);
      return tryTake(account, { caller, route }, moment()) ?? queue.wait(account, { caller, route });
    },
    giveBack(caller, route, { day }) {
      const now = moment();
      const account = table.find(caller.accountId, now);
      if (account === undefined || day !== now.day) return;
      uncharge(account.view, caller, route);
      account.view.day.count -= 1;
      account.view.month.count -= 1;
      table.uncount(account);
      returnToken(account, { caller, route }, now.atMs);
      queue.hold(account);
    },
    takeAnonymous: (remoteAddress) => addresses.take(remoteAddress),
    flush: table.flush,
    sweep: table.sweep,
    accounts: table.size,
    async close() {
      await queue.close();
      await table.close();
    },
  };
}

/** Redis time, extrapolated by this process's monotonic clock; the process's own clock until the first answer. */
function createRedisClock(own: Clock, elapsedMs: () => number) {
  let offsetMs: number | undefined;
  return {
    nowMs: () => (offsetMs === undefined ? own.nowMs() : Math.floor(offsetMs + elapsedMs())),
    set(nowMs: number): void {
      offsetMs = nowMs - elapsedMs();
    },
  };
}

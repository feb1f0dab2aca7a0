import type { Caller } from './caller.ts';
import type { BucketState, LimitState } from './limit-headers.ts';
import { dayRefusal, minuteRefusal, monthRefusal, routeRefusal } from './limit-problem.ts';
import type { LimitedRoute } from './limiter.ts';
import type { QuotaPeriod } from './quota-period.ts';
import {
  giveBackTokens,
  newBucket,
  nextTokenMs,
  refill,
  type TokenBucket,
  takeTokens,
  tokensLeft,
  waitMs,
} from './token-bucket.ts';
import type { UsageCounter } from './usage-ledger.ts';

export interface AccountState {
  minute: TokenBucket;
  /** By endpoint id; only routes with a limit of their own. */
  routes: Map<string, TokenBucket>;
  day: { count: number };
  month: { count: number };
}

export interface AccountLimits extends AccountState {
  day: UsageCounter;
  month: UsageCounter;
}

export interface Moment {
  /** Unix milliseconds. */
  nowMs: number;
  /** Whole milliseconds of a monotonic clock: refills buckets. */
  atMs: number;
  day: QuotaPeriod;
  month: QuotaPeriod;
}

export function newAccountLimits(day: UsageCounter, month: UsageCounter, atMs: number): AccountLimits {
  return { minute: newBucket(atMs), routes: new Map(), day, month };
}

export type Decided = LimitState & { refusal: Error | undefined };

/**
 * Decides one request: every limit is asked before any is charged, so that a refusal consumes nothing
 * (docs/contract.md#counting-requests). Of several refusals the one that lasts longest is reported: after
 * it, all have passed.
 *
 * @param count called once if the request is admitted
 */
export function decide(
  account: AccountState,
  caller: Caller,
  route: LimitedRoute,
  moment: Moment,
  count: () => void,
): Decided {
  const met = meet(account, caller, route, moment);
  const refusal = refusalOf(account, caller, moment, met);
  if (refusal === undefined) {
    const { ratePerMinute, routeRatePerMinute } = caller.limits;
    takeTokens(account.minute, ratePerMinute, route.cost);
    met.minuteMs = waitMs(account.minute, ratePerMinute, route.cost);
    if (met.own !== undefined) {
      takeTokens(met.own, routeRatePerMinute, route.cost);
      met.routeMs = waitMs(met.own, routeRatePerMinute, route.cost);
    }
    count();
  }
  return decided(account, caller, met, refusal);
}

/** The decision if it is a refusal; otherwise undefined, and nothing is charged. */
export function decideRefusal(
  account: AccountState,
  caller: Caller,
  route: LimitedRoute,
  moment: Moment,
): Decided | undefined {
  const met = meet(account, caller, route, moment);
  const refusal = refusalOf(account, caller, moment, met);
  return refusal === undefined ? undefined : decided(account, caller, met, refusal);
}

/** Returns the tokens of an admitted request to both of its buckets. */
export function uncharge({ minute, routes }: AccountState, { limits }: Caller, route: LimitedRoute): void {
  giveBackTokens(minute, limits.ratePerMinute, route.cost);
  const own = route.ownLimit ? routes.get(route.id) : undefined;
  if (own !== undefined) giveBackTokens(own, limits.routeRatePerMinute, route.cost);
}

/** Refilled buckets of a request, and the wait each imposes. */
interface Met {
  own: TokenBucket | undefined;
  minuteMs: number;
  routeMs: number;
}

function meet(account: AccountState, { limits }: Caller, route: LimitedRoute, { atMs }: Moment): Met {
  const { ratePerMinute, routeRatePerMinute } = limits;
  refill(account.minute, ratePerMinute, atMs);
  const minuteMs = waitMs(account.minute, ratePerMinute, route.cost);
  if (!route.ownLimit) return { own: undefined, minuteMs, routeMs: 0 };
  const own = routeBucket(account.routes, route.id, atMs);
  refill(own, routeRatePerMinute, atMs);
  return { own, minuteMs, routeMs: waitMs(own, routeRatePerMinute, route.cost) };
}

function decided(account: AccountState, { limits }: Caller, met: Met, refusal: Error | undefined): Decided {
  return {
    minute: stateOf(account.minute, limits.ratePerMinute),
    route: met.own === undefined ? undefined : stateOf(met.own, limits.routeRatePerMinute),
    waitMs: Math.max(met.minuteMs, met.routeMs),
    dayCount: account.day.count,
    monthCount: account.month.count,
    refusal,
  };
}

export function routeBucket(routes: Map<string, TokenBucket>, id: string, atMs: number): TokenBucket {
  let bucket = routes.get(id);
  if (bucket === undefined) {
    bucket = newBucket(atMs);
    routes.set(id, bucket);
  }
  return bucket;
}

function refusalOf(
  account: AccountState,
  caller: Caller,
  moment: Moment,
  { minuteMs, routeMs }: Met,
): Error | undefined {
  const { requestsPerDay, requestsPerMonth } = caller.limits;
  if (requestsPerMonth !== null && account.month.count >= requestsPerMonth) {
    return monthRefusal(caller, moment.month.untilMs - moment.nowMs);
  }
  if (requestsPerDay !== null && account.day.count >= requestsPerDay) {
    return dayRefusal(caller, moment.day.untilMs - moment.nowMs);
  }
  if (minuteMs === 0 && routeMs === 0) return undefined;
  return minuteMs >= routeMs ? minuteRefusal(caller, minuteMs) : routeRefusal(caller, routeMs);
}

function stateOf(bucket: TokenBucket, ratePerMinute: number): BucketState {
  return { left: tokensLeft(bucket, ratePerMinute), nextTokenMs: nextTokenMs(bucket, ratePerMinute) };
}

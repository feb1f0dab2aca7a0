import { type Tier, type TierLimits, tierLimits } from '../domain/tier.ts';
import type { BucketState, LimitState } from './limit-headers.ts';
import { dayRefusal, minuteRefusal, monthRefusal, routeRefusal } from './limit-problem.ts';
import type { LimitedRoute } from './limiter.ts';
import type { QuotaPeriod } from './quota-period.ts';
import {
  newBucket,
  nextTokenMs,
  refill,
  type TokenBucket,
  takeTokens,
  tokensLeft,
  waitMs,
} from './token-bucket.ts';
import type { UsageCounter } from './usage-ledger.ts';

/** Everything that is counted of one account. */
export interface AccountLimits {
  minute: TokenBucket;
  /** By endpoint id; only of routes with a limit of their own, so no more than there are of those. */
  routes: Map<string, TokenBucket>;
  day: UsageCounter;
  month: UsageCounter;
}

/** The moment of a request, on both clocks. */
export interface Moment {
  /** Unix milliseconds. */
  nowMs: number;
  /** Whole milliseconds of a clock that only goes forward: what buckets refill by. */
  atMs: number;
  day: QuotaPeriod;
  month: QuotaPeriod;
}

/** The limits of an account that has not been seen before. */
export function newAccountLimits(day: UsageCounter, month: UsageCounter, atMs: number): AccountLimits {
  return { minute: newBucket(atMs), routes: new Map(), day, month };
}

/**
 * Decides one request: every limit is asked before any is charged, so that a refusal consumes nothing
 * (settled details §3). Of several refusals the one that lasts longest is told: after it, all have passed.
 *
 * @param count called once where the request is admitted
 * @returns what the headers tell, and the refusal
 */
export function decide(
  account: AccountLimits,
  tier: Tier,
  route: LimitedRoute,
  moment: Moment,
  count: () => void,
): LimitState & { refusal: Error | undefined } {
  const limits = tierLimits[tier];
  const { ratePerMinute, routeRatePerMinute } = limits;
  const { minute } = account;
  refill(minute, ratePerMinute, moment.atMs);
  const own = route.ownLimit ? routeBucket(account, route.id, moment.atMs) : undefined;
  let minuteMs = waitMs(minute, ratePerMinute, route.cost);
  let routeMs = 0;
  if (own !== undefined) {
    refill(own, routeRatePerMinute, moment.atMs);
    routeMs = waitMs(own, routeRatePerMinute, route.cost);
  }
  const refusal = refusalOf(account, tier, limits, moment, minuteMs, routeMs);
  if (refusal === undefined) {
    takeTokens(minute, ratePerMinute, route.cost);
    minuteMs = waitMs(minute, ratePerMinute, route.cost);
    if (own !== undefined) {
      takeTokens(own, routeRatePerMinute, route.cost);
      routeMs = waitMs(own, routeRatePerMinute, route.cost);
    }
    count();
  }
  return {
    minute: stateOf(minute, ratePerMinute),
    route: own === undefined ? undefined : stateOf(own, routeRatePerMinute),
    waitMs: Math.max(minuteMs, routeMs),
    dayCount: account.day.count,
    monthCount: account.month.count,
    refusal,
  };
}

function routeBucket(account: AccountLimits, id: string, atMs: number): TokenBucket {
  let bucket = account.routes.get(id);
  if (bucket === undefined) {
    bucket = newBucket(atMs);
    account.routes.set(id, bucket);
  }
  return bucket;
}

function refusalOf(
  account: AccountLimits,
  tier: Tier,
  limits: TierLimits,
  moment: Moment,
  minuteMs: number,
  routeMs: number,
): Error | undefined {
  const { requestsPerDay, requestsPerMonth } = limits;
  if (requestsPerMonth !== null && account.month.count >= requestsPerMonth) {
    return monthRefusal(tier, moment.month.endMs - moment.nowMs);
  }
  if (requestsPerDay !== null && account.day.count >= requestsPerDay) {
    return dayRefusal(tier, moment.day.endMs - moment.nowMs);
  }
  if (minuteMs === 0 && routeMs === 0) return undefined;
  return minuteMs >= routeMs ? minuteRefusal(tier, minuteMs) : routeRefusal(tier, routeMs);
}

function stateOf(bucket: TokenBucket, ratePerMinute: number): BucketState {
  return { left: tokensLeft(bucket, ratePerMinute), nextTokenMs: nextTokenMs(bucket, ratePerMinute) };
}

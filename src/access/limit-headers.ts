import type { BillingState } from '../control/billing-state.ts';
import type { TierLimits } from '../domain/tier.ts';
import { minuteMs, rfc3339 } from '../kernel/clock.ts';
import type { Caller } from './caller.ts';
import type { QuotaPeriod } from './quota-period.ts';

export interface BucketState {
  /** Whole tokens left. */
  left: number;
  nextTokenMs: number;
}

export interface LimitState {
  minute: BucketState;
  /** Undefined if the route has no bucket of its own. */
  route: BucketState | undefined;
  /** Milliseconds until the checked buckets permit a request. */
  waitMs: number;
  dayCount: number;
  monthCount: number;
}

/** The headers of a set of limits for one day, with their constant values filled in. */
interface Frame {
  headers: string[];
  day: QuotaPeriod;
  /** Indexes of the values that change; −1 if there is no such limit. */
  routeAt: number;
  dailyAt: number;
  monthlyAt: number;
}

const remainingAt = 5;
const resetAt = 7;
const nextAt = 9;
const rateLimitAt = 13;

/**
 * The rate-limit headers (docs/contract.md#limit-headers), the pair of
 * draft-ietf-httpapi-ratelimit-headers included. Each answer copies a frame made once per set of limits
 * and day and sets what changes: no date is formatted per request.
 *
 * `X-RateLimit-Daily` and `-Monthly` hold the remaining requests ("clamped at zero"), as `-Daily-Remaining` and
 * `-Monthly-Remaining` do. In `RateLimit`, `t` is when `r` grows next: at the next token, or the end of the period.
 */
export function createLimitHeaders() {
  const frames = { plain: new WeakMap<TierLimits, Frame>(), own: new WeakMap<TierLimits, Frame>() };
  let resetSecond = -1;
  let resetText = '';

  function frameOf(caller: Caller, ownLimit: boolean, day: QuotaPeriod, month: QuotaPeriod): Frame {
    const kind = ownLimit ? frames.own : frames.plain;
    const known = kind.get(caller.limits);
    if (known?.day === day) return known;
    const made = frame(caller, ownLimit, day, month);
    kind.set(caller.limits, made);
    return made;
  }

  function secondText(timeMs: number): string {
    const second = Math.ceil(timeMs / 1_000);
    if (second !== resetSecond) {
      resetSecond = second;
      resetText = String(second);
    }
    return resetText;
  }

  /**
   * @param day, month periods of the counts; the same objects for as long as they last
   * @returns flat: name, value, name, value …
   */
  return function limitHeaders(
    caller: Caller,
    state: LimitState,
    day: QuotaPeriod,
    month: QuotaPeriod,
    nowMs: number,
  ): string[] {
    const { minute, route, waitMs } = state;
    const {
      headers: constant,
      routeAt,
      dailyAt,
      monthlyAt,
    } = frameOf(caller, route !== undefined, day, month);
    const { limits, billing } = caller;
    const headers = constant.slice();
    let rateLimit = item('minute', minute.left, minute.nextTokenMs);
    let left = minute.left;
    if (route !== undefined) {
      if (route.left < left) left = route.left;
      headers[routeAt] = String(route.left);
      rateLimit += `, ${item('route', route.left, route.nextTokenMs)}`;
    }
    if (dailyAt !== -1) {
      const dayLeft = Math.max(0, limits.requestsPerDay! - state.dayCount);
      headers[dailyAt] = headers[dailyAt + 2] = String(dayLeft);
      rateLimit += `, ${item('day', dayLeft, day.untilMs - nowMs)}`;
    }
    if (monthlyAt !== -1) {
      const monthLeft = Math.max(0, limits.requestsPerMonth! - state.monthCount);
      headers[monthlyAt] = headers[monthlyAt + 2] = String(monthLeft);
      rateLimit += `, ${item('month', monthLeft, month.untilMs - nowMs)}`;
    }
    headers[remainingAt] = String(left);
    headers[resetAt] = secondText(nowMs + waitMs);
    if (waitMs > 0) headers[nextAt] = goDuration(waitMs);
    headers[rateLimitAt] = rateLimit;
    if (billing.state !== 'active') headers.push(...billingHeaders(billing));
    return headers;
  };
}

/** Billing headers (docs/contract.md#billing-states): none if the state is `active`. */
export function billingHeaders({ state, graceExpiresAtMs }: BillingState): string[] {
  if (state === 'active') return [];
  const headers = ['X-Billing-State', state];
  if (graceExpiresAtMs !== undefined) headers.push('X-Billing-Grace-Expires', rfc3339(graceExpiresAtMs));
  return headers;
}

function frame(
  { tier, limits, guest }: Caller,
  ownLimit: boolean,
  day: QuotaPeriod,
  month: QuotaPeriod,
): Frame {
  const { ratePerMinute, routeRatePerMinute, requestsPerDay, requestsPerMonth } = limits;
  const policy = [policyItem('minute', ratePerMinute, minuteMs)];
  if (ownLimit) policy.push(policyItem('route', routeRatePerMinute, minuteMs));
  if (requestsPerDay !== null) policy.push(policyItem('day', requestsPerDay, day.untilMs - day.fromMs));
  if (requestsPerMonth !== null) {
    policy.push(policyItem('month', requestsPerMonth, month.untilMs - month.fromMs));
  }
  const headers = bucketFrame(ratePerMinute, guest === undefined ? 'account' : 'ip', policy.join(', '));
  headers.push('X-RateLimit-Tier', tier);
  const made: Frame = { headers, day, routeAt: -1, dailyAt: -1, monthlyAt: -1 };
  if (ownLimit) made.routeAt = headers.push('X-RateLimit-Route', '') - 1;
  if (requestsPerDay !== null) {
    made.dailyAt = headers.push('X-RateLimit-Daily', '') - 1;
    headers.push('X-RateLimit-Daily-Remaining', '');
    headers.push('X-RateLimit-Daily-Reset', String(Math.ceil(day.untilMs / 1_000)));
  }
  if (requestsPerMonth !== null) {
    made.monthlyAt = headers.push('X-RateLimit-Monthly', '') - 1;
    headers.push('X-RateLimit-Monthly-Remaining', '');
    headers.push('X-RateLimit-Monthly-Limit', String(requestsPerMonth));
    headers.push('X-RateLimit-Monthly-Reset', String(Math.ceil(month.untilMs / 1_000)));
  }
  return made;
}

/** Headers common to all scopes; empty values are set per answer. */
function bucketFrame(ratePerMinute: number, scope: 'account' | 'ip', policy: string): string[] {
  return [
    'X-RateLimit-Scope',
    scope,
    'X-RateLimit-Limit',
    String(ratePerMinute),
    'X-RateLimit-Remaining',
    '',
    'X-RateLimit-Reset',
    '',
    'X-RateLimit-Next',
    '0s',
    'RateLimit-Policy',
    policy,
    'RateLimit',
    '',
  ];
}

/** The headers of a call without a valid key, counted by its address. */
export function addressHeaders(ratePerMinute: number, bucket: BucketState, nowMs: number): string[] {
  const waitMs = bucket.left > 0 ? 0 : bucket.nextTokenMs;
  const headers = bucketFrame(ratePerMinute, 'ip', policyItem('ip', ratePerMinute, minuteMs));
  headers[remainingAt] = String(bucket.left);
  headers[resetAt] = String(Math.ceil((nowMs + waitMs) / 1_000));
  headers[nextAt] = goDuration(waitMs);
  headers[rateLimitAt] = item('ip', bucket.left, bucket.nextTokenMs);
  return headers;
}

function item(name: string, left: number, untilMs: number): string {
  return `"${name}";r=${left};t=${Math.ceil(untilMs / 1_000)}`;
}

function policyItem(name: string, quota: number, windowMs: number): string {
  return `"${name}";q=${quota};w=${windowMs / 1_000}`;
}

/** Whole milliseconds as Go writes a duration: `0s`, `400ms`, `12.4s`, `1m30s`, `1h0m0s`. */
export function goDuration(durationMs: number): string {
  if (durationMs === 0) return '0s';
  if (durationMs < 1_000) return `${durationMs}ms`;
  const seconds = (durationMs % minuteMs) / 1_000;
  const minutes = Math.floor(durationMs / minuteMs);
  if (minutes === 0) return `${seconds}s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}m${seconds}s` : `${hours}h${minutes % 60}m${seconds}s`;
}

import type { BillingState } from '../../../src/control/billing-state.ts';
import type { Tier, TierLimits } from '../../../src/domain/tier.ts';
import { minuteMs } from '../../../src/kernel/clock.ts';
import { durationMs } from '../../limiter-harness.ts';
import { type BucketTold, type Told, untilDay, untilMonth } from './limit-model.ts';

/** The headers of the contract (docs/contract.md#limit-headers), each made by {@link headersOf}. */
export const contractHeaders = [
  'X-RateLimit-Tier',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Route',
  'X-RateLimit-Next',
  'X-RateLimit-Scope',
  'X-RateLimit-Daily',
  'X-RateLimit-Daily-Remaining',
  'X-RateLimit-Daily-Reset',
  'X-RateLimit-Monthly',
  'X-RateLimit-Monthly-Limit',
  'X-RateLimit-Monthly-Remaining',
  'X-RateLimit-Monthly-Reset',
  'X-Billing-State',
  'X-Billing-Grace-Expires',
  'Retry-After',
  'X-Request-ID',
  'RateLimit',
  'RateLimit-Policy',
] as const;

/** An account at the moment of an answer. */
export interface Subject {
  tier: Tier;
  limits: Readonly<TierLimits>;
  billing: BillingState;
  nowMs: number;
}

const second = (timeMs: number) => String(Math.ceil(timeMs / 1_000));

/** Every rate-limit and billing header that an answer of the account must carry, and no other. */
export function headersOf({ tier, limits, billing, nowMs }: Subject, reported: Told): Record<string, string> {
  const { minute, route, dayLeft, monthLeft, waitMs } = reported;
  const { requestsPerDay, requestsPerMonth } = limits;
  const dayEndMs = nowMs + untilDay(nowMs);
  const monthEndMs = nowMs + untilMonth(nowMs);
  return {
    'x-ratelimit-tier': tier,
    'x-ratelimit-limit': String(limits.ratePerMinute),
    'x-ratelimit-remaining': String(Math.min(minute.left, route?.left ?? minute.left)),
    'x-ratelimit-reset': second(nowMs + waitMs),
    ...(route !== undefined && { 'x-ratelimit-route': String(route.left) }),
    'x-ratelimit-next': `${waitMs} ms`,
    'x-ratelimit-scope': 'account',
    ...(dayLeft !== undefined && {
      'x-ratelimit-daily': String(dayLeft),
      'x-ratelimit-daily-remaining': String(dayLeft),
      'x-ratelimit-daily-reset': second(dayEndMs),
    }),
    ...(monthLeft !== undefined && {
      'x-ratelimit-monthly': String(monthLeft),
      'x-ratelimit-monthly-limit': String(requestsPerMonth),
      'x-ratelimit-monthly-remaining': String(monthLeft),
      'x-ratelimit-monthly-reset': second(monthEndMs),
    }),
    ...(billing.state !== 'active' && { 'x-billing-state': billing.state }),
    ...(billing.state === 'grace' && {
      'x-billing-grace-expires': new Date(billing.graceExpiresAtMs).toISOString(),
    }),
    ratelimit: list(
      item('minute', minute),
      route && item('route', route),
      dayLeft === undefined ? undefined : item('day', { left: dayLeft, nextTokenMs: untilDay(nowMs) }),
      monthLeft === undefined
        ? undefined
        : item('month', { left: monthLeft, nextTokenMs: untilMonth(nowMs) }),
    ),
    'ratelimit-policy': list(
      `"minute";q=${limits.ratePerMinute};w=60`,
      route && `"route";q=${limits.routeRatePerMinute};w=60`,
      requestsPerDay === null ? undefined : `"day";q=${requestsPerDay};w=86400`,
      requestsPerMonth === null ? undefined : `"month";q=${requestsPerMonth};w=${monthSeconds(nowMs)}`,
    ),
  };
}

function list(...items: (string | undefined)[]): string {
  return items.filter((one) => one !== undefined).join(', ');
}

function item(name: string, { left, nextTokenMs }: BucketTold): string {
  return `"${name}";r=${left};t=${second(nextTokenMs)}`;
}

function monthSeconds(nowMs: number): number {
  const date = new Date(nowMs);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() * 1_440 * 60;
}

/** The headers of a call without a valid key, by its address. */
export function addressHeadersOf(ratePerMinute: number, reported: BucketTold, nowMs: number) {
  const waitMs = reported.left > 0 ? 0 : reported.nextTokenMs;
  return {
    'x-ratelimit-limit': String(ratePerMinute),
    'x-ratelimit-remaining': String(reported.left),
    'x-ratelimit-reset': second(nowMs + waitMs),
    'x-ratelimit-next': `${waitMs} ms`,
    'x-ratelimit-scope': 'ip',
    ratelimit: item('ip', reported),
    'ratelimit-policy': `"ip";q=${ratePerMinute};w=${minuteMs / 1_000}`,
  };
}

/** The rate-limit and billing headers of an answer, by name; the Go-style duration in milliseconds. */
export function limitHeadersOf(headers: Headers): Record<string, string> {
  const named = [...headers].filter(([name]) => /^(x-)?ratelimit|^x-billing-/.test(name));
  const reported = Object.fromEntries(named);
  const next = reported['x-ratelimit-next'];
  if (next !== undefined) reported['x-ratelimit-next'] = `${durationMs(next)} ms`;
  return reported;
}

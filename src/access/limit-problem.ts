import { type Tier, tierLimits } from '../domain/tier.ts';
import { Problem } from '../kernel/problem.ts';
import type { Caller } from './caller.ts';

/** Holder of the limit, for messages: the tier, the account itself, or a visit. */
function holder({ tier, limits, guest }: Caller): string {
  if (guest !== undefined) return 'A visit without an account';
  return limits === tierLimits[tier] ? `The ${tier} tier` : `This account (${tier})`;
}

function together({ guest }: Caller): string {
  return guest === undefined ? 'for all keys of the account together' : 'for one address';
}

/** @param limit name of the limit in metrics */
function tooMany(limit: string, code: string, detail: string, waitMs: number, tier?: Tier): Problem {
  return new Problem({
    status: 429,
    code,
    title: 'Too Many Requests',
    detail,
    // At least 1: the wait may have ended while the answer was made.
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    countedAs: limit,
    ...(tier !== undefined && { currentTier: tier }),
  });
}

/** 429 by the minute limit of the account. @param waitMs until the next request passes; same below */
export function minuteRefusal(caller: Caller, waitMs: number): Problem {
  const { ratePerMinute } = caller.limits;
  return tooMany(
    'minute',
    'RATE_LIMITED',
    `${holder(caller)} allows ${ratePerMinute} requests a minute, ${together(caller)}.`,
    waitMs,
    caller.tier,
  );
}

export function routeRefusal(caller: Caller, waitMs: number): Problem {
  const { routeRatePerMinute } = caller.limits;
  return tooMany(
    'route',
    'RATE_LIMITED',
    `${holder(caller)} allows ${routeRatePerMinute} requests a minute on this route, ${together(caller)}.`,
    waitMs,
    caller.tier,
  );
}

export function dayRefusal(caller: Caller, waitMs: number): Problem {
  const { requestsPerDay } = caller.limits;
  const detail = `${holder(caller)} allows ${requestsPerDay} requests a UTC day; the next day begins at 00:00 UTC.`;
  return tooMany('day', 'DAILY_CAP', detail, waitMs, caller.tier);
}

export function monthRefusal(caller: Caller, waitMs: number): Problem {
  const { requestsPerMonth } = caller.limits;
  const detail = `${holder(caller)} allows ${requestsPerMonth} requests a calendar month (UTC); the next one begins on the 1st.`;
  return tooMany('month', 'MONTHLY_CAP', detail, waitMs, caller.tier);
}

/** 429 if the visitors of one network, or of the whole service, exceed their shared rate. */
export function visitorsRefusal(caller: Caller, waitMs: number): Problem {
  const detail =
    'Too many requests of visitors without an account, in total or from one network. Retry shortly.';
  return tooMany('visitors', 'RATE_LIMITED', detail, waitMs, caller.tier);
}

export function addressRefusal(ratePerMinute: number, waitMs: number): Problem {
  const detail = `${ratePerMinute} requests a minute without a valid API key are allowed per address. Send a valid key in X-API-Key.`;
  return tooMany('ip', 'RATE_LIMITED', detail, waitMs);
}

/** 503 if the counts of an account cannot be read: the request is neither admitted nor counted. */
export function limitsUnavailable(cause: unknown): Problem {
  return new Problem({
    status: 503,
    code: 'LIMITS_UNAVAILABLE',
    title: 'Service Unavailable',
    detail: 'The limits of the account cannot be checked at the moment. Retry shortly.',
    retryAfterSeconds: 1,
    cause,
  });
}

import { activeBilling } from '../domain/billing.ts';
import { type Tier, type TierLimits, tierLimits } from '../domain/tier.ts';
import type { Caller } from './caller.ts';
import type { ShortKeyRead } from './short-keys.ts';

/** What visitors without an account may do, each address by itself. */
export interface GuestTerms {
  tier: Tier;
  limits: Readonly<TierLimits>;
}

/** The account of all visitors, as the request log names it. It has no row, no keys and no members. */
export const guestAccountId = 'guest';

/** Enough for a page that is open all day: it asks for a dozen answers, and every few seconds for those that move, some 90 a minute. */
const guestRates = {
  ratePerMinute: 240,
  routeRatePerMinute: 120,
  requestsPerDay: 150_000,
  requestsPerMonth: null,
};

/** What visitors see is what this tier sees; how much they may ask is bounded by their address. */
export function guestTerms(tier: Tier): GuestTerms {
  return { tier, limits: Object.freeze({ ...tierLimits[tier], ...guestRates, keys: 0 }) };
}

/** The caller behind a visitor's key. */
export function guestCaller({ tier, limits }: GuestTerms, { hash }: ShortKeyRead, scope: string): Caller {
  const billing = activeBilling;
  return {
    accountId: guestAccountId,
    keyId: guestAccountId,
    keyHash: hash,
    tier,
    limits,
    billing,
    guest: scope,
  };
}

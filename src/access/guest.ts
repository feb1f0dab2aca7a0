import { activeBilling } from '../control/billing-state.ts';
import { type Tier, type TierLimits, tierAllows, tierLimits } from '../domain/tier.ts';
import type { Caller } from './caller.ts';
import type { ShortKeyRead } from './short-keys.ts';

/**
 * Endpoints above the `free` tier that the pages show to visitors: open to a visitor's key on a page of this service,
 * regardless of the visitors' tier. test/portal/page-endpoints.test.ts compares this set with the pages' requests.
 */
export const pageEndpoints: ReadonlySet<string> = new Set([
  'pulse.cohorts.history',
  'pulse.cohorts.trades',
  'pulse.cohorts.positions',
  'pulse.cohort-bias.history',
  'hip4.trader-outcomes',
  'hip4.outcome-summary',
  'hip4.top-traders',
  'pulse.market-candles-recent',
  'hip4.perp-position-context',
  'hip4.cross-product-overlap',
  'builders.leaderboard',
  'builders.profile',
  'builders.traders',
  'builders.cohorts',
  'builders.retention',
  'builders.overlap',
  'builders.trader-builders',
  'pulse.compare',
  'pulse.trader-lifecycles',
  'pulse.wallet-drawdown-curve',
  'entities.entity',
  'pulse.anti-survivors',
  'pulse.backstop-events',
  'pulse.capital-titans',
  'pulse.coin-alpha-map',
  'pulse.coin-kings',
  'pulse.lethal-coins',
  'pulse.max-pain-events',
  'pulse.newcomer-whales',
  'pulse.one-month-wonders',
  'pulse.perfect-exits',
  'pulse.persistent-winners',
  'pulse.survivors',
  'pulse.top-liquidators',
]);

/** Tier and limits of visitors without an account, per address. */
export interface GuestTerms {
  tier: Tier;
  /** Limits of requests with a visitor's key from outside the pages. */
  limits: Readonly<TierLimits>;
  /** Limits of requests from the pages. */
  pageLimits: Readonly<TierLimits>;
}

/** The account of all visitors, as the request log names it. It has no row, no keys and no members. */
export const guestAccountId = 'guest';

/** The pages of one visit: a dozen answers at first, then up to 90 a minute from a page whose figures move. */
const pageRates = { ratePerMinute: 240, routeRatePerMinute: 120, requestsPerMonth: null };
/** Enough for a page that is open all day. */
const pageRequestsPerDay = 150_000;
/** Where plans or calls are sold: half of what a Pro account has. */
const soldPageRequestsPerDay = tierLimits.pro.requestsPerDay! / 2;

/**
 * Tier and limits of visitors. Outside the pages the tier's limits apply, capped by the limits of the pages.
 * @param sells true if plans or single calls are sold: visits then must not substitute for a plan
 */
export function guestTerms(tier: Tier, sells: boolean): GuestTerms {
  const ofTier = tierLimits[tier];
  const requestsPerDay = sells ? soldPageRequestsPerDay : pageRequestsPerDay;
  return {
    tier,
    limits: Object.freeze({
      ...ofTier,
      ratePerMinute: Math.min(ofTier.ratePerMinute, pageRates.ratePerMinute),
      routeRatePerMinute: Math.min(ofTier.routeRatePerMinute, pageRates.routeRatePerMinute),
      requestsPerDay: Math.min(ofTier.requestsPerDay ?? requestsPerDay, requestsPerDay),
      requestsPerMonth: null,
      keys: 0,
    }),
    pageLimits: Object.freeze({ ...ofTier, ...pageRates, requestsPerDay, keys: 0 }),
  };
}

/** Highest tier whose own keys would show less on the pages, or allow fewer requests, than a visitor's key. */
export function seenByGuests({ tier }: GuestTerms): Tier {
  return tierAllows(tier, 'starter') ? tier : 'starter';
}

/** The caller behind a visitor's key, as it is outside the pages and on them. */
export function guestCaller(terms: GuestTerms, { hash }: ShortKeyRead, scopes: readonly string[]): Caller {
  const base = {
    accountId: guestAccountId,
    keyId: guestAccountId,
    keyHash: hash,
    tier: terms.tier,
    billing: activeBilling,
  };
  const onPage = { ...base, limits: terms.pageLimits, guest: { scopes, grants: pageEndpoints } };
  return { ...base, limits: terms.limits, guest: { scopes, onPage } };
}

interface PageHeaders {
  host?: string | undefined;
  referer?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
}

/** Caller of a request by its headers: a visitor on a page of this service gets the page limits. */
export function asSentFrom(caller: Caller, headers: PageHeaders): Caller {
  const onPage = caller.guest?.onPage;
  return onPage !== undefined && fromOwnPage(headers) ? onPage : caller;
}

/**
 * True for browser requests from a page of this same address. A program can forge the headers, so page limits
 * are bounded too.
 */
function fromOwnPage({ host, referer, 'sec-fetch-site': site }: PageHeaders): boolean {
  if (site !== undefined) return site === 'same-origin';
  // Browsers send Sec-Fetch-Site only over TLS and on localhost.
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}

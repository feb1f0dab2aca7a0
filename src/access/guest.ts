import { activeBilling } from '../control/billing-state.ts';
import { type Tier, type TierLimits, tierAllows, tierLimits } from '../domain/tier.ts';
import type { Caller } from './caller.ts';
import type { ShortKeyRead } from './short-keys.ts';

/**
 * Endpoints above the tier `free` that the pages show to visitors: answered to a visitor's key on a page of this service,
 * whatever tier visitors have. Held against what the pages ask by test/portal/page-endpoints.test.ts.
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

/** What visitors without an account may do, each address by itself. */
export interface GuestTerms {
  tier: Tier;
  /** Of requests that carry a visitor's key and do not come from the pages. */
  limits: Readonly<TierLimits>;
  /** Of the pages themselves. */
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
 * What visitors may do. Outside the pages that is what their tier may, and never more than the pages may.
 * @param sells true where plans or single calls are sold: a visit then is no substitute for a plan
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

/** The greatest tier whose accounts would see less on the pages, or less often, by keys of their own than visitors do. */
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

/** The caller of a request as its headers show it: a visitor on a page of this service has that page's limits. */
export function asSentFrom(caller: Caller, headers: PageHeaders): Caller {
  const onPage = caller.guest?.onPage;
  return onPage !== undefined && fromOwnPage(headers) ? onPage : caller;
}

/**
 * True for what a browser sends from a page of this same address. A program can say so, too: that is why a page's limits
 * are bounded like everything else.
 */
function fromOwnPage({ host, referer, 'sec-fetch-site': site }: PageHeaders): boolean {
  if (site !== undefined) return site === 'same-origin';
  // Browsers say so over TLS and on this machine alone.
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}

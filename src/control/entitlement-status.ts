import { type Tier, tierAllows } from '../domain/tier.ts';
import { activeBilling, type BillingState } from './billing-state.ts';

/** A tier given to an account for a time. */
export interface Entitlement {
  tier: Tier;
  /** Unix milliseconds, as `untilMs`, from which on it no longer holds. */
  fromMs: number;
  untilMs?: number | undefined;
  /** Subscription status; undefined if an operator granted the tier. */
  standing?: SubscriptionStatus | undefined;
}

/** `past_due`: a payment failed, and the entitlement ends with the grace. */
export type SubscriptionStatus = 'active' | 'past_due' | 'ended';

export interface EntitlementStatus {
  tier: Tier;
  billing: BillingState;
  /** Unix milliseconds at which time alone changes tier or billing. */
  changesAtMs?: number;
}

/**
 * The one place that says what an account's entitlements come to: the best tier among those that hold now (Free is the
 * default: docs/contract.md#tiers), and the billing state. Grace is reported where the tier would be lost
 * with it; past due and lapsed where a paid tier was lost and no other has taken its place.
 */
export function entitlementStatus(entitlements: readonly Entitlement[], nowMs: number): EntitlementStatus {
  const turns = entitlements
    .flatMap(({ fromMs, untilMs }) => (untilMs === undefined ? [fromMs] : [fromMs, untilMs]))
    .filter((timeMs) => timeMs > nowMs);
  const holding = entitlements.filter(
    ({ fromMs, untilMs }) => fromMs <= nowMs && (untilMs === undefined || nowMs < untilMs),
  );
  return {
    tier: bestTier(holding),
    billing: billingOf(entitlements, holding),
    ...(turns.length > 0 && { changesAtMs: Math.min(...turns) }),
  };
}

function bestTier(entitlements: readonly Entitlement[]): Tier {
  return entitlements.reduce<Tier>((best, { tier }) => (tierAllows(best, tier) ? best : tier), 'free');
}

function billingOf(all: readonly Entitlement[], holding: readonly Entitlement[]): BillingState {
  const tier = bestTier(holding);
  if (tier !== 'free') {
    const settled = holding.filter(({ standing: status }) => status !== 'past_due');
    if (bestTier(settled) === tier) return activeBilling;
    const ends = holding.filter((each) => each.tier === tier).map(({ untilMs }) => untilMs!);
    return { state: 'grace', graceExpiresAtMs: Math.max(...ends) };
  }
  if (all.some(({ standing: status }) => status === 'past_due')) return { state: 'past_due' };
  if (all.some(({ standing: status }) => status === 'ended')) return { state: 'lapsed' };
  return activeBilling;
}

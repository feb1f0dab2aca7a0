import { numbersByTier, type Tier } from '../domain/tier.ts';
import type { ReadCohorts } from '../streams/members.ts';
import type { TargetPolicy } from './target.ts';

/** Limits and policies of alerts in this service. */
export interface AlertTerms {
  /** Maximum alerts of an account by tier. */
  rulesOf(tier: Tier): number;
  policy: TargetPolicy;
  /** Current cohort members; undefined outside a running server. */
  cohorts?: ReadCohorts | undefined;
}

/** Builds the terms from the settings (`src/config/schema.ts`). */
export function alertTermsOf(given: { alertRules: string; alertAddresses: string }): AlertTerms {
  const rules = numbersByTier(given.alertRules)!;
  return { rulesOf: (tier) => rules[tier], policy: { allowsPrivate: given.alertAddresses === 'any' } };
}

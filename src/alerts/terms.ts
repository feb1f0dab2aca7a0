import { numbersByTier, type Tier } from '../domain/tier.ts';
import type { ReadCohorts } from '../streams/members.ts';
import type { TargetPolicy } from './target.ts';

/** What alerts of this service may be, and what is known here to make them. */
export interface AlertTerms {
  /** Alerts that an account of a tier may have. */
  rulesOf(tier: Tier): number;
  policy: TargetPolicy;
  /** Who is in which cohort of a kind now; only a server knows. */
  cohorts?: ReadCohorts | undefined;
}

/** As the settings give them (`src/config/schema.ts`). */
export function alertTermsOf(given: { alertRules: string; alertAddresses: string }): AlertTerms {
  const rules = numbersByTier(given.alertRules)!;
  return { rulesOf: (tier) => rules[tier], policy: { allowsPrivate: given.alertAddresses === 'any' } };
}

import { tierName } from '../words/tiers.ts';
import { tierTypeOf } from './tiers.ts';

/** A tier with a link to its cohort; nothing where there is none. */
export function TierLink({ tier }: { tier: string | null | undefined }) {
  if (!tier) return <span class="dim">–</span>;
  if (tier === 'untracked' || tier === 'unclassified') return <span class="dim">{tierName(tier)}</span>;
  return <a href={`/cohorts?type=${tierTypeOf(tier)}&tier=${tier}`}>{tierName(tier)}</a>;
}

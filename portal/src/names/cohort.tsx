import { tierName } from '../words/tiers.ts';
import { LetterMark } from './mark.tsx';
import { Name } from './name.tsx';
import { cohortPath } from './paths.ts';

/** A cohort by its name, linked to its page; a dash for none. */
export function Cohort({ tier }: { tier: string | null | undefined }) {
  if (!tier) return <span class="dim">–</span>;
  const name = tierName(tier);
  if (tier === 'untracked' || tier === 'unclassified') return <span class="dim">{name}</span>;
  return <Name icon={<LetterMark name={name} />} text={name} href={cohortPath(tier)} />;
}

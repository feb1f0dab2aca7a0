import type { Schemas } from '../api/calls.ts';
import { coinAddress } from '../market/coin-address.ts';
import { pages } from '../pages.ts';
import { pnlTiers, sizeTiers } from '../words/tiers.ts';

/** Something with a page of its own. */
export interface SearchTarget {
  kind: 'wallet' | 'builder' | 'coin' | 'cohort' | 'outcome' | 'position' | 'day' | 'page';
  name: string;
  href: string;
}

/** What is known by name. */
export interface SearchLists {
  markets: readonly Schemas['HLMarketData'][];
  outcomes: readonly Pick<Schemas['HIP4OutcomeListItem'], 'outcomeId' | 'displayName' | 'name'>[];
  builders: readonly Pick<Schemas['BuilderLeaderboardRow'], 'builder' | 'builderName'>[];
}

const shownTargets = 12;

/** Targets that a text names by itself: an address, the id of a position, a day. */
function exactTargets(text: string): SearchTarget[] {
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase();
    return [
      { kind: 'wallet', name: address, href: `/trader/${address}` },
      { kind: 'builder', name: address, href: `/builder/${address}` },
    ];
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return [{ kind: 'day', name: text, href: `/daily/${text}` }];
  const outcome = /^[#+]?(\d{1,6})$/.exec(text)?.[1];
  if (outcome !== undefined)
    return [{ kind: 'outcome', name: `Outcome ${outcome}`, href: `/outcome/${outcome}` }];
  if (/^\d{7,16}$/.test(text))
    return [{ kind: 'position', name: `Position ${text}`, href: `/lifecycle/${text}` }];
  return [];
}

/** Everything that is known by name, the largest markets first. */
function namedTargets({ markets, outcomes, builders }: SearchLists): SearchTarget[] {
  const coins = markets.toSorted((a, b) => b.openInterest - a.openInterest).map(({ coin }) => coin);
  return [
    ...coins.map((coin): SearchTarget => ({ kind: 'coin', name: coin, href: coinAddress(coin) })),
    ...pages.flatMap(({ path, nav }): SearchTarget[] =>
      nav === undefined ? [] : [{ kind: 'page', name: nav, href: path }],
    ),
    ...[...pnlTiers, ...sizeTiers].map(
      ([slug, name]): SearchTarget => ({ kind: 'cohort', name, href: `/cohorts?tier=${slug}` }),
    ),
    ...builders.map(
      ({ builder, builderName }): SearchTarget => ({
        kind: 'builder',
        name: builderName ?? builder,
        href: `/builder/${builder}`,
      }),
    ),
    ...outcomes.map(
      ({ outcomeId, displayName, name }): SearchTarget => ({
        kind: 'outcome',
        name: displayName || name || `Outcome ${outcomeId}`,
        href: `/outcome/${outcomeId}`,
      }),
    ),
  ];
}

/** How well a name fits: it is the text, begins with it, a word of it does, it holds it. Infinity where not. */
function rankOf(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text);
  if (at < 0) return Number.POSITIVE_INFINITY;
  if (at === 0) return name.length === text.length ? 0 : 1;
  return /[\s:/-]/.test(name[at - 1] ?? '') ? 2 : 3;
}

/** What a text may mean, the best first. */
export function searchTargets(text: string, lists: SearchLists): SearchTarget[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const ranked = namedTargets(lists)
    .map((target) => ({ target, rank: rankOf(target.name, wanted) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ target }) => target);
  return [...exactTargets(text.trim()), ...ranked].slice(0, shownTargets);
}

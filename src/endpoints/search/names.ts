import { cohortKinds, cohortOfSlug, cohortSlugs } from '../../domain/cohort.ts';
import { coinSpellingsOf } from '../../domain/coin-words.ts';
import { outcomeSideOf } from '../../domain/outcome.ts';
import { titleOf } from '../../domain/outcome-template.ts';
import { outcomeDisplayName } from '../../domain/outcome-terms.ts';
import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import type { SearchMatch } from './search.ts';

export interface RankedMatch {
  match: SearchMatch;
  /** Quality of the match: see {@link fitOf}. */
  fit: number;
  /** Breaks ties of `fit`, larger first: USD of a day, or of all time. */
  weight: number;
}

/** An item with a page of its own, and all names that find it. */
interface Named {
  match: SearchMatch;
  names: readonly string[];
  weight: number;
}

export interface NamedMarket {
  coin: string;
  symbol: string;
  ticker: string;
  /** The deployer's display name and search keywords. */
  displayName?: string | undefined;
  keywords?: readonly string[] | undefined;
  weight: number;
}

const noFit = Number.POSITIVE_INFINITY;

/** 0: equal to the text; 1: starts with it; 2: a word starts with it; 3: contains it; Infinity: no match. */
function fitOf(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text);
  if (at < 0) return noFit;
  if (at === 0) return name.length === text.length ? 0 : 1;
  return /[\s:/_-]/.test(name[at - 1]!) ? 2 : 3;
}

/** @param texts lower-case spellings to search for */
function fitting(named: Iterable<Named>, texts: readonly string[]): RankedMatch[] {
  const found: RankedMatch[] = [];
  for (const { match, names, weight } of named) {
    const fit = Math.min(...names.flatMap((name) => texts.map((text) => fitOf(name, text))));
    if (fit < noFit) found.push({ match, fit, weight });
  }
  return found;
}

/** Markets by their coin, symbol and ticker; `bitcoin`, `BTC-PERP` and `pepe` find theirs. */
export function coinMatches(markets: Iterable<NamedMarket>, text: string): RankedMatch[] {
  const [own, ...others] = coinSpellingsOf(text).map((one) => one.toLowerCase());
  const named = [...markets].map(
    ({ coin, symbol, ticker, displayName = symbol, keywords = [], weight }): Named => ({
      match: { kind: 'coin', id: coin, ...(displayName !== coin && { name: displayName }) },
      names: [...new Set([coin, symbol, ticker, displayName, ...keywords])],
      weight,
    }),
  );
  // Synonyms must match exactly: a name that only contains one is another coin.
  const meant = fitting(named, others).filter(({ fit }) => fit === 0);
  const taken = new Set(meant.map(({ match }) => match.id));
  const spelt = own === undefined ? [] : fitting(named, [own]);
  return [...meant, ...spelt.filter(({ match }) => !taken.has(match.id))];
}

/** Outcomes by a word of their name or question, or by the coin of a side. @param exact the outcome whose number is the text */
export function outcomeMatches(
  outcomes: Iterable<OutcomeFacts>,
  exact: number | undefined,
  text: string,
): RankedMatch[] {
  const named = function* (): Generator<Named> {
    for (const facts of outcomes) {
      const { outcomeId, question } = facts;
      const shown = outcomeDisplayName(facts);
      yield {
        match: { kind: 'outcome', id: String(outcomeId), name: shown },
        names: [...new Set([shown, titleOf(facts), ...(question === undefined ? [] : [titleOf(question)])])],
        weight: outcomeId,
      };
    }
  };
  const byName = fitting(named(), [text.toLowerCase()]);
  if (exact === undefined) return byName;
  return byName.filter(({ match }) => match.id !== String(exact));
}

/** The outcome that a text numbers: `529`, or a side as a coin or token: `#5290`, `+5291`. */
export function numberedOutcome(text: string): number | undefined {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  return outcomeSideOf(text)?.outcomeId;
}

/** Builders by the name that the operator gave them. */
export function builderMatches(names: ReadonlyMap<string, string>, text: string): RankedMatch[] {
  const named = [...names].map(
    ([builder, name]): Named => ({
      match: { kind: 'builder', id: builder, name },
      names: [name],
      weight: 0,
    }),
  );
  return fitting(named, [text.toLowerCase()]);
}

/** Cohorts of both vocabularies; the id is the slug in answers. */
export function cohortMatches(text: string): RankedMatch[] {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const named = cohortKinds.flatMap((kind) => {
    const byCohort = Map.groupBy(cohortSlugs(kind), (slug) => cohortOfSlug(kind, slug)!);
    return [...byCohort].map(
      ([cohort, slugs]): Named => ({
        match: { kind: 'cohort', id: cohort, tierType: kind },
        names: slugs,
        weight: 0,
      }),
    );
  });
  return fitting(named, [word]);
}

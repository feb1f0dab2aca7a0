import { cohortKinds, cohortOfSlug, cohortSlugs } from '../../domain/cohort.ts';
import { coinSpellingsOf } from '../../domain/coin-words.ts';
import { outcomeSideOf } from '../../domain/outcome.ts';
import { titleOf } from '../../domain/outcome-template.ts';
import { outcomeDisplayName } from '../../domain/outcome-terms.ts';
import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import type { SearchMatch } from './search.ts';

/** A match with what it is ordered by. */
export interface RankedMatch {
  match: SearchMatch;
  /** How well the name fits: see {@link fitOf}. */
  fit: number;
  /** Of two that fit alike the heavier one comes first: USD of a day, or of all time. */
  weight: number;
}

/** Something with a page of its own, and all names that lead to it. */
interface Named {
  match: SearchMatch;
  names: readonly string[];
  weight: number;
}

/** A market as far as it is searched by name. */
export interface NamedMarket {
  coin: string;
  symbol: string;
  ticker: string;
  /** What its deployer calls it, and by which words it is found. */
  displayName?: string | undefined;
  keywords?: readonly string[] | undefined;
  weight: number;
}

const noFit = Number.POSITIVE_INFINITY;

/** 0 the name is the text, 1 it begins with it, 2 a word of it does, 3 it holds it; Infinity where not. */
function fitOf(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text);
  if (at < 0) return noFit;
  if (at === 0) return name.length === text.length ? 0 : 1;
  return /[\s:/_-]/.test(name[at - 1]!) ? 2 : 3;
}

/** @param texts spellings of what is searched, lower case */
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
  // Other words for a coin mean it or nothing: what only holds them is another coin.
  const meant = fitting(named, others).filter(({ fit }) => fit === 0);
  const taken = new Set(meant.map(({ match }) => match.id));
  const spelt = own === undefined ? [] : fitting(named, [own]);
  return [...meant, ...spelt.filter(({ match }) => !taken.has(match.id))];
}

/** Outcomes by a word of their name or their question's, or by the coin of a side. @param exact the one that the text numbers */
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

/** Builders by a name that the operator gave them. */
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

/** Cohorts of both vocabularies; the id is the slug that answers have. */
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

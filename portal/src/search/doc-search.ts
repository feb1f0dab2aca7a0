import type MiniSearch from 'minisearch';
import { useEffect, useState } from 'preact/hooks';
import type { DocEntry } from './doc-entry.ts';
import type { SearchTarget } from './search-targets.ts';

interface DocSearch {
  entries: readonly DocEntry[];
  index: MiniSearch;
}

/** Ranking by kind: a word found in several kinds most often means the first of these. */
const weights: Readonly<Record<DocEntry['kind'], number>> = {
  endpoint: 1.6,
  glossary: 1.5,
  guide: 1.4,
  methodology: 1.3,
  parameter: 1,
  field: 1,
};

/** Words of a text, and the parts of names: `winRate` is found by `rate`, too. */
function wordsOf(text: string): string[] {
  const words = text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== '');
  const parts = words.flatMap((word) => word.split(/(?<=[a-z0-9])(?=[A-Z])/));
  return [...new Set([...words, ...parts])];
}

/** @param Index the class of minisearch, which is loaded when a search begins */
export function docSearch(Index: typeof MiniSearch, entries: readonly DocEntry[]): DocSearch {
  const index = new Index({ fields: ['title', 'text'], tokenize: wordsOf });
  index.addAll(entries.map(({ title, text }, id) => ({ id, title, text })));
  return { entries, index };
}

/** Documents with all words of a text, or close matches, best first. */
export function findDocs({ entries, index }: DocSearch, text: string, most: number): SearchTarget[] {
  const found = index.search(text, {
    tokenize: (words) => words.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== ''),
    combineWith: 'AND',
    prefix: true,
    boost: { title: 4 },
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    boostDocument: (id) => weights[entries[id as number]!.kind],
  });
  return found.slice(0, most).map(({ id }) => {
    const { kind, title, href, text: what } = entries[id as number]!;
    return { kind, name: title, href, what };
  });
}

let loading: Promise<DocSearch> | undefined;

function loadSearch(): Promise<DocSearch> {
  loading ??= Promise.all([import('minisearch'), import('virtual:doc-index')]).then(
    ([{ default: Index }, { default: entries }]) => docSearch(Index, entries),
  );
  // Where the server is away, the next letter tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Documents that match a text. Keeps the earlier results until the index is loaded. @param most maximum results */
export function useDocSearch(text: string, isWanted: boolean, most: number): readonly SearchTarget[] {
  const [search, setSearch] = useState<DocSearch>();
  const wanted = text.trim();
  const isAsked = isWanted && wanted.length > 1;
  useEffect(() => {
    if (isAsked && search === undefined) void loadSearch().then(setSearch, () => undefined);
  }, [isAsked, wanted]);
  return isAsked && search !== undefined ? findDocs(search, wanted, most) : [];
}

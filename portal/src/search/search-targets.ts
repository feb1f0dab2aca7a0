import type { Schemas } from '../api/calls.ts';
import { builderPath, cohortPath, coinPath, outcomePath, walletPath } from '../names/paths.ts';
import { pages } from '../pages.ts';
import { tierName } from '../words/tiers.ts';
import type { DocEntry } from './doc-entry.ts';

/** A search result with an address of its own. */
export interface SearchTarget {
  kind: DocEntry['kind'] | 'wallet' | 'builder' | 'coin' | 'cohort' | 'outcome' | 'position' | 'day' | 'page';
  name: string;
  href: string;
  /** Description. */
  what?: string;
}

/** Match of the search endpoint. */
export type SearchMatch = Schemas['SearchMatch'];

const shownTargets = 12;

/** Targets that a text names by itself: an address, a day, a page. */
function ownTargets(text: string): SearchTarget[] {
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase();
    return [
      { kind: 'wallet', name: address, href: walletPath(address) },
      { kind: 'builder', name: address, href: builderPath(address) },
    ];
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return [{ kind: 'day', name: text, href: `/daily/${text}` }];
  return pages.flatMap(({ path, nav }): SearchTarget[] =>
    nav?.toLowerCase().startsWith(text.toLowerCase()) === true
      ? [{ kind: 'page', name: nav, href: path }]
      : [],
  );
}

/** The page of a match. */
export function targetOf({ kind, id, name }: SearchMatch): SearchTarget {
  switch (kind) {
    case 'coin':
      return { kind, name: name === undefined ? id : `${name} (${id})`, href: coinPath(id) };
    case 'wallet':
      return { kind, name: id, href: walletPath(id) };
    case 'builder':
      return { kind, name: name ?? id, href: builderPath(id) };
    case 'cohort':
      return { kind, name: tierName(id), href: cohortPath(id) };
    case 'outcome':
      return { kind, name: name || `Outcome ${id}`, href: outcomePath(id) };
    case 'lifecycle':
      return { kind: 'position', name: `Position ${id}`, href: `/lifecycle/${id}` };
  }
}

/** Targets that match a text, best first: results of the service, then pages whose name begins with it. */
export function searchTargets(text: string, found: readonly SearchMatch[]): SearchTarget[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const own = ownTargets(wanted);
  const matches = found.map(targetOf);
  const all = own.some(({ kind }) => kind !== 'page') ? [...own, ...matches] : [...matches, ...own];
  const byHref = new Map(all.toReversed().map((target) => [target.href, target]));
  return all.filter((target) => byHref.get(target.href) === target).slice(0, shownTargets);
}

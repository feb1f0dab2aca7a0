import type { AnyQuery } from '../src/analytics/query.ts';
import type { Sources } from '../src/endpoints/sources.ts';

/** Sources of an answer. */
export interface SourceUse {
  /** Executed queries, with the tables that each reads. */
  queries: Map<string, readonly string[]>;
  /** Boards and lists in memory, by their names. */
  kept: Set<string>;
  /** The sources that were touched, by their names among `Sources`. */
  sources: Set<string>;
}

/** Sources that record their reads. */
export function watchedSources(sources: Sources): { sources: Sources; use: SourceUse } {
  const use: SourceUse = { queries: new Map(), kept: new Set(), sources: new Set() };
  const { analytics, boards, archetypes } = sources;
  const note = ({ name, tables }: AnyQuery) => void use.queries.set(name, tables);
  const watched: Sources = {
    ...sources,
    analytics: {
      ...analytics,
      rows(query, params, options) {
        note(query);
        return analytics.rows(query, params, options);
      },
      bytes(query, params, options) {
        note(query);
        return analytics.bytes(query, params, options);
      },
    },
    boards: {
      board(declared) {
        use.kept.add(declared.name);
        return boards.board(declared);
      },
    },
    archetypes: {
      closers() {
        use.kept.add('closers');
        return archetypes.closers();
      },
      events(declared) {
        use.kept.add('closeEvents');
        return archetypes.events(declared);
      },
      list(declared) {
        for (const name of declared.from) use.kept.add(name);
        return archetypes.list(declared);
      },
    },
  };
  const noted = new Proxy(watched, {
    get(target, name: string & keyof Sources) {
      use.sources.add(name);
      return target[name];
    },
  });
  return { sources: noted, use };
}

import type { AnyQuery } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { eachStep, unknownVersion, type Version } from '../changes/versions.ts';
import type { Clock } from '../kernel/clock.ts';
import { clockStepMs } from './ages.ts';
import type { Sources } from './sources.ts';

/** The source versions of an answer: recorded by its run, compared before its page is served again. */
export interface Footing {
  /** @param seen version of the data that the answer reads; default: the current one, taken before the read */
  restOn(version: Version, seen?: unknown): void;
  /** Whether any recorded version has changed. */
  hasMoved(): boolean;
}

export function createFooting(): Footing {
  const versions = new Map<Version, unknown>();
  return {
    restOn(version, seen = version()) {
      // Keeps the first version, which is the oldest. A later read may see newer data; the page then becomes stale once too often.
      if (!versions.has(version)) versions.set(version, seen);
    },
    hasMoved() {
      for (const [version, seen] of versions) if (!Object.is(version(), seen)) return true;
      return false;
    },
  };
}

/** Wraps a source for one run: records the versions of the run's reads before each read. */
export type Watch<S> = (source: S, footing: Footing) => S;

export type SourceWatches = { readonly [K in keyof Sources]: Watch<Sources[K]> };

/** Watch of a source with versions for the whole source. Without a version it never changes. */
export function movesWith<S>(...versions: readonly Version[]): Watch<S> {
  return (source, footing) => {
    for (const version of versions) footing.restOn(version);
    return source;
  };
}

/** Watch of the engine: an answer depends on the tables of its queries. */
export function movesByTables(versionOf: (query: AnyQuery) => Version): Watch<AnalyticsStore> {
  return (store, footing) => ({
    ...store,
    rows(query, params, options) {
      footing.restOn(versionOf(query));
      return store.rows(query, params, options);
    },
    bytes(query, params, options) {
      footing.restOn(versionOf(query));
      return store.bytes(query, params, options);
    },
  });
}

/** Wraps the process's sources for runs. A source without a watch counts as changed at the next request. */
export function createWatching({
  sources,
  watches,
  clock,
}: {
  sources: Sources;
  watches: Partial<SourceWatches>;
  clock: Clock;
}) {
  const unwatched = movesWith<never>(unknownVersion);
  const step = eachStep(clock, clockStepMs);

  /** Sources and clock for one run; the footing records those that the run uses. */
  return function watched(footing: Footing): { sources: Sources; clock: Clock } {
    const touched = new Map<keyof Sources, unknown>();
    const noted = new Proxy(sources, {
      get(_, name: keyof Sources) {
        if (!touched.has(name)) {
          const watch = (watches[name] ?? unwatched) as Watch<Sources[typeof name]>;
          touched.set(name, watch(sources[name] as never, footing));
        }
        return touched.get(name);
      },
    });
    return {
      sources: noted,
      clock: {
        nowMs() {
          footing.restOn(step);
          return clock.nowMs();
        },
      },
    };
  };
}

export type Watching = ReturnType<typeof createWatching>;

import type { AnyQuery } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { eachStep, unknownVersion, type Version } from '../changes/versions.ts';
import type { Clock } from '../kernel/clock.ts';
import { clockStepMs } from './ages.ts';
import type { Sources } from './sources.ts';

/** What an answer rests on: noted while it is made, asked before its page is served again. */
export interface Footing {
  /** @param seen the version of what is read; by default that of now, before it is read */
  restOn(version: Version, seen?: unknown): void;
  /** Whether any of it has another version than it had. */
  hasMoved(): boolean;
}

export function createFooting(): Footing {
  const versions = new Map<Version, unknown>();
  return {
    restOn(version, seen = version()) {
      // The first is the oldest: what was read later may be newer, and then the page moves once for nothing.
      if (!versions.has(version)) versions.set(version, seen);
    },
    hasMoved() {
      for (const [version, seen] of versions) if (!Object.is(version(), seen)) return true;
      return false;
    },
  };
}

/** A source for one run: it notes what the run asks of it, before the answer is read. */
export type Watch<S> = (source: S, footing: Footing) => S;

/** How each source is watched. */
export type SourceWatches = { readonly [K in keyof Sources]: Watch<Sources[K]> };

/** Of a source that moves as a whole. Without a version it never moves. */
export function movesWith<S>(...versions: readonly Version[]): Watch<S> {
  return (source, footing) => {
    for (const version of versions) footing.restOn(version);
    return source;
  };
}

/** Of the engine: an answer rests on the tables that its queries read. */
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

/** The sources of a process as its runs get them. A source without a watch may have moved by the next request. */
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

  /** Sources and clock for one run; it rests on those that it touches. */
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

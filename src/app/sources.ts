import { eachStep, type Version } from '../changes/versions.ts';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import { movesByTables, movesWith, type SourceWatches, type Watch } from '../endpoints/footing.ts';
import { type Sources, sourcesOf } from '../endpoints/sources.ts';
import { type OpenViews, openViews, type ViewParts, type Views, viewNames } from '../views/views.ts';

export interface OpenSources extends OpenViews {
  sources: Sources;
  /** Version watch of each source: cached answers are rebuilt when their source changes. */
  watches: SourceWatches;
}

/** @param others may replace `analytics`, if requests reach the engine in another way than views */
export function openSources(parts: ViewParts, others: Partial<Omit<Sources, keyof Views>> = {}): OpenSources {
  const opened = openViews(parts);
  const { served = parts.store, clock } = parts;
  return {
    ...opened,
    sources: sourcesOf({ ...opened.views, analytics: served, ...others }),
    watches: watchesOf(opened, eachStep(clock, 1_000)),
  };
}

/** @param second changes every second, because feed ages grow without new data */
function watchesOf({ versions, stored }: OpenViews, second: Version): SourceWatches {
  const ofViews = Object.fromEntries(viewNames.map((name) => [name, movesWith(...versions[name])]));
  return {
    ...(ofViews as { [K in keyof Views]: SourceWatches[K] }),
    coins: watchSpellings(() => versions.coins.map((version) => version()).join(' ')),
    analytics: movesByTables(stored.ofQuery),
    live: movesWith(second),
    assetNames: movesWith(),
    builderNames: movesWith(),
  };
}

/** An answer about a coin depends on what its name resolves to, not on traded volumes. */
function watchSpellings(all: Version): Watch<CoinSpellings> {
  return (coins, footing) => ({
    resolve(text) {
      footing.restOn(() => coins.resolve(text));
      return coins.resolve(text);
    },
    isRead: () => coins.isRead?.() !== false,
    nearest(text) {
      footing.restOn(all);
      return coins.nearest(text);
    },
  });
}

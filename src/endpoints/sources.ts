import type { AnalyticsStore } from '../analytics/store.ts';
import { createAssetNames } from '../domain/asset-names.ts';
import type { BuilderNames } from '../domain/builder-names.ts';
import { type Views, viewNames } from '../views/views.ts';
import { noLiveData } from './live-data.ts';

/**
 * What a process has that has no source: each line is one source, with what stands in for it where there is none.
 * A new one adds its line; the code that starts a server or a test names those that it has.
 */
export const noSources = {
  /** What is kept in memory (`src/views/views.ts`). */
  ...noViews(),
  /** The engine: named queries over all that is stored. */
  analytics: none<AnalyticsStore>('analytics'),
  /** Which tickers name one asset. */
  assetNames: createAssetNames(),
  /** Names of builders by their address; no source is asked for others. */
  builderNames: new Map() as BuilderNames,
  /** How new the data of the live source are. */
  live: noLiveData,
};

/** All that an endpoint may ask. */
export type Sources = Readonly<typeof noSources>;

/** @param given what this process has; the rest stands in as {@link noSources} says */
export function sourcesOf(given: Partial<Sources>): Sources {
  return { ...noSources, ...given };
}

/** A source that every server has: who asks without one has been put together wrongly. */
function none<T extends object>(name: string): T {
  const fail = () => {
    throw new Error(`this process has no source of ${name}`);
  };
  return new Proxy(fail as object as T, { get: fail });
}

function noViews(): Views {
  const views = Object.fromEntries(viewNames.map((name) => [name, none(name)])) as unknown as Views;
  return { ...views, newestBlock: () => undefined };
}

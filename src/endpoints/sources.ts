import type { AnalyticsStore } from '../analytics/store.ts';
import type { BuilderNames } from '../domain/builder-names.ts';
import { type Views, viewNames } from '../views/views.ts';
import { noLiveData } from './live-data.ts';

/**
 * Names of exposures: a ticker without its dex, in upper case; some tickers are other names of one asset. Wrapped and staked
 * tokens are assets of their own.
 */
interface AssetNames {
  canonical(ticker: string): string;
  /** Other names of an asset, sorted. */
  synonyms(canonical: string): string[];
}

const assets: ReadonlyMap<string, string> = new Map([
  ['PAXG', 'GOLD'],
  ['XAUT', 'GOLD'],
  ['XAGT', 'SILVER'],
]);

export function createAssetNames(): AssetNames {
  return {
    canonical(ticker) {
      const name = ticker.toUpperCase();
      return assets.get(name) ?? name;
    },
    synonyms: (canonical) =>
      [...assets].flatMap(([name, asset]) => (asset === canonical ? [name] : [])).sort(),
  };
}

/**
 * Default of every source, for processes without it. A new source adds its line;
 * the code that starts a server or a test passes the sources that it has.
 */
export const noSources = {
  /** In-memory views (`src/views/views.ts`). */
  ...noViews(),
  /** The engine: named queries over the whole store. */
  analytics: none<AnalyticsStore>('analytics'),
  /** Which tickers name one asset. */
  assetNames: createAssetNames(),
  /** Names of builders by address, set by the operator; there is no other source of names. */
  builderNames: new Map() as BuilderNames,
  live: noLiveData,
};

export type Sources = Readonly<typeof noSources>;

/** @param given sources of this process; {@link noSources} provides the others */
export function sourcesOf(given: Partial<Sources>): Sources {
  return { ...noSources, ...given };
}

/** Placeholder of a mandatory source: a read without it is a bug in the process's setup, and throws. */
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

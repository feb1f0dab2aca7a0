/**
 * Names of exposures: a ticker without its dex, in upper case; some tickers are other names of one asset. Wrapped and staked
 * tokens are assets of their own.
 */
export interface AssetNames {
  /** Canonical asset of a ticker. */
  canonical(ticker: string): string;
  /** Other names of an asset, sorted. */
  synonyms(canonical: string): string[];
}

/** The asset of each ticker that is another name of one. */
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

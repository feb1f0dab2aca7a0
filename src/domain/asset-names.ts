/**
 * Names of exposures: a ticker without its dex, in upper case; some tickers are other names of one asset. Wrapped and staked
 * tokens are assets of their own.
 */
export interface AssetNames {
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

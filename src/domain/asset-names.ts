/**
 * Names of exposures: a ticker without its dex, in upper case; some tickers are other names of one asset. Wrapped and staked
 * tokens are assets of their own.
 */
export interface AssetNames {
  /** The asset that a ticker stands for. */
  canonical(ticker: string): string;
  /** Other names of an asset, sorted. */
  synonyms(canonical: string): string[];
}

/** As the setting has it: `PAXG=GOLD,XAUT=GOLD`. */
export const defaultSynonyms = 'PAXG=GOLD,XAUT=GOLD,XAGT=SILVER';

/** @param text pairs of a synonym and its asset between commas; one that is given twice means the last */
export function createAssetNames(text: string = defaultSynonyms): AssetNames {
  const pairs = text
    .toUpperCase()
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=') as [string, string]);
  const assets = new Map(pairs);
  return {
    canonical(ticker) {
      const name = ticker.toUpperCase();
      return assets.get(name) ?? name;
    },
    synonyms: (canonical) =>
      [...assets].flatMap(([name, asset]) => (asset === canonical ? [name] : [])).sort(),
  };
}

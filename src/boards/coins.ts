import { stateOf, storedComments } from '../analytics/derived/state.ts';
import { coinHour } from '../analytics/derived/tables/coins.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { bareName, type CoinSpellings, createCoinSpellings } from '../domain/coin-spelling.ts';
import { coinTotals, coinTotalsOfWallets } from './batch-queries.ts';

/**
 * The coins that have fills, and how callers may spell them: any case, with or without its dex (`btc`, `xyz:gold`, `gold`).
 * Where several dexes list the name, the validators' own comes first, then the most traded. Where two coins
 * differ in case only, each is found by its own spelling and the more traded one by any other.
 */
export type Coins = CoinSpellings;

export interface CoinsRefresher {
  coins: Coins;
  refresh(): Promise<void>;
}

export function createCoins(store: AnalyticsStore): CoinsRefresher {
  let spellings = createCoinSpellings([], () => 0);
  let hoursAreFilled = false;

  async function totals() {
    hoursAreFilled ||= stateOf(coinHour, await storedComments(store)).state === 'complete';
    return store.rows(hoursAreFilled ? coinTotals : coinTotalsOfWallets, {}, { lane: 'heavy' });
  }

  return {
    coins: {
      resolve: (text) => spellings.resolve(text),
      nearest: (text) => spellings.nearest(text),
    },
    async refresh() {
      const rows = await totals();
      const fills = new Map(rows.map((row) => [row.coin, Number(row.fills)]));
      const weightOf = (coin: string) => fills.get(coin) ?? 0;
      // The most traded first: it keeps a name that another has in another case.
      const coins = [...fills.keys()].sort((a, b) => weightOf(b) - weightOf(a));
      const spelt = coins.map((coin) => ({ coin, aliases: coin.includes(':') ? [bareName(coin)] : [] }));
      spellings = createCoinSpellings(spelt, weightOf);
    },
  };
}

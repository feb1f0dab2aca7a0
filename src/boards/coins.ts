import { stateOf, storedComments } from '../analytics/derived/state.ts';
import { coinHour } from '../analytics/derived/tables/coins.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { bareName, type CoinSpellings, createCoinSpellings } from '../domain/coin-spelling.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { areTold, batchesAfter, type NewBatches } from './batch-queries.ts';
import { createTradedCoins, type LastTrade, type TradedCoin } from './traded-coins.ts';

/**
 * The coins that have fills, and how callers may spell them: any case, with or without its dex (`btc`, `xyz:gold`, `gold`).
 * Where several dexes list the name, the validators' own comes first, then the most traded. Where two coins
 * differ in case only, each is found by its own spelling and the more traded one by any other.
 */
export interface Coins extends CoinSpellings {
  /** What the fills of each coin come to, most fills first, those alike by name; waits only for the very first reading. */
  mostTraded(): Promise<readonly TradedCoin[]>;
  /** The newest market trade of a coin, in the exchange's spelling; undefined where none is stored, or none was read yet. */
  lastTrade(coin: string): LastTrade | undefined;
}

export interface CoinsRefresher {
  coins: Coins;
  /** Takes in all that is stored: what batches changed where they tell it, else everything is read. */
  catchUp(): Promise<void>;
  /** Takes in what batches changed, which tell it; those that are in it already change nothing. */
  follow(batches: NewBatches): Promise<void>;
  close(): void;
}

export function createCoins(store: AnalyticsStore, wallets: WalletIndex): CoinsRefresher {
  const traded = createTradedCoins(store, wallets, async () => {
    return stateOf(coinHour, await storedComments(store)).state === 'complete';
  });
  let spellings = createCoinSpellings([], () => 0);
  /** The newest batch that is in it. */
  let seen: number | undefined;
  const first = Promise.withResolvers<void>();
  // Nobody may be waiting when the service stops before it.
  first.promise.catch(() => undefined);

  function spell(): void {
    const coins = traded.all();
    const fills = new Map(coins.map((one) => [one.coin, one.fills]));
    // The most traded first: it keeps a name that another has in another case.
    const spelt = coins.map(({ coin }) => ({ coin, aliases: coin.includes(':') ? [bareName(coin)] : [] }));
    spellings = createCoinSpellings(spelt, (coin) => fills.get(coin) ?? 0);
    first.resolve();
  }

  async function read(): Promise<void> {
    const { upTo } = await batchesAfter(store, 0);
    await traded.read();
    seen = upTo;
    spell();
  }

  /** @param batches follow on what is there, or overlap it */
  async function takeIn(after: number, { upTo }: NewBatches): Promise<void> {
    if (upTo <= after) return;
    if (!(await traded.follow({ after, upTo }))) return read();
    seen = upTo;
    spell();
  }

  async function catchUp(): Promise<void> {
    if (seen === undefined) return read();
    const batches = await batchesAfter(store, seen);
    if (batches.count > 0) await ((await areTold(store, batches)) ? takeIn(seen, batches) : read());
  }

  return {
    coins: {
      resolve: (text) => spellings.resolve(text),
      nearest: (text) => spellings.nearest(text),
      async mostTraded() {
        await first.promise;
        return traded.all();
      },
      lastTrade: traded.lastTrade,
    },
    catchUp,
    follow: (batches) => (seen === undefined || batches.after > seen ? catchUp() : takeIn(seen, batches)),
    close: () => first.reject(new Error('shutting down')),
  };
}

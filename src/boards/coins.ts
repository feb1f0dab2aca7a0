import { coinHour } from '../analytics/derived/tables/coins.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { oneLookMs } from '../changes/change-feed.ts';
import type { View } from '../changes/view.ts';
import { bareName, type CoinSpellings, createCoinSpellings } from '../domain/coin-spelling.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createTradedCoins, type LastTrade, type TradedCoin } from './traded-coins.ts';

/**
 * The coins that have fills, and how callers may spell them: any case, with or without its dex (`btc`, `xyz:gold`, `gold`).
 * If several dexes list the name, the validators' own comes first, then the most traded. If two coins
 * differ in case only, each is found by its own spelling and the more traded one by any other.
 */
export interface Coins extends CoinSpellings {
  isRead(): boolean;
  /** Totals of each coin, most fills first, ties by name; waits only for the first reading. */
  mostTraded(): Promise<readonly TradedCoin[]>;
  /** The newest market trade of a coin, in the exchange's spelling; undefined if none is stored, or before the first reading. */
  lastTrade(coin: string): LastTrade | undefined;
}

export interface FollowedCoins {
  coins: Coins;
  view: View;
}

/** @param closing aborts when reading must stop */
export function createCoins(
  given: AnalyticsStore,
  wallets: WalletIndex,
  closing: AbortSignal,
): FollowedCoins {
  const store = untilAborted(given, closing);
  const traded = createTradedCoins(store, wallets, async () => {
    return stateOf(coinHour, await storedComments(given)).state === 'complete';
  });
  let spellings = createCoinSpellings([], () => 0);
  const first = Promise.withResolvers<void>();
  // There may be no waiter when the service stops before it.
  first.promise.catch(() => undefined);
  closing.addEventListener('abort', () => first.reject(new Error('shutting down')));

  /** True while restored coins are not visible to readers yet. */
  let isHeldBack = false;
  let isRead = false;

  function spell(): void {
    isHeldBack = false;
    isRead = true;
    const coins = traded.all();
    const fills = new Map(coins.map((one) => [one.coin, one.fills]));
    // Most traded first: that coin keeps a name that another coin has in another case.
    const spelt = coins.map(({ coin }) => ({ coin, aliases: coin.includes(':') ? [bareName(coin)] : [] }));
    spellings = createCoinSpellings(spelt, (coin) => fills.get(coin) ?? 0);
    first.resolve();
  }

  return {
    coins: {
      resolve: (text) => spellings.resolve(text),
      isRead: () => isRead,
      nearest: (text) => spellings.nearest(text),
      async mostTraded() {
        await first.promise;
        return traded.all();
      },
      lastTrade: traded.lastTrade,
    },
    view: {
      name: 'coins',
      maxAgeMs: oneLookMs,
      async load({ seq }) {
        await traded.read();
        spell();
        return seq;
      },
      async apply(changes) {
        const isFollowed = await traded.follow(changes);
        if (isFollowed) spell();
        return isFollowed;
      },
      async tend() {
        const isNew = (await traded.takeHours()) || isHeldBack;
        if (isNew) spell();
        return isNew;
      },
      snapshot: {
        ...traded.snapshot,
        async restore(...saved) {
          isHeldBack = true;
          return traded.snapshot.restore(...saved);
        },
      },
    },
  };
}

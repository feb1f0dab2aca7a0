import { unknownName } from '../kernel/problem.ts';
import { knownCoin } from './known-coin.ts';
import type { Sources } from './sources.ts';

/**
 * The exchange's spelling of a market that is listed. Where nothing is listed, because no exchange was read yet, coins with
 * fills are known.
 *
 * @param text as the caller sent it: any case and spelling
 * @throws Problem 404 naming the nearest markets
 */
export function knownMarket(sources: Pick<Sources, 'coins' | 'market'>, text: string): string {
  const { listing } = sources.market;
  const coin = listing.resolve(text);
  if (coin !== undefined) return coin;
  if (listing.dexes().length === 0) return knownCoin(sources, text);
  const nearest = listing.nearest(text).map((coin) => namedCoin(coin, listing.get(coin)?.symbol));
  throw unknownName('market', text, nearest, ' that is listed');
}

/** A coin with what it is called where that is another name: `@151 (UETH/USDC)`. */
function namedCoin(coin: string, symbol: string = coin): string {
  return symbol === coin ? coin : `${coin} (${symbol})`;
}

/** What answers call the dex of a coin: the validator-run one has no name of its own. */
export function dexName(dex: string): string {
  return dex === '' ? 'hl' : dex;
}

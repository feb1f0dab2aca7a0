import { unknownName } from '../kernel/problem.ts';
import type { Sources } from './sources.ts';

/**
 * The exchange's spelling of a coin that has fills, or is listed.
 *
 * @param text as the caller sent it: any case, with or without dex
 * @throws Problem 404 naming the nearest coins
 */
export function knownCoin({ coins }: Pick<Sources, 'coins'>, text: string): string {
  const coin = coins.resolve(text);
  if (coin !== undefined) return coin;
  throw unknownName('coin', text, coins.nearest(text), ', listed or with indexed fills');
}

/**
 * The coin under which the lifecycles of a coin stand: of a spot pair that of its token's chain (market/listed-market.ts).
 *
 * @throws Problem as {@link knownCoin}
 */
export function lifecycleCoin(sources: Pick<Sources, 'coins' | 'market'>, text: string): string {
  const coin = knownCoin(sources, text);
  return sources.market.listing.get(coin)?.chain ?? coin;
}

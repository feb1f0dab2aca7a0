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

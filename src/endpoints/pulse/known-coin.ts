import type { Snapshots } from '../../boards/snapshots.ts';
import { notFound } from '../../kernel/problem.ts';

/**
 * The exchange's spelling of a coin that has fills.
 *
 * @param text as the caller sent it: any case, with or without dex
 * @throws Problem 404 naming the nearest coins
 */
export function knownCoin(snapshots: Snapshots, text: string): string {
  const coin = snapshots.coins.resolve(text);
  if (coin !== undefined) return coin;
  const nearest = snapshots.coins.nearest(text);
  const hint =
    nearest.length === 0 ? 'No coin with fills is spelt like it.' : `Nearest: ${nearest.join(', ')}.`;
  throw notFound(`There is no coin ${JSON.stringify(text)} with indexed fills. ${hint}`);
}

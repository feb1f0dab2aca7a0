import type { Schemas } from '../api/calls.ts';
import { outcomeName, sideName } from './outcome-name.ts';

/** Display name of a market. */
export interface CoinName {
  name: string;
  /** The dex of a builder, or the side of an outcome. */
  badge?: string;
  /** Badge text, in words. */
  badgeTitle?: string;
}

/** Further data about a market. */
interface Known {
  /** Name of a spot pair: `UETH/USDC`. */
  pair?: string | undefined;
  outcome?: Schemas['HIP4OutcomeListItem'] | undefined;
}

/** The outcome and side of a coin such as `#5290`; undefined of other coins. */
export function sideOf(coin: string): { outcomeId: number; index: number } | undefined {
  const [, id, index] = /^[#+](\d+)(\d)$/.exec(coin) ?? [];
  return id === undefined ? undefined : { outcomeId: Number(id), index: Number(index) };
}

/**
 * Display name of a market: `UETH/USDC` for `@151`, GOLD on the dex xyz for `xyz:GOLD`, the question and the side for `#5290`. The coin
 * itself if nothing more is known.
 */
export function coinName(coin: string, { pair, outcome }: Known = {}): CoinName {
  const side = sideOf(coin);
  if (side !== undefined) {
    if (outcome === undefined) return { name: coin };
    return {
      name: outcomeName(outcome),
      badge: sideName(side.index, outcome.sides),
      badgeTitle: 'Side of the outcome',
    };
  }
  const [, dex, name] = /^([^:/@]+):(.+)$/.exec(coin) ?? [];
  if (name !== undefined) return { name, badge: dex!, badgeTitle: `Perp on the dex ${dex}` };
  return { name: coin.startsWith('@') && pair ? pair : coin };
}

/** Name of a market as one text, for titles and options. */
export function coinText({ name, badge }: CoinName): string {
  return badge === undefined ? name : `${name} (${badge})`;
}

import type { Schemas } from '../api/calls.ts';
import { outcomeName, sideName } from './outcome-name.ts';

/** What a market is called. */
export interface CoinName {
  name: string;
  /** The dex of a builder, or the side of an outcome. */
  badge?: string;
  /** What the badge says, in words. */
  badgeTitle?: string;
}

/** What is known of a market beside its coin. */
interface Known {
  /** Of a spot pair: `UETH/USDC`. */
  pair?: string | undefined;
  outcome?: Schemas['HIP4OutcomeListItem'] | undefined;
}

/** The outcome and side of a coin such as `#5290`; undefined of other coins. */
export function sideOf(coin: string): { outcomeId: number; index: number } | undefined {
  const [, id, index] = /^[#+](\d+)(\d)$/.exec(coin) ?? [];
  return id === undefined ? undefined : { outcomeId: Number(id), index: Number(index) };
}

/**
 * The name of a market: `UETH/USDC` for `@151`, GOLD on the dex xyz for `xyz:GOLD`, the question and the side for `#5290`; the coin
 * itself where nothing more is known of it.
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

/** The name of a market in one text, for what can hold nothing else: a title, an option. */
export function coinText({ name, badge }: CoinName): string {
  return badge === undefined ? name : `${name} (${badge})`;
}

import { editDistance } from '../kernel/nearest.ts';
import { coinSpellingsOf } from './coin-words.ts';

export interface CoinSpellings {
  /** The exchange's own spelling of a coin, in any case, with or without its dex; undefined where none is spelt so. */
  resolve(text: string): string | undefined;
  /** False until the coins with fills are read: an unknown name may be one of them. Default: true. */
  isRead?(): boolean;
  /** Up to three coins: those that `text` means in other words or as a token, then those that look most like it. */
  nearest(text: string): string[];
}

/** A coin in the exchange's own spelling, and what else it may be called, in any case. */
export interface SpeltCoin {
  coin: string;
  aliases: readonly string[];
  /** Tokens that it trades: they lead to it, and do not mean it. */
  tokens?: readonly string[];
}

const nearestCount = 3;

/** Lower case and without dex: `tsla` of `xyz:TSLA`. */
export function bareName(coin: string): string {
  return coin.slice(coin.indexOf(':') + 1).toLowerCase();
}

/**
 * A coin's own spelling always means itself, then its own in any case, then an alias. Where several coins have one alias
 * it means the weightiest now.
 *
 * @param weightOf for coins that share an alias: USD traded in a day
 */
export function createCoinSpellings(
  coins: readonly SpeltCoin[],
  weightOf: (coin: string) => number,
): CoinSpellings {
  const own = new Map<string, string>();
  const aliases = new Map<string, string[]>();
  const tokens = new Map<string, string[]>();
  for (const { coin } of coins) own.set(coin, coin);
  for (const { coin } of coins) {
    const folded = coin.toLowerCase();
    if (!own.has(folded)) own.set(folded, coin);
  }
  const add = (names: Map<string, string[]>, name: string, coin: string) => {
    const folded = name.toLowerCase();
    names.set(folded, [...(names.get(folded) ?? []), coin]);
  };
  for (const { coin, aliases: others, tokens: traded = [] } of coins) {
    for (const alias of others) add(aliases, alias, coin);
    for (const token of traded) add(tokens, token, coin);
  }

  function weightiest(named: readonly string[]): string | undefined {
    if (named.length < 2) return named[0];
    return named.reduce((first, coin) => (weightOf(coin) > weightOf(first) ? coin : first));
  }

  function resolve(text: string): string | undefined {
    const folded = text.toLowerCase();
    return own.get(text) ?? own.get(folded) ?? weightiest(aliases.get(folded) ?? []);
  }

  return {
    resolve,
    nearest(text) {
      const wanted = text.toLowerCase();
      const pairs = tokens.get(wanted) ?? [];
      const meant = [...meantBy(text, resolve), ...pairs.toSorted((a, b) => weightOf(b) - weightOf(a))];
      const alike = coins
        .map(({ coin, aliases: others }) => ({ coin, distance: leastDistance(wanted, [coin, ...others]) }))
        .filter(({ distance }) => distance <= farthest(wanted))
        .sort((a, b) => a.distance - b.distance)
        .map(({ coin }) => coin);
      return [...new Set([...meant, ...alike])].slice(0, nearestCount);
    },
  };
}

function meantBy(text: string, resolve: (text: string) => string | undefined): string[] {
  return coinSpellingsOf(text)
    .map(resolve)
    .filter((coin) => coin !== undefined);
}

/** The spellings of two sets of coins as one: of two that a text may mean, the closer one; of equals the first one's. */
export function joinSpellings(first: CoinSpellings, second: CoinSpellings): CoinSpellings {
  function resolve(text: string): string | undefined {
    const [one, other] = [first.resolve(text), second.resolve(text)];
    if (one === undefined || other === undefined) return one ?? other;
    return remoteness(text, other) < remoteness(text, one) ? other : one;
  }

  return {
    resolve,
    nearest(text) {
      const wanted = text.toLowerCase();
      // A pair that is named by its token looks like nothing that was sent, and is meant.
      const distance = (coin: string) => {
        const edits = leastDistance(wanted, [coin, bareName(coin)]);
        return edits <= farthest(wanted) ? edits : 0;
      };
      const alike = [...first.nearest(text), ...second.nearest(text)].sort(
        (a, b) => distance(a) - distance(b),
      );
      return [...new Set([...meantBy(text, resolve), ...alike])].slice(0, nearestCount);
    },
  };
}

/** 0 the coin's own spelling, 1 that in another case, 2 an alias of it. */
function remoteness(text: string, coin: string): number {
  if (text === coin) return 0;
  return text.toLowerCase() === coin.toLowerCase() ? 1 : 2;
}

/** Names with more edits than this look like another coin. */
function farthest(wanted: string): number {
  return Math.max(2, wanted.length / 2);
}

/** Compares only names whose length alone does not rule them out: there are thousands of coins. */
function leastDistance(wanted: string, names: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > farthest(wanted)) continue;
    least = Math.min(least, editDistance(wanted, name.toLowerCase()));
  }
  return least;
}

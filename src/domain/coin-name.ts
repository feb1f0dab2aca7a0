/** What the name of a coin says of it (docs/exchange.md#coins). */

/** True of perps, `BTC` or `xyz:TSLA`; spot pairs, outcomes and their tokens have names of other forms. */
export function isPerp(coin: string): boolean {
  return !/^[@#+]|\//.test(coin);
}

/** Spot pairs are `@N` or `BASE/QUOTE`; outcomes `#N` and perps are not. */
export function isSpotPair(coin: string): boolean {
  return coin.charCodeAt(0) === 64 || coin.includes('/');
}

/** One side of an outcome: `#N`. */
export function isOutcome(coin: string): boolean {
  return coin.startsWith('#');
}

/** The dex of a perp coin: `xyz` of `xyz:TSLA`, '' of `BTC`. */
export function dexOf(coin: string): string {
  const colon = coin.indexOf(':');
  return colon < 0 ? '' : coin.slice(0, colon);
}

/** Pseudo-coin for all coins together, in coin parameters and in hourly tables. */
export const allCoins = '_GLOBAL';

/** Ids of the lifecycles of one chain: positive integers below 2^53. @param opening its first fill */
export type LifecycleIds = (
  opening: { tid: number; oid: number; timeMs: number },
  isUnseen: boolean,
) => number;

/**
 * Derives the ids of a chain from its wallet, its coin and what names the fill that a lifecycle begins
 * with: time, trade and order (docs/exchange.md#keys). Every rebuild gives the same, and no two of a
 * chain are equal, whatever its fills share: both sides of a trade with oneself have one trade id,
 * conversions of spot dust have the id 0. A fill that closes an opening that was not seen and opens the
 * next one begins two lifecycles: the first of them has another id by `isUnseen`.
 *
 * 53 bits by two 32-bit mixes. Among 10 million lifecycles two have one id with a probability of 0.6 %: a query that
 * names rows by id alone has to take a wallet and a coin along, as the tables' keys do.
 *
 * @param wallet `0x` and 40 hex digits, lower case
 */
export function lifecycleIds(wallet: string, coin: string): LifecycleIds {
  let chainHigh = 0xdeadbeef;
  let chainLow = 0x41c6ce57;
  for (const text of [wallet, coin]) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      chainHigh = Math.imul(chainHigh ^ code, 2_654_435_761);
      chainLow = Math.imul(chainLow ^ code, 1_597_334_677);
    }
  }
  let high = 0;
  let low = 0;
  function mix(word: number): void {
    high = Math.imul(high ^ word, 2_654_435_761);
    low = Math.imul(low ^ word, 1_597_334_677);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  function mixInteger(value: number): void {
    mix(value % 2 ** 32);
    mix(Math.floor(value / 2 ** 32));
  }
  return ({ tid, oid, timeMs }, isUnseen) => {
    high = chainHigh;
    low = chainLow;
    mixInteger(tid);
    mixInteger(oid);
    mixInteger(timeMs);
    mix(isUnseen ? 1 : 0);
    const mixedHigh =
      Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
    const mixedLow =
      Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3_266_489_909);
    return (mixedHigh & 0x1f_ffff) * 2 ** 32 + (mixedLow >>> 0) || 1;
  };
}

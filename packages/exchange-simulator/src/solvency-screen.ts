import { dexes, marketsLimit } from './market.ts';
import type { Venue } from './venue.ts';

/**
 * Accounts that may be below their maintenance margin, those without a position included; each is to be worked out
 * exactly.
 */
export interface Suspects {
  /** Slots of isolated positions. */
  isolated: number[];
  /** `wallet × dexes + dex` of cross accounts. */
  cross: number[];
}

/**
 * Looks over all positions in the order in which they lie in memory and applies to each the rate of its
 * market's last tier, which is never below the exact one: a walk wallet by wallet over a million positions
 * took half of a simulation's time. Closed positions and balances go along, as nothing: a branch that cannot be
 * foreseen costs more than the sum.
 */
export function createSolvencyScreen(venue: Venue): () => Suspects {
  const { positions, markets, prices, accounts, population } = venue;
  const walletCount = population.wallets.length;
  const dexCount = dexes.length;
  /** Offset of the accounts of a market's dex; markets other than perps use the offset behind all accounts. */
  const firstAccount = new Int32Array(marketsLimit).fill(dexCount * walletCount);
  const rateOf = new Float64Array(marketsLimit);
  for (const { kind, index, dex, table } of markets) {
    if (kind !== 'perp') continue;
    firstAccount[index] = dex * walletCount;
    rateOf[index] = table.at(-1)!.rate;
  }
  /** Position value minus maintenance margin. */
  const margins = new Float64Array(walletCount * (dexCount + 1));

  return () => {
    const { szi, market, wallet, isolated, isolatedRaw, count } = positions;
    const { mark } = prices;
    const { cashColumn } = accounts;
    const suspects: Suspects = { isolated: [], cross: [] };
    margins.fill(0);
    for (let slot = 0; slot < count; slot++) {
      const coin = market[slot]!;
      const value = szi[slot]! * mark[coin]!;
      const margin = value - Math.abs(value) * rateOf[coin]!;
      if (isolated[slot] === 1) {
        if (isolatedRaw[slot]! + margin < 0) suspects.isolated.push(slot);
        continue;
      }
      const account = firstAccount[coin]! + wallet[slot]!;
      margins[account] = margins[account]! + margin;
    }
    for (let holder = 0, at = 0; holder < walletCount; holder++) {
      for (let dex = 0; dex < dexCount; dex++, at++) {
        if (cashColumn[at]! + margins[dex * walletCount + holder]! < 0) suspects.cross.push(at);
      }
    }
    return suspects;
  };
}

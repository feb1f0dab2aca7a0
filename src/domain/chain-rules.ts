import { isPerp, isSpotPair } from './coin-name.ts';
import { continuesFrom, type FillParts, fillParts, isFlat, type PositionFill } from './open-position.ts';

/**
 * How the fills of one wallet and coin hang together. Sizes are × 10^12, prices × 10^10.
 *
 * A perp's position changes by fills alone: each one starts where the one before ended, and one that does not shows a missing
 * fill. Spot pairs and outcomes are balances, never below 0, which fees that are paid in the token, transfers and what is given away
 * change, too.
 */
export interface ChainRules {
  /** What a fill closes and opens, and where it ends. */
  parts(fill: PositionFill): FillParts;
  /** Whether so much of the coin is nothing. */
  isFlat(size: bigint, px: bigint): boolean;
  /** Whether what is known of a lifecycle still holds for the fill that comes next. */
  continues(open: HeldSize, fill: PositionFill): boolean;
}

interface HeldSize {
  /** Signed. */
  position: bigint;
  peakSize: bigint;
}

const perpRules: ChainRules = {
  parts: fillParts,
  isFlat,
  continues: ({ position }, fill) => continuesFrom({ size: position }, fill),
};

/** A balance may be larger than it was by so small a part of its peak: rebates that are paid in the token. */
const rebateDivisor = 1_000n;
/**
 * USD × 10^22. What is worth less the exchange sells by itself, all wallets' together, once a day
 * (docs/exchange.md#dust).
 */
const dustBelow = 10n ** 22n;

/** @param isNothing of a size of at least 0 */
function balanceRules(isNothing: ChainRules['isFlat']): ChainRules {
  const isGone = (size: bigint, px: bigint) => size <= 0n || isNothing(size, px);
  return {
    isFlat: isGone,
    parts({ isBuy, sz, startPosition, px }) {
      const start = startPosition < 0n ? 0n : startPosition;
      if (isBuy) return { endPosition: start + sz, closedSz: 0n, openedSz: sz };
      const left = start - sz;
      return { endPosition: isGone(left, px) ? 0n : left, closedSz: sz, openedSz: 0n };
    },
    // What was given away changes neither what the rest cost nor what was made of it; what came in from elsewhere has no known cost.
    continues({ position, peakSize }, { startPosition, px }) {
      if (isGone(startPosition, px)) return isGone(position, px);
      return startPosition - position <= peakSize / rebateDivisor;
    },
  };
}

const spotRules = balanceRules((size, px) => size * px < dustBelow);
/** Contracts are whole, and may be worth next to nothing until they are settled. */
const outcomeRules = balanceRules(isFlat);

/** @param coin in the exchange's spelling */
export function chainRulesOf(coin: string): ChainRules {
  if (isPerp(coin)) return perpRules;
  return isSpotPair(coin) ? spotRules : outcomeRules;
}

import { isPerp, isSpotPair } from './coin-name.ts';
import { continuesFrom, type FillParts, fillParts, isFlat, type PositionFill } from './open-position.ts';

/**
 * Rules that connect the fills of one wallet and coin. Sizes are × 10^12, prices × 10^10.
 *
 * Only fills change a perp's position: each fill starts at the position where the previous fill ended; otherwise a fill is
 * missing. Spot pairs and outcomes are balances, never below 0; fees paid in the token, transfers and giveaways change them, too.
 */
export interface ChainRules {
  parts(fill: PositionFill): FillParts;
  /** Whether so much of the coin is nothing. */
  isFlat(size: bigint, px: bigint): boolean;
  /** Whether the next fill continues the open lifecycle. */
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
 * USD × 10^22. Once a day the exchange sells all balances worth less, of all wallets together
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
    // Outgoing transfers change neither the cost nor the profit of the rest; the cost of incoming transfers is unknown.
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

import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import type { OutcomeDirection } from '../../domain/outcome-terms.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { unknownFields } from '../bodies/unknown-fields.ts';
import type { UnderlyingPosition } from './underlying-positions.ts';

/** How a perp position stands to an outcome that its wallet holds. */
export type PositionSignal = 'aligned' | 'hedged' | 'prediction-native';

/** One holder of one side. */
export interface OutcomeHolder {
  address: string;
  sideIndex: number;
  /** Contracts, above 0. */
  shares: number;
  notionalUsdh: number;
  position: UnderlyingPosition | undefined;
}

/**
 * Both gain from the same move: a long with the Yes of an outcome above a price, a short with its No. Whoever holds both sides of
 * the perp alike, or an outcome between two prices, has a hedge whatever the position.
 */
export function positionSignal(
  sideIndex: number,
  position: UnderlyingPosition | undefined,
  direction: OutcomeDirection | undefined,
): PositionSignal {
  if (position === undefined) return 'prediction-native';
  const ofYes = { above: 1, below: -1, between: 0 }[direction ?? 'between'];
  const gainsWith = sideIndex === 0 ? ofYes : -ofYes;
  return gainsWith !== 0 && Math.sign(position.size) === gainsWith ? 'aligned' : 'hedged';
}

/** Sums over the holders of one side. */
export function sideContext(
  outcomeSide: string,
  holders: readonly OutcomeHolder[],
  direction: OutcomeDirection | undefined,
) {
  const withPosition = holders.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const signals = holders.map(({ sideIndex, position }) => positionSignal(sideIndex, position, direction));
  const count = (signal: PositionSignal) => signals.filter((one) => one === signal).length;
  return {
    outcomeSide,
    outcomeWallets: holders.length,
    withOpenUnderlying: withPosition.length,
    openPositionOverlapPct: holders.length === 0 ? 0 : (withPosition.length * 100) / holders.length,
    longWallets: withPosition.filter(({ size }) => size > 0).length,
    shortWallets: withPosition.filter(({ size }) => size < 0).length,
    netUnderlyingPosition: withPosition.reduce((sum, { size }) => sum + size, 0),
    underlyingNotional: roundedUsd(withPosition.reduce((sum, { notional = 0 }) => sum + notional, 0)),
    alignedWallets: count('aligned'),
    hedgedWallets: count('hedged'),
    predictionNativeWallets: count('prediction-native'),
  };
}

/** The largest holders first, by what they hold; ties by address, then by side. */
export const largestHolders = totalOrder<OutcomeHolder>(
  descending(({ notionalUsdh }) => notionalUsdh),
  ascending(({ address }) => address),
  ascending(({ sideIndex }) => sideIndex),
);

/** One row of the largest holders. */
export function holderRow(
  { address, sideIndex, shares, notionalUsdh, position }: OutcomeHolder,
  outcomeSide: string,
  direction: OutcomeDirection | undefined,
) {
  const none = { size: 0, notional: 0, leverage: 0, unrealizedPnl: 0 };
  const { size, notional, leverage, unrealizedPnl } = position ?? none;
  return {
    address,
    outcomeSide,
    outcomeSharesHeld: shares,
    outcomeNotionalUsdh: notionalUsdh,
    underlyingSide: size === 0 ? 'none' : size > 0 ? 'long' : 'short',
    underlyingSize: size,
    underlyingNotional: notional ?? 0,
    underlyingLeverage: leverage ?? 0,
    underlyingUnrealizedPnl: unrealizedPnl ?? 0,
    signal: positionSignal(sideIndex, position, direction),
    ...unknownFields({
      underlyingNotional: notional,
      underlyingLeverage: leverage,
      underlyingUnrealizedPnl: unrealizedPnl,
    }),
  };
}

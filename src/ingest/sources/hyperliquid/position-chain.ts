import { isPerp } from '../../../domain/coin-name.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { FillGap } from './fill-gap.ts';

/** Signed positions by perp coin; a coin that is not there is flat. */
export type KnownPositions = ReadonlyMap<string, number>;

/** Positions closer than this, relative to the larger, are one (docs/exchange.md#position-chain). */
const relativeTolerance = 1e-8;

/** What a chain needs of a fill. */
export type ChainedFill = Pick<WireFill, 'coin' | 'side' | 'sz' | 'startPosition' | 'time'>;

/** Follows one wallet's positions from fill to fill. */
export interface PositionChain {
  /** Takes the next fill, oldest first. @returns the gap before it, where one is. */
  follow(fill: ChainedFill): FillGap | undefined;
  /** Coins that it has not met may have had a position all along. */
  forgetFlat(): void;
  /** Any position may have changed. */
  forgetAll(): void;
}

/**
 * @param known Positions at `fromMs`; undefined where none is known.
 * @param fromMs When they were, unix milliseconds.
 */
export function createPositionChain(known: KnownPositions | undefined, fromMs: number): PositionChain {
  const ends = new Map<string, { position: number; atMs: number }>();
  for (const [coin, position] of known ?? []) ends.set(coin, { position, atMs: fromMs });
  let othersAreFlat = known !== undefined;

  return {
    follow({ coin, side, sz, startPosition, time }) {
      // Balances of spot and outcomes change by transfers, fees and settlements too.
      if (!isPerp(coin)) return undefined;
      const start = Number(startPosition);
      const end = ends.get(coin) ?? (othersAreFlat ? { position: 0, atMs: fromMs } : undefined);
      ends.set(coin, { position: start + (side === 'B' ? Number(sz) : -Number(sz)), atMs: time });
      if (end === undefined || isSame(end.position, start, Number(sz))) return undefined;
      return { coin, fromMs: end.atMs, toMs: time, reason: 'chain-break' };
    },
    forgetFlat() {
      othersAreFlat = false;
    },
    forgetAll() {
      othersAreFlat = false;
      ends.clear();
    },
  };
}

/** Up to the float noise of the exchange: relative to the sizes that were added up, so that a flat position has some too. */
function isSame(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b), size);
}

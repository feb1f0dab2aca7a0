import { isPerp } from '../../../domain/coin-name.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { FillGap } from './fill-gap.ts';

/** Signed positions by perp coin; missing coins are flat. */
export type KnownPositions = ReadonlyMap<string, number>;

/** Positions closer than this, relative to the larger one, are equal (docs/exchange.md#position-chain). */
const relativeTolerance = 1e-8;

export type ChainedFill = Pick<WireFill, 'coin' | 'side' | 'sz' | 'startPosition' | 'time'>;

/** Tracks one wallet's positions from fill to fill. */
export interface PositionChain {
  /** Adds the next fill, oldest first. @returns the gap before it, if any. */
  follow(fill: ChainedFill): FillGap | undefined;
  /** Coins without a fill so far may have had a position all along. */
  forgetFlat(): void;
  /** Resets the chain: any position may have changed. */
  forgetAll(): void;
}

/**
 * @param known Positions at `fromMs`; undefined if unknown.
 * @param fromMs Time of these positions, Unix milliseconds.
 */
export function createPositionChain(known: KnownPositions | undefined, fromMs: number): PositionChain {
  const ends = new Map<string, { position: number; atMs: number }>();
  for (const [coin, position] of known ?? []) ends.set(coin, { position, atMs: fromMs });
  let othersAreFlat = known !== undefined;

  return {
    follow({ coin, side, sz, startPosition, time }) {
      // Transfers, fees and settlements also change balances of spot and outcomes.
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

/** Equal up to the exchange's float noise, relative to the sizes added up: so a flat position has a tolerance, too. */
function isSame(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b), size);
}

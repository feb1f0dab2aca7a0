/**
 * One open position of one wallet in one perp coin, folded from its fills in the order of the chain
 * (docs/methodology.md#open-positions, docs/exchange.md#entry). All amounts are exact integers: sizes
 * and money × 10^12, prices × 10^10, and so costs × 10^22. Spot pairs and outcomes have balances, which
 * transfers change too: they have no positions.
 */

import { nearestNumber } from '../kernel/nearest-number.ts';

export interface PositionFill {
  /** Unix milliseconds. */
  timeMs: number;
  isBuy: boolean;
  px: bigint;
  /** Above 0. */
  sz: bigint;
  /** Signed: the position before the fill, as the exchange reported it. */
  startPosition: bigint;
  /** Before fees, of the part that closed. */
  closedPnl: bigint;
}

/** What a fill does to the position it started from. A flip closes and opens: both parts are above 0 then. */
export interface FillParts {
  /** Signed: the position after the fill. */
  endPosition: bigint;
  /** Sizes, without sign; together the fill's. */
  closedSz: bigint;
  openedSz: bigint;
}

export interface OpenPosition {
  /** Signed, never 0. */
  size: bigint;
  /** What the size cost at the average entry, without sign; undefined where that is not known. */
  cost: bigint | undefined;
  /** Of the fill that opened it; of the first that shows it where the opening was not seen. */
  openedMs: number;
  /** Of the newest fill in it. */
  lastMs: number;
  /** True where the opening was not seen, or a fill is missing since. */
  isCensored: boolean;
}

/**
 * Sizes that differ by less than 1 in this many are one: the exchange's own have float noise
 * (docs/exchange.md#position-chain).
 */
const noiseDivisor = 100_000_000n;
/** Half of the smallest size of a perp, × 10^12: less is float noise, and the position flat. */
const flatBelow = 500_000n;
/** From money × 10^12 to costs × 10^22. */
const costOfMoney = 10_000_000_000n;

/** Splits a fill by size into what it closes and what it opens (docs/methodology.md#position-lifecycles). */
export function fillParts({ isBuy, sz, startPosition }: PositionFill): FillParts {
  const end = isBuy ? startPosition + sz : startPosition - sz;
  if (isFlat(end)) return { endPosition: 0n, closedSz: sz, openedSz: 0n };
  if (isFlat(startPosition) || startPosition > 0n === isBuy) {
    return { endPosition: end, closedSz: 0n, openedSz: sz };
  }
  const closedSz = smaller(magnitude(startPosition), sz);
  return { endPosition: end, closedSz, openedSz: sz - closedSz };
}

/** True of a position that is float noise, or nothing. */
export function isFlat(position: bigint): boolean {
  return magnitude(position) < flatBelow;
}

/** True where the fill starts from this position: no fill is missing in between. */
export function continuesFrom(
  position: Pick<OpenPosition, 'size'> | undefined,
  { startPosition, sz }: PositionFill,
): boolean {
  const size = position?.size ?? 0n;
  return isNoise(size - startPosition, larger(larger(magnitude(size), magnitude(startPosition)), sz));
}

/**
 * The position after a fill. The exchange's own start position decides, so that a missing fill spoils the entry alone,
 * and that only until the position is flat, closes a part (its closed PnL gives the entry), or a state has it.
 *
 * @param before undefined where there is none, or none is known.
 * @returns undefined where the fill leaves no position
 */
export function positionAfter(
  before: OpenPosition | undefined,
  fill: PositionFill,
): OpenPosition | undefined {
  const { endPosition: size, closedSz, openedSz } = fillParts(fill);
  const { timeMs, startPosition, px } = fill;
  if (size === 0n) return undefined;
  const opensNew = isFlat(startPosition) || size > 0n !== startPosition > 0n;
  if (opensNew) {
    return { size, cost: openedSz * px, openedMs: timeMs, lastMs: timeMs, isCensored: false };
  }
  const isWhole = before !== undefined && continuesFrom(before, fill);
  const isSamePosition = before !== undefined && before.size > 0n === size > 0n;
  const costBefore = isWhole ? before.cost : undefined;
  return {
    size,
    cost: openedSz > 0n ? costBefore && costBefore + openedSz * px : costLeft(costBefore, fill, closedSz),
    openedMs: isSamePosition ? before.openedMs : timeMs,
    lastMs: timeMs,
    isCensored: !isWhole || before.isCensored,
  };
}

/** What a part costs that stays after another one was closed: the average entry remains what it is. */
function costLeft(cost: bigint | undefined, fill: PositionFill, closedSz: bigint): bigint | undefined {
  const held = magnitude(fill.startPosition);
  const left = held - closedSz;
  if (cost !== undefined) return (cost * left) / held;
  // closedPnl = (px − entry) × closed size × sign: a takeover shows 0 whatever the entry is
  // (docs/exchange.md#closed-pnl).
  if (fill.closedPnl === 0n) return undefined;
  const gain = fill.closedPnl * costOfMoney;
  const closedCost = fill.px * closedSz - (fill.startPosition > 0n ? gain : -gain);
  return closedCost <= 0n ? undefined : (closedCost * left) / closedSz;
}

/**
 * The position of an account state, to which later fills apply.
 *
 * @param before Position from the fills until then: has the opening time, and the exact entry if the position is the same.
 * @param size Signed, × 10^12; 0 if the state has no position.
 * @param entryPx × 10^12, rounded by the exchange; undefined if the exchange omits the price.
 * @param timeMs Time of the state, unix milliseconds.
 */
export function positionOfState(
  before: OpenPosition | undefined,
  { size, entryPx, timeMs }: { size: bigint; entryPx: bigint | undefined; timeMs: number },
): OpenPosition | undefined {
  if (size === 0n) return undefined;
  const isSame =
    before !== undefined && isNoise(before.size - size, larger(magnitude(before.size), magnitude(size)));
  if (isSame && before.cost !== undefined) return { ...before, lastMs: timeMs };
  const isKnown = before !== undefined && before.size > 0n === size > 0n;
  return {
    size,
    cost: entryPx === undefined ? undefined : (magnitude(size) * entryPx) / 100n,
    openedMs: isKnown ? before.openedMs : timeMs,
    lastMs: timeMs,
    isCensored: true,
  };
}

/**
 * Causes of a difference between the position from fills and that of a funding payment, most telling first: fills missing
 * although all should be stored; unknown coverage; a known gap; fills not read yet; a position opened before the first
 * fill read; a wallet whose fills are not read.
 */
export const censusCauses = [
  ...(['missingFills', 'unknown', 'gap', 'behind'] as const),
  ...(['censoredOpening', 'untracked'] as const),
] as const;
export type CensusCause = (typeof censusCauses)[number];

/** True of sizes between which there is nothing but the noise of the exchange's own numbers. */
export function isSameSize(a: bigint, b: bigint): boolean {
  return isFlat(a - b) || isNoise(a - b, larger(magnitude(a), magnitude(b)));
}

/** The average entry price as the nearest number: NaN where it is not known. */
export function entryPxOf({ size, cost }: OpenPosition): number {
  // Eight digits more than a price has: the truncated rest is far below the precision of a number.
  return cost === undefined ? Number.NaN : nearestNumber((cost * 100_000_000n) / magnitude(size), 18);
}

/** The signed size as the nearest number. */
export function sizeOf({ size }: OpenPosition): number {
  return nearestNumber(size, 12);
}

function isNoise(difference: bigint, beside: bigint): boolean {
  return difference === 0n || magnitude(difference) * noiseDivisor <= beside;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

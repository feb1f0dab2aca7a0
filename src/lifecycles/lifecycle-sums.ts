import { int64At } from '../analytics/row-binary.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';
import {
  type AmountSums,
  addAt,
  amountOfSize,
  carryAll,
  createSums,
  mostAmounts,
  setSum,
  sizeOfAmount,
  sumOf,
} from './amount-sums.ts';
import { fillPlaces } from './fill-moments.ts';

/** Index of each sum, in column order of `lifecycles`. */
export const sumPlaces = {
  openedSize: 0,
  entryCost: 1,
  closedSize: 2,
  exitCost: 3,
  pnl: 4,
  fees: 5,
  builderFees: 6,
} as const;
const sumNames = Object.keys(sumPlaces) as (keyof typeof sumPlaces)[];
export const sumCount = sumNames.length;

type Unsummed = Omit<Lifecycle, keyof typeof sumPlaces | 'position' | 'peakSize' | 'lowPx' | 'highPx'>;

/** A {@link Lifecycle} in plain numbers; one object is reused for every open lifecycle. Sizes are × 10^8. */
export interface LifecycleSums extends Unsummed {
  position: number;
  peakSize: number;
  /** × 10^10, safe integers. */
  lowPx: number;
  highPx: number;
  sums: AmountSums;
}

export function createLifecycleSums(): LifecycleSums {
  return {
    id: 0,
    num: 0,
    isLong: true,
    openedMs: 0,
    lastMs: 0,
    isClosed: false,
    isCensored: false,
    startsApart: false,
    fills: 0,
    position: 0,
    peakSize: 0,
    sums: createSums(sumCount),
    liquidatedFills: 0,
    liquidationMethod: '',
    liquidationPnl: 0n,
    penalty: 0n,
    lowPx: 0,
    highPx: 0,
    deleveragedFills: 0,
    closedBy: '',
  };
}

export function beginSums(
  one: LifecycleSums,
  {
    id,
    num,
    isLong,
    openedMs,
    startsApart,
  }: Pick<Lifecycle, 'id' | 'num' | 'isLong' | 'openedMs' | 'startsApart'>,
): void {
  one.id = id;
  one.num = num;
  one.isLong = isLong;
  one.openedMs = openedMs;
  one.startsApart = startsApart;
  one.isClosed = false;
  one.isCensored = false;
  one.fills = 0;
  one.peakSize = 0;
  one.sums.fill(0);
  one.liquidatedFills = 0;
  one.liquidationMethod = '';
  one.liquidationPnl = 0n;
  one.penalty = 0n;
  one.deleveragedFills = 0;
  one.closedBy = '';
}

/**
 * Adds a fill that only opens, or only closes.
 *
 * @param fill.at offset of the fill's values
 * @param fill.position position after the fill
 */
export function addFill(
  one: LifecycleSums,
  fill: { view: DataView; at: number; timeMs: number; opens: boolean; position: number },
): void {
  const { view, at, opens, position } = fill;
  const { sums } = one;
  const px = int64At(view, at + fillPlaces.px);
  if (one.fills === 0 || px < one.lowPx) one.lowPx = px;
  if (one.fills === 0 || px > one.highPx) one.highPx = px;
  if (opens) {
    addAt(sums, sumPlaces.openedSize, view, at + fillPlaces.sz);
    addAt(sums, sumPlaces.entryCost, view, at + fillPlaces.cost);
  } else {
    addAt(sums, sumPlaces.closedSize, view, at + fillPlaces.sz);
    addAt(sums, sumPlaces.exitCost, view, at + fillPlaces.cost);
  }
  addAt(sums, sumPlaces.pnl, view, at + fillPlaces.closedPnl);
  addAt(sums, sumPlaces.fees, view, at + fillPlaces.fee);
  addAt(sums, sumPlaces.builderFees, view, at + fillPlaces.builderFee);
  one.lastMs = fill.timeMs;
  one.fills += 1;
  one.position = position;
  one.peakSize = Math.max(one.peakSize, Math.abs(position));
  if (one.fills % mostAmounts === 0) carryAll(sums);
}

/** Loads a lifecycle into the sums. @returns false if its sizes or prices are not exact as numbers */
export function loadSums(one: LifecycleSums, lifecycle: Lifecycle): boolean {
  const position = sizeOfAmount(lifecycle.position);
  const peakSize = sizeOfAmount(lifecycle.peakSize);
  if (position === undefined || peakSize === undefined) return false;
  const [lowPx, highPx] = [Number(lifecycle.lowPx), Number(lifecycle.highPx)];
  if (!Number.isSafeInteger(highPx)) return false;
  beginSums(one, lifecycle);
  const { isCensored, lastMs, fills, liquidatedFills, liquidationMethod, liquidationPnl, penalty } =
    lifecycle;
  Object.assign(one, { isCensored, lastMs, fills, position, peakSize, lowPx, highPx });
  Object.assign(one, { liquidatedFills, liquidationMethod, liquidationPnl, penalty });
  one.deleveragedFills = lifecycle.deleveragedFills;
  for (const name of sumNames) setSum(one.sums, sumPlaces[name], lifecycle[name]);
  return true;
}

export function lifecycleOf(one: LifecycleSums): Lifecycle {
  const { id, num, isLong, openedMs, lastMs, isClosed, isCensored, startsApart, fills } = one;
  const { liquidatedFills, liquidationMethod, liquidationPnl, penalty, deleveragedFills, closedBy, sums } =
    one;
  carryAll(sums);
  const amount = (name: keyof typeof sumPlaces) => sumOf(sums, sumPlaces[name]);
  return {
    id,
    num,
    isLong,
    openedMs,
    lastMs,
    isClosed,
    isCensored,
    startsApart,
    fills,
    position: amountOfSize(one.position),
    peakSize: amountOfSize(one.peakSize),
    lowPx: BigInt(one.lowPx),
    highPx: BigInt(one.highPx),
    openedSize: amount('openedSize'),
    entryCost: amount('entryCost'),
    closedSize: amount('closedSize'),
    exitCost: amount('exitCost'),
    pnl: amount('pnl'),
    fees: amount('fees'),
    builderFees: amount('builderFees'),
    liquidatedFills,
    liquidationMethod,
    liquidationPnl,
    penalty,
    deleveragedFills,
    closedBy,
  };
}

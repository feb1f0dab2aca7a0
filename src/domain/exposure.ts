import { roundedUsd } from '../kernel/rounded.ts';

export interface ValuedPosition {
  address: string;
  coin: string;
  /** Coins, signed. */
  size: number;
  /** |size| × mark, USD; undefined where no mark is known. */
  notional: number | undefined;
  /** USD; undefined where its mark or its entry is not known. */
  unrealizedPnl: number | undefined;
  /** Undefined where no state of the last 24 hours has it. */
  leverage?: number | undefined;
}

export interface SideExposure {
  positions: number;
  /** Of them those without a mark: they are in no sum of USD. */
  unvalued: number;
  notional: number;
  /** Of positions whose entry is known, too. */
  unrealizedPnl: number;
  /** Weighted by notional, over positions whose leverage is known. */
  avgLeverage: number | undefined;
  /** Of positions whose leverage is known, USD. */
  leveredNotional: number;
  /** Sum of leverage × notional of these. */
  leverageSum: number;
  /** Of those with a mark. Largest first; ties by address, then by coin. */
  largest: readonly ValuedPosition[];
}

/** Sums over positions, of one coin or of all. */
export interface Exposure {
  long(): SideExposure;
  short(): SideExposure;
  /** Undefined where no leverage is known. */
  maxLeverage(): number | undefined;
}

export interface GrowingExposure extends Exposure {
  add(position: ValuedPosition): void;
  merge(other: Exposure): void;
}

/** Rows of topLongs and topShorts. */
export const largestLimit = 10;

export function createExposure(): GrowingExposure {
  const [long, short] = [createSide(), createSide()];
  let maxLeverage = Number.NEGATIVE_INFINITY;
  return {
    add(position) {
      (position.size > 0 ? long : short).add(position);
      const { leverage } = position;
      if (leverage !== undefined && !(leverage <= maxLeverage)) maxLeverage = leverage;
    },
    merge(other) {
      long.merge(other.long());
      short.merge(other.short());
      maxLeverage = Math.max(maxLeverage, other.maxLeverage() ?? Number.NEGATIVE_INFINITY);
    },
    long: long.sums,
    short: short.sums,
    maxLeverage: () => (maxLeverage < 0 ? undefined : maxLeverage),
  };
}

function createSide() {
  let positions = 0;
  let unvalued = 0;
  let notional = 0;
  let unrealizedPnl = 0;
  let leveredNotional = 0;
  let leverageSum = 0;
  const largest: ValuedPosition[] = [];

  function rank(position: ValuedPosition): void {
    const last = largest.at(-1);
    if (largest.length === largestLimit && bySize(last!, position) <= 0) return;
    const place = largest.findIndex((other) => bySize(position, other) < 0);
    largest.splice(place < 0 ? largest.length : place, 0, position);
    if (largest.length > largestLimit) largest.pop();
  }

  return {
    add(position: ValuedPosition): void {
      positions += 1;
      if (position.notional === undefined) {
        unvalued += 1;
        return;
      }
      notional += position.notional;
      unrealizedPnl += position.unrealizedPnl ?? 0;
      if (position.leverage !== undefined) {
        leveredNotional += position.notional;
        leverageSum += position.leverage * position.notional;
      }
      rank(position);
    },
    merge(other: SideExposure): void {
      positions += other.positions;
      unvalued += other.unvalued;
      notional += other.notional;
      unrealizedPnl += other.unrealizedPnl;
      leveredNotional += other.leveredNotional;
      leverageSum += other.leverageSum;
      for (const position of other.largest) rank(position);
    },
    sums: () =>
      sideExposure({ positions, unvalued, notional, unrealizedPnl, leveredNotional, leverageSum }, largest),
  };
}

/** @param largest in their order */
export function sideExposure(
  sums: Omit<SideExposure, 'avgLeverage' | 'largest'>,
  largest: readonly ValuedPosition[],
): SideExposure {
  const { notional, unrealizedPnl, leveredNotional, leverageSum } = sums;
  return {
    ...sums,
    notional: roundedUsd(notional),
    unrealizedPnl: roundedUsd(unrealizedPnl),
    avgLeverage: leveredNotional === 0 ? undefined : leverageSum / leveredNotional,
    largest,
  };
}

/** Largest notional first; of equal ones by address, then by coin, so that the order is total. */
export function bySize(a: ValuedPosition, b: ValuedPosition): number {
  return (b.notional ?? 0) - (a.notional ?? 0) || compared(a.address, b.address) || compared(a.coin, b.coin);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** (long − short) / (long + short); 0 where there is neither. */
export function biasOf(long: number, short: number): number {
  return long + short === 0 ? 0 : (long - short) / (long + short);
}

export type BiasLabel = 'strong_long' | 'long' | 'neutral' | 'short' | 'strong_short';

/** What a net bias is called (docs/methodology.md#cohorts). @param netBias −1 to 1 */
export function biasLabel(netBias: number): BiasLabel {
  const [side, strength] = [netBias > 0 ? 'long' : 'short', Math.abs(netBias)] as const;
  if (strength >= 0.5) return `strong_${side}`;
  return strength >= 0.15 ? side : 'neutral';
}

/** a / b; 0 where b is 0 (meanings of the live routes). */
export function ratioOf(a: number, b: number): number {
  return b === 0 ? 0 : a / b;
}

/** Share of all notional in the largest positions. @param count how many of them, up to 10 */
export function concentration(exposure: Exposure, count: number): number {
  const [long, short] = [exposure.long(), exposure.short()];
  const largest = [...long.largest, ...short.largest].sort(bySize).slice(0, count);
  return ratioOf(
    largest.reduce((sum, { notional = 0 }) => sum + notional, 0),
    long.notional + short.notional,
  );
}

/** Unrealized PnL of both sides, USD. */
export function unrealizedPnlOf(exposure: Exposure): number {
  return roundedUsd(exposure.long().unrealizedPnl + exposure.short().unrealizedPnl);
}

/**
 * What the exchange calls return on equity: unrealized PnL / (|size| × entry / leverage), a fraction. It rests on the margin that opened
 * the position, not on today's.
 *
 * @returns undefined where a part is not known, or there is no leverage
 */
export function returnOnEquity(position: {
  size: number;
  unrealizedPnl: number | undefined;
  entryPx: number | undefined;
  leverage: number | undefined;
}): number | undefined {
  const { size, unrealizedPnl, entryPx, leverage } = position;
  if (unrealizedPnl === undefined || entryPx === undefined || leverage === undefined) return undefined;
  const margin = Math.abs(size) * entryPx;
  return margin === 0 || leverage === 0 ? undefined : (unrealizedPnl * leverage) / margin;
}

/** Mean leverage of both sides, weighted by notional; undefined where none is known. */
export function meanLeverage(exposure: Exposure): number | undefined {
  const [long, short] = [exposure.long(), exposure.short()];
  const known = long.leveredNotional + short.leveredNotional;
  if (known === 0) return undefined;
  return (long.leverageSum + short.leverageSum) / known;
}

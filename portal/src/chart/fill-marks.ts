import { amount } from '../format/numbers.ts';
import type { ChartSeries } from './drawing.ts';

/** A fill to be marked on a chart. */
export interface MarkedFill {
  timeMs: number;
  /** In coins. */
  size: number;
  isBuy: boolean;
}

/** Marks fewer than these are named by their size. */
const namedMarks = 12;

/** Fills of one candle and direction as one mark: purchases below it, sales above. @param colourOf custom property of a direction's colour */
export function fillMarks(
  fills: readonly MarkedFill[],
  intervalMs: number,
  colourOf: (isBuy: boolean) => string,
): NonNullable<ChartSeries['markers']> {
  const sums = new Map<string, MarkedFill>();
  for (const { timeMs: atMs, size, isBuy } of fills) {
    const timeMs = atMs - (atMs % intervalMs);
    const key = `${timeMs} ${isBuy}`;
    sums.set(key, { timeMs, isBuy, size: (sums.get(key)?.size ?? 0) + size });
  }
  const marks = [...sums.values()].sort((a, b) => a.timeMs - b.timeMs);
  return marks.map(({ timeMs, size, isBuy }) => ({
    timeMs,
    isBelow: isBuy,
    colour: colourOf(isBuy),
    text: marks.length <= namedMarks ? amount(size) : '',
  }));
}

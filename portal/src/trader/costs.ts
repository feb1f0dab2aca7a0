import type { Schemas } from '../api/calls.ts';

type Point = Schemas['PnlPoint'];

/** Sums from the first part on; nothing after a part that is not known, which no sum can bridge. */
export function runningOf(amounts: readonly (number | null)[]): (number | null)[] {
  let sum: number | null = 0;
  return amounts.map((amount) => {
    sum = sum === null || amount === null ? null : sum + amount;
    return sum;
  });
}

/** Why a part of a span is not known. */
export const reasonOf = (point: Point, part: string) =>
  point.unknown?.find((one) => one.part === part)?.reason;

type Part = 'realizedPnl' | 'fees' | 'funding' | 'netPnl' | 'unrealizedPnl' | 'totalReturnUsd';

/** A step of the waterfall from realized to total: a sum starts at 0, a part at the sum before it. */
export interface Step {
  part: Part;
  /** Signed contribution to the total; null if unknown. */
  amount: number | null;
  /** The bar as shares of the whole width, 0 to 1; undefined if its amount, or one before it, is unknown. */
  bar: { from: number; width: number } | undefined;
}

/** Steps of a span, and the position of 0 on their common scale, as a share of the width. */
export function stepsOf(total: Pick<Point, Part>): { steps: Step[]; zero: number } {
  let reached: number | null = 0;
  const ends = [
    ...([
      ['realizedPnl', 1, true],
      ['fees', -1, false],
      ['funding', 1, false],
      ['netPnl', 1, true],
    ] as const),
    ...([
      ['unrealizedPnl', 1, false],
      ['totalReturnUsd', 1, true],
    ] as const),
  ].map(([part, sign, isSum]) => {
    const said = total[part];
    const amount = said === null ? null : sign * said;
    const from: number | null = isSum ? 0 : reached;
    reached = amount === null || from === null ? null : from + amount;
    return { part, amount, from, to: reached };
  });
  const known = ends.flatMap(({ from, to }) => (from === null || to === null ? [] : [from, to]));
  const least = Math.min(0, ...known);
  const span = Math.max(0, ...known) - least || 1;
  const steps = ends.map(({ part, amount, from, to }) => {
    const isKnown = from !== null && to !== null;
    const bar = isKnown
      ? { from: (Math.min(from, to) - least) / span, width: Math.abs(to - from) / span }
      : undefined;
    return { part, amount, bar };
  });
  return { steps, zero: -least / span };
}

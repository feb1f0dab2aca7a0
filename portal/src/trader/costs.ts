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

/** Why a part of a span is not known, in words. */
export function reasonsOf(point: Point, part: string): string {
  const reason = point.unknown?.find((one) => one.part === part)?.reason;
  return reason?.replaceAll('-', ' ') ?? 'no reason given';
}

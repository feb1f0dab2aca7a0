import type { Lifecycle } from '../domain/lifecycle.ts';
import { aboutSum, carryAll, sumOf } from './amount-sums.ts';
import { type LifecycleSums, sumPlaces } from './lifecycle-sums.ts';

/** The mean price of what a lifecycle opened, × 10^10. */
export interface EntryPrice {
  /** But for the last digits. */
  about: number;
  /** Cut to a whole number. */
  exact(): bigint;
}

/** @returns undefined where nothing of it was opened: its opening was not seen */
export function entryOf(one: Lifecycle | LifecycleSums): EntryPrice | undefined {
  if (!('sums' in one)) {
    const { entryCost, openedSize } = one;
    if (openedSize === 0n) return undefined;
    return { about: Number(entryCost) / Number(openedSize), exact: () => entryCost / openedSize };
  }
  const { sums, entryPx } = one;
  const size = aboutSum(sums, sumPlaces.openedSize);
  if (size === 0) return undefined;
  if (entryPx !== undefined) return { about: entryPx, exact: () => BigInt(entryPx) };
  return {
    about: aboutSum(sums, sumPlaces.entryCost) / size,
    exact() {
      carryAll(sums);
      return sumOf(sums, sumPlaces.entryCost) / sumOf(sums, sumPlaces.openedSize);
    },
  };
}

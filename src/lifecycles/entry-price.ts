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
  const about = aboutEntryOf(one);
  if (about === undefined) return undefined;
  return {
    about,
    exact() {
      if (!('sums' in one)) return one.entryCost / one.openedSize;
      const { sums, entryPx } = one;
      if (entryPx !== undefined) return BigInt(entryPx);
      carryAll(sums);
      return sumOf(sums, sumPlaces.entryCost) / sumOf(sums, sumPlaces.openedSize);
    },
  };
}

/** {@link EntryPrice.about} alone. */
export function aboutEntryOf(one: Lifecycle | LifecycleSums): number | undefined {
  if (!('sums' in one)) {
    return one.openedSize === 0n ? undefined : Number(one.entryCost) / Number(one.openedSize);
  }
  const size = aboutSum(one.sums, sumPlaces.openedSize);
  if (size === 0) return undefined;
  return one.entryPx ?? aboutSum(one.sums, sumPlaces.entryCost) / size;
}

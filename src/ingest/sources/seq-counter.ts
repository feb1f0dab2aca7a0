import { BoundedMap } from '../../kernel/bounded-map.ts';

/** Maximum distinct times tracked: many times an hour's blocks; evicted times restart at 0. */
const timesLimit = 65_536;
/** More than the fills of any millisecond. */
const room = 65_536;

/** Numbers the fills of each millisecond, in file order. */
export interface SeqCounter {
  /** @returns The number of the next fill of `timeMs`: 0 for its first. */
  next(timeMs: number): number;
  /** Call if fills may be missing before the next one: its number leaves room for them, in case they are read later. */
  leaveRoom(): void;
}

/**
 * Creates the counter of one file. Block files return to a millisecond (blocks may span several lines), so the counter keeps the most
 * recent times, within a fixed bound.
 */
export function createSeqCounter(): SeqCounter {
  const nextByTime = new BoundedMap<number, number>(timesLimit);
  let currentMs = -1;
  let nextSeq = 0;
  let newestMs = -1;
  let ahead = 0;
  return {
    leaveRoom() {
      ahead = room;
    },
    next(timeMs) {
      if (timeMs === currentMs && ahead === 0) return nextSeq++;
      if (currentMs >= 0) nextByTime.set(currentMs, nextSeq);
      nextSeq = (timeMs > newestMs ? 0 : (nextByTime.get(timeMs) ?? 0)) + ahead;
      ahead = 0;
      currentMs = timeMs;
      if (timeMs > newestMs) newestMs = timeMs;
      return nextSeq++;
    },
  };
}

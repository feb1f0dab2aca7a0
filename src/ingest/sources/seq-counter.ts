import { BoundedMap } from '../../kernel/bounded-map.ts';

/** Distinct times remembered: an hour of blocks many times over; older ones start again at 0. */
const timesLimit = 65_536;
/** More than a millisecond has fills. */
const room = 65_536;

/** Numbers the fills of each millisecond, in the order in which a file holds them. */
export interface SeqCounter {
  /** @returns The number of the next fill of `timeMs`: 0 for its first. */
  next(timeMs: number): number;
  /** Fills may be missing ahead of the next one: its number leaves room for those of its millisecond, for when they are read after all. */
  leaveRoom(): void;
}

/**
 * Makes the counter of one file. Block files come back to a millisecond (blocks may span several lines),
 * so counts are kept for the times seen last, however much a file holds.
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

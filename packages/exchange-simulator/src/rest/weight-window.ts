import { BoundedMap } from '../../../../src/kernel/bounded-map.ts';
import type { Clock } from '../../../../src/kernel/clock.ts';

/** What every address has used of its weight in the last minute. */
export interface WeightWindow {
  /** Takes weight; false where it does not fit, and nothing is taken. */
  take(address: string, weight: number): boolean;
  /** Adds what an answer weighs, which is known too late to refuse it. */
  add(address: string, weight: number): void;
  /** The most that one address ever used in a minute. */
  readonly peak: number;
}

const windowMs = 60_000;
/** Addresses that are remembered; the one seen longest ago is forgotten first. */
const addressesLimit = 1_000;

/** What an address used: by moment, the oldest first, and in all. */
interface Minute {
  uses: { timeMs: number; weight: number }[];
  total: number;
}

/**
 * @param limit May be infinite.
 * @param clock Of the exchange; the minute rolls with it.
 */
export function createWeightWindow(limit: number, clock: Clock): WeightWindow {
  const minutes = new BoundedMap<string, Minute>(addressesLimit);
  let peak = 0;

  function recent(address: string, nowMs: number): Minute {
    const minute = minutes.get(address) ?? { uses: [], total: 0 };
    const { uses } = minute;
    while (uses[0] !== undefined && uses[0].timeMs <= nowMs - windowMs) minute.total -= uses.shift()!.weight;
    minutes.delete(address);
    minutes.set(address, minute);
    return minute;
  }
  function add(address: string, weight: number): void {
    const nowMs = clock.nowMs();
    const minute = recent(address, nowMs);
    const last = minute.uses.at(-1);
    if (last?.timeMs === nowMs) last.weight += weight;
    else minute.uses.push({ timeMs: nowMs, weight });
    minute.total += weight;
    peak = Math.max(peak, minute.total);
  }

  return {
    take(address, weight) {
      if (recent(address, clock.nowMs()).total + weight > limit) return false;
      add(address, weight);
      return true;
    },
    add,
    get peak() {
      return peak;
    },
  };
}

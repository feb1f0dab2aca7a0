import { BoundedMap } from '../../../../src/kernel/bounded-map.ts';
import type { Clock } from '../../../../src/kernel/clock.ts';

/** Weight used by every address in the last minute. */
export interface WeightWindow {
  /** Takes weight; returns false, and takes nothing, if it exceeds the rest. */
  take(address: string, weight: number): boolean;
  /** Adds the weight of an answer, which is known too late to refuse it. */
  add(address: string, weight: number): void;
  /** Highest weight of any address in a minute. */
  readonly peak: number;
}

const windowMs = 60_000;
/** Addresses that are remembered; the one seen longest ago is forgotten first. */
const addressesLimit = 1_000;

/** Use of an address: by time, oldest first, and in total. */
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

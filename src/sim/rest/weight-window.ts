import type { Clock } from '../../kernel/clock.ts';

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
/** Addresses that are remembered; the one heard longest ago is forgotten first. */
const addressesLimit = 1_000;

interface Use {
  timeMs: number;
  weight: number;
}

/** @param clock of the exchange; the minute rolls with it */
export function createWeightWindow(limit: number, clock: Clock): WeightWindow {
  const uses = new Map<string, Use[]>();
  let peak = 0;

  function recent(address: string): Use[] {
    const known = uses.get(address) ?? [];
    while (known[0] !== undefined && known[0].timeMs <= clock.nowMs() - windowMs) known.shift();
    uses.delete(address);
    uses.set(address, known);
    if (uses.size > addressesLimit) uses.delete(uses.keys().next().value!);
    return known;
  }
  function add(address: string, weight: number): void {
    if (weight === 0) return;
    const known = recent(address);
    known.push({ timeMs: clock.nowMs(), weight });
    peak = Math.max(peak, sum(known));
  }

  return {
    take(address, weight) {
      if (sum(recent(address)) + weight > limit) return false;
      add(address, weight);
      return true;
    },
    add,
    get peak() {
      return peak;
    },
  };
}

function sum(uses: readonly Use[]): number {
  return uses.reduce((total, { weight }) => total + weight, 0);
}

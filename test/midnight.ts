import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, systemClock } from '../src/kernel/clock.ts';

/**
 * Resolves while the UTC day lasts longer than `neededMs`, which may mean after midnight: counts of a day begin again there,
 * and Redis goes by the real one.
 */
export async function clearOfMidnight(neededMs: number): Promise<void> {
  const leftMs = dayMs - (systemClock.nowMs() % dayMs);
  if (leftMs < neededMs) await delay(leftMs + 1); // waits: for the next day
}

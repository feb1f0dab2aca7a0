import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work whose end is good to have, and no longer than `limitMs`; the work goes on. Rejects as the work does. */
export async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, delay(limitMs, undefined, { ref: false })]);
}

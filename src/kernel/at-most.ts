import { systemTimers, type Timers } from './timers.ts';

/** Waits for work whose end is good to have, and no longer than `limitMs`; the work goes on. Rejects as the work does. */
export async function atMost(
  limitMs: number,
  work: Promise<unknown>,
  timers: Timers = systemTimers,
): Promise<void> {
  const ended = new AbortController();
  try {
    await Promise.race([work, timers.pause(limitMs, ended.signal).catch(() => undefined)]);
  } finally {
    ended.abort();
  }
}

import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits. An abort ends the wait early without an error, for loops that check the signal themselves.
 *
 * @param options.ref false: the wait does not keep the process alive
 */
export async function pause(
  waitMs: number,
  signal: AbortSignal,
  options: { ref?: boolean } = {},
): Promise<void> {
  await delay(waitMs, undefined, { signal, ...options }).catch(() => undefined);
}

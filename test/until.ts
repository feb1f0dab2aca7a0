import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';

export interface Patience {
  /** Ends a hang; a busy machine takes several times as long as a quiet one. */
  deadlineMs?: number;
  everyMs?: number;
}

/**
 * Resolves once it is so.
 * @param what is waited for, named where it does not come
 * @throws AssertionError after `deadlineMs`
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patience?: Patience,
): Promise<void> {
  await untilFound(what, async () => (await isSo()) || undefined, patience);
}

/**
 * Resolves with what is found, once that is something.
 * @param what is waited for, named where it does not come
 * @throws AssertionError after `deadlineMs`
 */
export async function untilFound<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
  { deadlineMs = 120_000, everyMs = 2 }: Patience = {},
): Promise<T> {
  const startMs = monotonicMs();
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    assert.ok(monotonicMs() - startMs < deadlineMs, `not within ${deadlineMs / 1_000} s: ${what}`);
    await delay(everyMs);
  }
}

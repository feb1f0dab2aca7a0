import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';

export interface Patience {
  /** Bounds a hang; a busy machine takes several times as long as an idle one. */
  deadlineMs?: number;
  everyMs?: number;
}

/**
 * Polls until a condition holds.
 * @param what names the condition in the error
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
 * Polls until a value is found.
 * @param what names the value in the error
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

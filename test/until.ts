import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';

export interface Patience {
  deadlineMs?: number;
  everyMs?: number;
}

/**
 * Resolves once it is so.
 * @param what is waited for, told where it does not come
 * @throws AssertionError after `deadlineMs`
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { deadlineMs = 50_000, everyMs = 2 }: Patience = {},
): Promise<void> {
  const startMs = monotonicMs();
  while (!(await isSo())) {
    assert.ok(monotonicMs() - startMs < deadlineMs, `not within ${deadlineMs / 1_000} s: ${what}`);
    await delay(everyMs); // waits: a poll with a bound
  }
}

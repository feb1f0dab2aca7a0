import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { Type } from 'typebox';
import type { Clock } from '../../../kernel/clock.ts';
import { lateCheck } from '../../../kernel/late-check.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { Spent, WeightBudget } from './weight-budget.ts';

export interface WeightRecordOptions {
  /** File of this process only. */
  file: string;
  /** URL of the exchange: weight spent at another exchange does not count. */
  url: string;
  clock: Clock;
  timers?: Timers;
}

const recordSchema = Type.Object({
  url: Type.String(),
  /** Unix milliseconds. */
  at: Type.Integer(),
  /** Weight, and its remaining milliseconds from `at` on. */
  spent: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })])),
});

/**
 * Persists the spent weight of a budget, so that a restarted process does not begin with a full budget: the exchange counts by IP
 * address. A request is written to the file before it is sent. There is no fsync: a kill loses nothing, and a machine takes longer than a
 * minute to restart.
 *
 * @returns the budget, including weight left by an earlier process
 */
export function recordWeight(
  budget: WeightBudget,
  { file, url, clock, timers = systemTimers }: WeightRecordOptions,
): WeightBudget & { close(): void } {
  budget.carry(earlierSpent(file, url, clock.nowMs()), timers.monotonicMs());
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT);
  let closed = false;

  function write(nowMs: number): void {
    if (closed) return;
    const spent = budget.spent(nowMs).map(({ weight, leftMs }) => [weight, Math.ceil(leftMs)]);
    const record = JSON.stringify({ url, at: clock.nowMs(), spent });
    // One write overwrites the previous record; the rest of a longer one remains after the newline and is ignored.
    writeSync(descriptor, `${record}\n`, 0);
  }

  write(timers.monotonicMs());
  return {
    ...budget,
    reserve(weight, nowMs) {
      const reservation = budget.reserve(weight, nowMs);
      if (reservation === undefined) return undefined;
      write(nowMs);
      return {
        settle(actual, settledMs) {
          reservation.settle(actual, settledMs);
          write(settledMs);
        },
      };
    },
    close() {
      closed = true;
      closeSync(descriptor);
    },
  };
}

const isRecord = lateCheck(recordSchema);

function earlierSpent(file: string, url: string, nowMs: number): Spent[] {
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(file, 'utf8').split('\n')[0]!);
  } catch {
    return []; // none, or an unreadable one: the exchange's 429 is obeyed as ever
  }
  if (!isRecord.Check(record) || record.url !== url) return [];
  // If the clock went back, the age of the record is unknown and counts as 0.
  const agoMs = Math.max(0, nowMs - record.at);
  return record.spent.map(([weight, leftMs]) => ({ weight, leftMs: leftMs - agoMs }));
}

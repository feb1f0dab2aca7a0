import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { Type } from 'typebox';
import type { Clock } from '../../../kernel/clock.ts';
import { lateCheck } from '../../../kernel/late-check.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { Spent, WeightBudget } from './weight-budget.ts';

export interface WeightRecordOptions {
  /** Of this process alone. */
  file: string;
  /** Whose weight it is: what was spent at another exchange does not count here. */
  url: string;
  clock: Clock;
  /** The machine's where absent. */
  timers?: Timers;
}

const recordSchema = Type.Object({
  url: Type.String(),
  /** Unix milliseconds. */
  at: Type.Integer(),
  /** Weight, and for how many milliseconds from `at` on. */
  spent: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })])),
});

/**
 * Writes down what a budget has spent, so that the next process does not begin with a full one: the exchange counts by
 * address, and does not see a restart. A request stands in the file before it is sent. Nothing is forced to disk: a kill
 * takes nothing of it, and a machine takes longer than a minute to come back.
 *
 * @returns the budget, with what an earlier process has left of it
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
    // In one piece over the one before; what is left of a longer one stands behind the end of the line.
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
  // A clock that went back says nothing about how long ago it was.
  const agoMs = Math.max(0, nowMs - record.at);
  return record.spent.map(([weight, leftMs]) => ({ weight, leftMs: leftMs - agoMs }));
}

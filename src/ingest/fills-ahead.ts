import { type Clock, minuteMs, rfc3339 } from '../kernel/clock.ts';
import type { Read } from '../wire/payload.ts';

/** Clocks differ: so far ahead of them a record may be. */
export const aheadLimitMs = 5 * minuteMs;

/** The first moment that a record of now cannot have. */
export function aheadFromMs(clock: Clock): number {
  return clock.nowMs() + aheadLimitMs;
}

/** @param beforeMs see {@link aheadFromMs} */
export function aheadFault(timeMs: number, beforeMs: number): string | undefined {
  if (timeMs < beforeMs) return undefined;
  return `time is ${timeMs} (${rfc3339(timeMs)}), more than five minutes ahead of the clock`;
}

/** The later of this machine's clock and the exchange's, as far as it was seen: one of them may be behind. */
export interface ExchangeClock extends Clock {
  /** Notes a time that the exchange gave for now, unix milliseconds. */
  saw(timeMs: number): void;
}

export function createExchangeClock(own: Clock): ExchangeClock {
  let seenMs = 0;
  return {
    nowMs: () => Math.max(own.nowMs(), seenMs),
    saw(timeMs) {
      seenMs = Math.max(seenMs, timeMs);
    },
  };
}

/** What was read, with records that are ahead of both clocks among what cannot be used. */
export function withoutAhead<T extends { time: number }>(
  { data, rejected, ...beside }: Read<readonly T[]>,
  clock: Clock,
): Read<T[]> {
  const beforeMs = aheadFromMs(clock);
  const kept: T[] = [];
  const ahead = [...rejected];
  for (const [index, value] of data.entries()) {
    const reason = aheadFault(value.time, beforeMs);
    if (reason === undefined) kept.push(value);
    else ahead.push({ index, reason, value });
  }
  return { data: kept, rejected: ahead, ...beside };
}

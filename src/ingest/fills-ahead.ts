import { type Clock, minuteMs, rfc3339 } from '../kernel/clock.ts';
import type { Read } from '../wire/payload.ts';

/** Tolerance for clock skew: how far a record may be ahead of the clock. */
export const aheadLimitMs = 5 * minuteMs;

/** Records at or after this time are too far ahead. */
export function aheadFromMs(clock: Clock): number {
  return clock.nowMs() + aheadLimitMs;
}

export function aheadFault(timeMs: number, beforeMs: number): string | undefined {
  if (timeMs < beforeMs) return undefined;
  return `time is ${timeMs} (${rfc3339(timeMs)}), more than five minutes ahead of the clock`;
}

/** The later of this machine's clock and the exchange's newest time; one of the two may be slow. */
export interface ExchangeClock extends Clock {
  /** Notes the exchange's current time, Unix milliseconds. */
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

/** Moves records that are ahead of both clocks to the rejected ones. */
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

/** The source of the current time for every module. Only this file reads the system clock. */
export interface Clock {
  /** Unix milliseconds, UTC. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that never advances, for data of a past day and for repeatable tests. */
export function fixedClock(nowMs: number): Clock {
  return { nowMs: () => nowMs };
}

/** Milliseconds of a monotonic clock, for durations only. */
export function monotonicMs(): number {
  return performance.now();
}

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export function utcDayStartMs(timeMs: number): number {
  return Math.floor(timeMs / dayMs) * dayMs;
}

/** `YYYY-MM-DD` of the UTC day that holds `timeMs`. */
export function utcDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** RFC 3339 in UTC with milliseconds, the only string form of a time that leaves the service. */
export function rfc3339(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

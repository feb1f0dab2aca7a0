import { dayMs, utcDate, utcDayStartMs } from '../kernel/clock.ts';

/**
 * A span of time over which requests are counted: a UTC day or a calendar month UTC
 * (docs/contract.md#counting-requests).
 */
export interface QuotaPeriod {
  /** `2026-11-21` or `2026-11`: names the period in the store. */
  name: string;
  startMs: number;
  /** First millisecond of the next one. */
  endMs: number;
}

/** The UTC day that holds `nowMs`. */
export function dayOf(nowMs: number): QuotaPeriod {
  const startMs = utcDayStartMs(nowMs);
  return { name: utcDate(nowMs), startMs, endMs: startMs + dayMs };
}

/** The calendar month UTC that holds `nowMs`. */
export function monthOf(nowMs: number): QuotaPeriod {
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: utcDate(nowMs).slice(0, 7),
    startMs: Date.UTC(year, month),
    endMs: Date.UTC(year, month + 1),
  };
}

/** True where `nowMs` lies in the period. */
export function holds(period: QuotaPeriod, nowMs: number): boolean {
  return nowMs >= period.startMs && nowMs < period.endMs;
}

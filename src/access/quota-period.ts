import { dayMs, utcDate, utcDayStartMs } from '../kernel/clock.ts';
import type { HalfOpenSpan } from '../kernel/span.ts';

/**
 * A span of time over which requests are counted: a UTC day or a calendar month UTC
 * (docs/contract.md#counting-requests).
 */
export interface QuotaPeriod extends HalfOpenSpan {
  /** `2026-11-21` or `2026-11`: names the period in the store. */
  name: string;
}

export function dayOf(nowMs: number): QuotaPeriod {
  const fromMs = utcDayStartMs(nowMs);
  return { name: utcDate(nowMs), fromMs, untilMs: fromMs + dayMs };
}

export function monthOf(nowMs: number): QuotaPeriod {
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: utcDate(nowMs).slice(0, 7),
    fromMs: Date.UTC(year, month),
    untilMs: Date.UTC(year, month + 1),
  };
}

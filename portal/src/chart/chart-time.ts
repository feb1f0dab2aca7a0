import type { UTCTimestamp } from 'lightweight-charts';

/** The charts know no zones: a time is moved so that its UTC reads as the reader's own. */
export function toChartTime(timeMs: number): UTCTimestamp {
  const offsetMs = new Date(timeMs).getTimezoneOffset() * 60_000;
  return Math.floor((timeMs - offsetMs) / 1_000) as UTCTimestamp;
}

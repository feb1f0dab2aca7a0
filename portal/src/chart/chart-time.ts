import type { Time, UTCTimestamp } from 'lightweight-charts';
import { localTime, utcDay, zoneName } from '../format/time.tsx';

/** Unit of a chart's points: instants, shown in the reader's zone, or whole UTC days. */
export type TimeUnit = 'instant' | 'utc-day';

/**
 * The time of a point for a chart. The charts know no zones: an instant is shifted so that its UTC reads as the reader's local time. A UTC
 * day is not shifted: west of Greenwich it would show the previous date.
 */
export function toChartTime(timeMs: number, unit: TimeUnit): UTCTimestamp {
  const offsetMs = unit === 'utc-day' ? 0 : new Date(timeMs).getTimezoneOffset() * 60_000;
  return Math.floor((timeMs - offsetMs) / 1_000) as UTCTimestamp;
}

/** Label of a chart's time at the pointer, with its zone. */
export function chartTimeText(time: Time, unit: TimeUnit): string {
  const shownMs = Number(time) * 1_000;
  if (unit === 'utc-day') return `${utcDay(shownMs)} UTC`;
  // Around a clock change, the offset of the shown time can be off by an hour.
  const timeMs = shownMs + new Date(shownMs).getTimezoneOffset() * 60_000;
  return `${localTime(timeMs, false)} ${zoneName(timeMs)}`;
}
